import { dieAtCall } from '../../../../../test/crash/crash-child.js';
import { repairInPlace } from './damaged-session.js';

await dieAtCall(repairInPlace);
