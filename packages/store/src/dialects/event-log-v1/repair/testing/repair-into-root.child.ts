import { dieAtCall } from '../../../../../../../test/crash/crash-child.js';
import { repairIntoRoot } from './repair-operations.js';

await dieAtCall(repairIntoRoot);
