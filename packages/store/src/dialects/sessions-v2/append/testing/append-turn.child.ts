import { dieAtCall } from '../../../../../../../test/crash/crash-child.js';
import { append } from './appended-turn.js';

await dieAtCall(append);
