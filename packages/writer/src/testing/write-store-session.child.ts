import { dieAtCall } from '../../../../test/crash/crash-child.js';
import { writeSampleStoreSession } from './sample-content.js';

await dieAtCall(writeSampleStoreSession);
