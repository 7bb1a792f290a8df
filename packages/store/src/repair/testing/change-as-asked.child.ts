import { dieAtCall } from '../../../../../test/crash/crash-child.js';
import { changeAsAsked } from './newer-operations.js';

await dieAtCall(changeAsAsked);
