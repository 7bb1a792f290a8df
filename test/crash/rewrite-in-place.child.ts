import { dieAtCall } from './crash-child.js';
import { rewriteInPlace } from './crashed-operations.js';

await dieAtCall(rewriteInPlace);
