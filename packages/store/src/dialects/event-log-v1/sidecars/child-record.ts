import type { FxErrorName } from '@fxlog/format';
import { FILE_LIMITS } from '@fxlog/format/internal';
import { type JsonObject, parseJson } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import { unsafeWords } from '../../../paths/control-file.js';
import { octal } from '../../../paths/mode.js';
import { lookAtFile, readFileWithin, statsOf } from '../../../paths/safe-file.js';
import type { ChildLink } from '../../../summary.js';
import { judgeControl } from './control-record.js';

/** What the child check of a resume says (session-directory §5.4). */
export interface ChildCheck {
  /** Null when the session may be resumed as far as children go. */
  readonly refusal: { readonly error: FxErrorName; readonly file: string; readonly reason: string } | null;
}

const FILE = 'subagent/control.json';

/** The child check of fx: judges `subagent/` and the record in it. */
export function checkChildRecord(dir: string, id: string): ChildCheck {
  const refuse = (error: FxErrorName, file: string, reason: string): ChildCheck => ({
    refusal: { error, file, reason },
  });
  const look = lookAtFile(`${dir}/subagent`);
  if (look.state === 'absent') return { refusal: null };
  if (look.state === 'refused') return refuse('AccessDenied', 'subagent', `it cannot be looked at (${look.code})`);
  if (look.state === 'file' || look.kind !== 'directory') {
    const what = look.state === 'file' ? 'a file' : unsafeWords(look.kind);
    return refuse('ControlPathUnsafe', 'subagent', `it is ${what}, not a directory`);
  }
  const mode = look.stats.mode & 0o777;
  if (mode !== 0o700) {
    return refuse('PrivateStatePermissionsUnsupported', 'subagent', `it has mode ${octal(mode)} instead of 0700`);
  }
  const read = readFileWithin(`${dir}/${FILE}`, FILE_LIMITS.control);
  switch (read.state) {
    case 'absent':
      return { refusal: null };
    case 'unsafe':
      return refuse('ControlPathUnsafe', FILE, `it is ${unsafeWords(read.kind)}`);
    case 'refused':
      return refuse('AccessDenied', FILE, `it cannot be read (${read.code})`);
    case 'too-large':
      return refuse('ControlRecordTooLarge', FILE, `it has ${read.size} bytes`);
    case 'read':
  }
  if ((read.mode & 0o777) !== 0o600) {
    return refuse(
      'PrivateStatePermissionsUnsupported',
      FILE,
      `it has mode ${octal(read.mode & 0o777)} instead of 0600`,
    );
  }
  const verdict = judgeControl(read.bytes, id);
  if (!verdict.ok) return refuse(verdict.error, FILE, verdict.reason);
  if (verdict.mode === 'one_off') return refuse('OneOffSessionNotResumable', FILE, 'it is a one-off child session');
  return { refusal: null };
}

/** Reads what links a session to its parent, leniently: a record that fx would refuse still names a parent. */
export function readChildLink(dir: string): ChildLink | null {
  if (statsOf(`${dir}/subagent`)?.isDirectory() !== true) return null;
  const read = readFileWithin(`${dir}/${FILE}`, FILE_LIMITS.control);
  if (read.state !== 'read') return null;
  let value: unknown;
  try {
    value = parseJson(read.bytes);
  } catch {
    return null;
  }
  if (!isJsonObject(value as never)) return null;
  const { parent_id: parent, mode, configuration } = value as JsonObject;
  const leave = isJsonObject(configuration) ? configuration.permission_mode : null;
  return {
    parentId: typeof parent === 'string' ? parent : null,
    mode: mode === 'one_off' || mode === 'persistent' ? mode : null,
    permissionMode: leave === 'ask' || leave === 'auto' || leave === 'yolo' ? leave : null,
  };
}
