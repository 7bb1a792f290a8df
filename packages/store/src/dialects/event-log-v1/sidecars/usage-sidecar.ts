import { validators } from '@fxlog/format';
import { FILE_LIMITS, judgeUsage, type UsageSidecar } from '@fxlog/format/internal';
import { parseJson } from '@fxlog/json';
import { checkDocument } from '../../../paths/check-document.js';
import { type ControlFile, readControlFile } from '../../../paths/control-file.js';
import { ShapeError } from '../../../paths/shape.js';

/** Reads the usage sidecar of a session. */
export function readUsage(dir: string): ControlFile<UsageSidecar> {
  return readControlFile(`${dir}/usage-v2.json`, FILE_LIMITS.usage, decodeUsage);
}

/** Decodes `usage-v2.json`, the sums of its snapshot included (session-directory §4.2). */
function decodeUsage(bytes: Uint8Array): UsageSidecar {
  const usage = checkDocument<UsageSidecar>(validators.usage_v2, parseJson(bytes));
  const fault = judgeUsage(usage.snapshot, '/snapshot', 'InvalidSessionFormat');
  if (fault !== null) throw new ShapeError(fault.path, `${fault.path} breaks ${fault.rule}`);
  return usage;
}
