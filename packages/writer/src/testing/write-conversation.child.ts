import { dieAtCall } from '../../../../test/crash/crash-child.js';
import { writeSampleContent } from './sample-content.js';

await dieAtCall(writeSampleContent);
