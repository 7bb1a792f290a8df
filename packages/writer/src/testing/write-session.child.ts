import { dieAtCall } from '../../../../test/crash/crash-child.js';
import { writeSample } from './sample-session.js';

await dieAtCall(writeSample);
