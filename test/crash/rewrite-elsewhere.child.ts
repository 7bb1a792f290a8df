import { dieAtCall } from './crash-child.js';
import { rewriteElsewhere } from './crashed-operations.js';

await dieAtCall(rewriteElsewhere);
