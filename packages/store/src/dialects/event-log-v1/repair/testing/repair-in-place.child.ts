import { dieAtCall } from '../../../../../../../test/crash/crash-child.js';
import { repairInPlace } from './repair-operations.js';

await dieAtCall(repairInPlace);
