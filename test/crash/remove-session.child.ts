import { dieAtCall } from './crash-child.js';
import { remove } from './crashed-operations.js';

await dieAtCall(remove);
