import { dieAtCall } from '../../../../../../../test/crash/crash-child.js';
import { repairBeside } from './repair-operations.js';

await dieAtCall(repairBeside);
