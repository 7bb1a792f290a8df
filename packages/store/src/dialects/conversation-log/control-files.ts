/** The small files of a conversation log's directory (newer-formats §4.1, §4.2, §4.8), read once for all who ask. */
import { type Finding, FrameError, type RuleId, ruleById } from '@fxlog/format';
import {
  type ConversationManifest,
  type ConversationSidecarName,
  type ConversationSidecars,
  decodeConversationManifest,
  readConversationSidecar,
  type SidecarReading,
} from '@fxlog/format/internal';
import { JsonError, parseJson } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import { unsafeWords } from '../../paths/control-file.js';
import { explainRead, readBelow } from '../../paths/read-below.js';
import { type FileRead, lookAtFile, statsOf } from '../../paths/safe-file.js';
import type { SessionDirectory } from '../../session-directory.js';
import type { SessionFacts } from '../../session-facts.js';
import type { ChildLink } from '../../summary.js';

/** Name of the log. */
export const LOG = 'events.jsonl';
/** Name of the manifest. */
export const MANIFEST = 'session.json';

/** A manifest, or why there is none that fx would take. What could be read is there also when fx would not take it. */
export interface ManifestReading {
  readonly value: ConversationManifest | null;
  readonly finding: Finding | null;
}

/** `session.json`. */
export function readManifest(directory: SessionDirectory): ManifestReading {
  return directory.once('conversation-log/manifest', () => decodeManifest(directory.manifest, directory.id));
}

function decodeManifest(read: FileRead, id: string): ManifestReading {
  const file = MANIFEST;
  if (read.state !== 'read') {
    if (read.state === 'too-large') {
      const { title, fxError = 'SessionMetadataTooLarge' } = ruleById('conversation/manifest-size');
      const message = `${title}: it has ${read.size} bytes.`;
      return refused({ rule: 'conversation/manifest-size', severity: 'error', message, file, fxError });
    }
    const { rule, reason } = explainRead(read);
    const absent = read.state === 'absent' ? 'store/file-missing' : rule;
    return refused({ rule: absent, severity: 'error', message: `${file}: ${reason}.`, file });
  }
  try {
    const value = decodeConversationManifest(read.bytes);
    if (value.id === id) return { value, finding: null };
    const { title, fxError = 'InvalidSessionMetadata' } = ruleById('conversation/manifest-id');
    const message = `${title}: it names ${JSON.stringify(value.id)}.`;
    return {
      value,
      finding: { rule: 'conversation/manifest-id', severity: 'error', message, file, path: '/id', fxError },
    };
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    return refused({ ...error.toFinding(), severity: 'error', file });
  }
}

function refused(finding: Finding): ManifestReading {
  return { value: null, finding };
}

/** What the manifest says of the session; the time is that of the log where that was written later (newer-formats §4.7). */
export function factsOf(directory: SessionDirectory): SessionFacts {
  const { value } = readManifest(directory);
  const log = statsOf(`${directory.dir}/${LOG}`);
  const written = log?.isFile() === true && log.size > 0 ? Math.floor(log.mtimeMs) : null;
  const updated = value?.updated_at_ms ?? null;
  return {
    title: value?.title ?? null,
    workspaceRoot: value?.workspace_root ?? null,
    originWorkspaceRoot: value?.origin_workspace_root ?? null,
    language: value?.conversation_language ?? null,
    provider: value === null ? null : typeof value.provider === 'string' ? value.provider : value.provider.name,
    model: value?.model ?? null,
    effort: value?.effort ?? null,
    createdAtMs: value?.created_at_ms ?? null,
    updatedAtMs: updated === null || (written !== null && written > updated) ? written : updated,
  };
}

/** A file beside the log; null where it is absent. */
export function readSidecar<Name extends ConversationSidecarName>(
  directory: SessionDirectory,
  name: Name,
): SidecarReading<ConversationSidecars[Name]> | null {
  const { file, maxBytes } = SIDECARS[name];
  return directory.once(`conversation-log/${name}`, () => {
    const read = readBelow(directory.dir, file, maxBytes);
    if (read.state === 'absent') return null;
    if (read.state === 'read') return readConversationSidecar(name, read.bytes, directory.id);
    const rule: RuleId = SIDECARS[name].rule;
    const { severity, fxError } = ruleById(rule);
    const message = `${ruleById(rule).title}: ${explainRead(read).reason}.`;
    return { value: null, findings: [{ rule, severity, message, file, ...(fxError !== undefined && { fxError }) }] };
  });
}

const MEBIBYTE = 1_048_576;

/** Where the files lie, and how much of them is read. */
const SIDECARS: Readonly<
  Record<ConversationSidecarName, { readonly file: string; readonly maxBytes: number; readonly rule: RuleId }>
> = {
  recovery: { file: 'recovery.json', maxBytes: 64 * MEBIBYTE, rule: 'conversation/recovery-invalid' },
  permissions: { file: 'permissions.json', maxBytes: MEBIBYTE, rule: 'conversation/permissions-invalid' },
  'usage-v2': { file: 'usage-v2.json', maxBytes: MEBIBYTE, rule: 'conversation/usage-invalid' },
  children: { file: 'subagent/children.json', maxBytes: MEBIBYTE, rule: 'conversation/children-invalid' },
  owner: { file: 'owner.live', maxBytes: MEBIBYTE, rule: 'conversation/owner-invalid' },
};

/** What makes the session a child of another (newer-formats §4.7); null for one that stands alone. */
export function readChild(directory: SessionDirectory): ChildLink | null {
  const parentId = parentOf(directory);
  const isChild =
    readManifest(directory).value?.subagent_child === true ||
    statsOf(`${directory.dir}/subagent/owner.json`)?.isFile() === true ||
    parentId !== null;
  return isChild ? { parentId, mode: null, permissionMode: null } : null;
}

function parentOf({ dir }: SessionDirectory): string | null {
  for (const file of ['subagent/control.json', 'subagent/owner.json']) {
    const read = readBelow(dir, file, MEBIBYTE);
    if (read.state !== 'read') continue;
    try {
      const value = parseJson(read.bytes);
      if (isJsonObject(value) && typeof value.parent_id === 'string') return value.parent_id;
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
    }
  }
  return null;
}

/** Ids of the sessions that this one has started, as its registry names them. */
export function childIds(directory: SessionDirectory): readonly string[] {
  const children = readSidecar(directory, 'children')?.value?.children ?? [];
  return children.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}

/** Why the log cannot be read; null when it lies there as a plain file. */
export function logFault({ dir }: SessionDirectory): Finding | null {
  const look = lookAtFile(`${dir}/${LOG}`);
  const file = LOG;
  switch (look.state) {
    case 'file':
      return null;
    case 'absent':
      return { rule: 'store/file-missing', severity: 'error', message: 'There is no log that can be read.', file };
    case 'unsafe': {
      const message = `${file} is ${unsafeWords(look.kind)} and is not read.`;
      return { rule: 'store/path-unsafe', severity: 'error', message, file, fxError: 'SessionPathUnsafe' };
    }
    case 'refused': {
      const message = `${file} cannot be looked at (${look.code}).`;
      return { rule: 'store/unreadable-file', severity: 'error', message, file, fxError: look.code };
    }
  }
}
