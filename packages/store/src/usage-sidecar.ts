import type { UsageSidecar } from '@fxlog/format';
import { type ControlFile, readControlFile } from './control-file.js';
import { decodeUsage } from './decode-sidecar.js';
import { FILE_LIMITS } from './limits.js';

/** Reads the usage sidecar of a session. */
export const readUsage = (dir: string): ControlFile<UsageSidecar> =>
  readControlFile(`${dir}/usage-v2.json`, FILE_LIMITS.usage, decodeUsage);
