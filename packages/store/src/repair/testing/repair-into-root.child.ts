import { dieAtCall } from '../../../../../test/crash/crash-child.js';
import { repairIntoRoot } from './damaged-session.js';

await dieAtCall(repairIntoRoot);
