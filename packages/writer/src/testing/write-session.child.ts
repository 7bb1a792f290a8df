import { dieAtCall } from './crash-child.js';
import { writeSample } from './sample-session.js';

await dieAtCall(writeSample);
