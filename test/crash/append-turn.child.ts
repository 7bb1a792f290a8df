import { dieAtCall } from './crash-child.js';
import { append } from './crashed-operations.js';

await dieAtCall(append);
