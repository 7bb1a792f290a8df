import { dieAtCall } from '../../../../../test/crash/crash-child.js';
import { repairBeside } from './damaged-session.js';

await dieAtCall(repairBeside);
