/**
 * The files beside a conversation log (newer-formats §4.8), read from their bytes. None of them keeps the turns from being read: what is
 * wrong with one is a finding, and then it has no value.
 */
import { pointer } from '@fxlog/json/internal';
import type { Finding, Severity } from '../../finding.js';
import { firstBrokenRule } from '../../loose/check.js';
import { LooseError } from '../../loose/loose-error.js';
import { readLoose } from '../../loose/read.js';
import type { Shape } from '../../loose/shape.js';
import { writeLoose } from '../../loose/write.js';
import { type RuleId, ruleById } from '../../rules/index.js';
import type { Uint64 } from '../../scalars.js';
import {
  ChildrenRegistry as CHILDREN,
  LiveOwner as OWNER,
  SavedPermissions as PERMISSIONS,
  RecoveryFile as RECOVERY,
  ConversationUsage as USAGE,
} from './generated/shapes.js';
import type {
  ChildrenRegistry,
  ConversationUsage,
  LiveOwner,
  RecoveryFile,
  SavedPermissions,
} from './generated/types.js';

/** What each file holds, by its name without the ending. */
export interface ConversationSidecars {
  readonly recovery: RecoveryFile;
  readonly permissions: SavedPermissions;
  readonly 'usage-v2': ConversationUsage;
  readonly children: ChildrenRegistry;
  readonly owner: LiveOwner;
}

export type ConversationSidecarName = keyof ConversationSidecars;

/** A file that was read: its value, or what is wrong with it. */
export interface SidecarReading<Value> {
  /** Null where the file cannot be used. */
  readonly value: Value | null;
  readonly findings: readonly Finding[];
}

interface SidecarFormat<Value> {
  /** Path below the session directory. */
  readonly file: string;
  readonly shape: Shape;
  /** Longest file that fx reads, in bytes. */
  readonly maxBytes: number;
  readonly rule: RuleId;
  /** What the shape cannot say: the rule that is broken, and where; null for none. */
  judge(value: Value, sessionId: string | undefined): { readonly rule: RuleId; readonly path: string } | null;
}

const MEBIBYTE = 1_048_576;

/** Versions of the snapshot of usage whose numbers mean the same. */
const USAGE_VERSIONS = { oldest: 2, newest: 4 };

const FORMATS: { readonly [Name in ConversationSidecarName]: SidecarFormat<ConversationSidecars[Name]> } = {
  recovery: {
    file: 'recovery.json',
    shape: RECOVERY,
    maxBytes: 64 * MEBIBYTE,
    rule: 'conversation/recovery-invalid',
    judge: () => null,
  },
  permissions: {
    file: 'permissions.json',
    shape: PERMISSIONS,
    maxBytes: MEBIBYTE,
    rule: 'conversation/permissions-invalid',
    judge: judgePermissions,
  },
  'usage-v2': {
    file: 'usage-v2.json',
    shape: USAGE,
    maxBytes: MEBIBYTE,
    rule: 'conversation/usage-invalid',
    judge: ({ schema_version, session_id, snapshot }, sessionId) => {
      if (schema_version !== 1) return { rule: 'conversation/usage-invalid', path: '/schema_version' };
      if (isOther(session_id, sessionId)) return { rule: 'conversation/usage-invalid', path: '/session_id' };
      const { schema_version: version } = snapshot;
      const isKnown = version >= USAGE_VERSIONS.oldest && version <= USAGE_VERSIONS.newest;
      return isKnown ? null : { rule: 'conversation/usage-invalid', path: '/snapshot/schema_version' };
    },
  },
  children: {
    file: 'subagent/children.json',
    shape: CHILDREN,
    maxBytes: MEBIBYTE / 2,
    rule: 'conversation/children-invalid',
    judge: ({ schema_version, parent_id, children }, sessionId) => {
      if (schema_version < 1 || schema_version > 2) {
        return { rule: 'conversation/children-invalid', path: '/schema_version' };
      }
      if (isOther(parent_id, sessionId)) return { rule: 'conversation/children-invalid', path: '/parent_id' };
      const repeated = indexOfRepeat(children, ({ id }) => String(id));
      return repeated < 0 ? null : { rule: 'conversation/children-invalid', path: `/children/${repeated}/id` };
    },
  },
  owner: {
    file: 'owner.live',
    shape: OWNER,
    maxBytes: MEBIBYTE,
    rule: 'conversation/owner-invalid',
    judge: () => null,
  },
};

/**
 * Reads one of the files.
 *
 * @param sessionId id of the session, where it is known: some files name it.
 */
export function readConversationSidecar<Name extends ConversationSidecarName>(
  name: Name,
  bytes: Uint8Array,
  sessionId?: string,
): SidecarReading<ConversationSidecars[Name]> {
  const { file, shape, maxBytes, rule, judge } = FORMATS[name];
  const unusable = (detail: string, path: string, offset = 0) => ({
    value: null,
    findings: [sidecarFinding(rule, file, detail, path, offset)],
  });
  if (bytes.length > maxBytes) return unusable(`it has ${bytes.length} bytes, at most ${maxBytes} are read`, '');
  let value: ConversationSidecars[Name];
  try {
    value = readLoose(bytes, shape) as ConversationSidecars[Name];
  } catch (error) {
    if (!(error instanceof LooseError)) throw error;
    const detail = [ruleById(error.rule).title, ...(error.detail === undefined ? [] : [error.detail])].join(': ');
    return unusable(detail, error.path, error.offset);
  }
  const broken = firstBrokenRule(value, shape, {});
  if (broken !== null) return unusable('the value is not allowed', pointer(...broken.path));
  const fault = judge(value, sessionId);
  return fault === null ? { value, findings: [] } : unusable('the value is not allowed', fault.path);
}

/**
 * The canonical bytes of one of the files, without a line end.
 *
 * @returns null where fx would refuse the file.
 */
export function encodeConversationSidecar<Name extends ConversationSidecarName>(
  name: Name,
  value: ConversationSidecars[Name],
): Uint8Array | null {
  const bytes = Buffer.from(writeLoose(value, FORMATS[name].shape), 'utf8');
  return readConversationSidecar(name, bytes).value === null ? null : bytes;
}

/** How the turn in flight stands to the log: `inconsistent` keeps fx from loading the session. */
export type RecoveryState = 'fresh' | 'stale' | 'inconsistent';

/**
 * Whether `recovery.json` still belongs to the end of a log (newer-formats §4.6).
 *
 * @param settledSeq number of the last line of the log that ends a turn or is a checkpoint.
 */
export function judgeRecovery(recovery: RecoveryFile, settledSeq: Uint64): RecoveryState {
  if (recovery.conversation_seq === settledSeq) return 'fresh';
  return recovery.conversation_seq < settledSeq ? 'stale' : 'inconsistent';
}

/** Whether fx only shows the turn in flight and never goes on with it. */
export function isHistoryOnly({ checkpoint }: RecoveryFile): boolean {
  return checkpoint.route_identity !== null && checkpoint.delivery !== null;
}

/** The finding that a file beside the log gives rise to. */
export function sidecarFinding(
  rule: RuleId,
  file: string,
  detail: string,
  path = '',
  offset?: number,
  severity: Severity = ruleById(rule).severity,
): Finding {
  return {
    rule,
    severity,
    message: `${ruleById(rule).title}: ${detail}.`,
    file,
    ...(offset === undefined ? {} : { offset }),
    ...(path === '' ? {} : { path }),
    ...fxErrorOf(rule),
  };
}

function fxErrorOf(rule: RuleId): Pick<Finding, 'fxError'> {
  const { fxError } = ruleById(rule);
  return fxError === undefined ? {} : { fxError };
}

function judgePermissions({ schema_version, next_generation, rules }: SavedPermissions) {
  const rule: RuleId = 'conversation/permissions-invalid';
  if (schema_version < 1 || schema_version > 2) return { rule, path: '/schema_version' };
  for (const [index, { id, generation }] of rules.entries()) {
    if (id > generation) return { rule, path: `/rules/${index}/id` };
    if (generation >= next_generation) return { rule, path: `/rules/${index}/generation` };
  }
  const sameId = indexOfRepeat(rules, ({ id }) => String(id));
  if (sameId >= 0) return { rule, path: `/rules/${sameId}/id` };
  const sameText = indexOfRepeat(rules, ({ kind, canonical }) => `${kind} ${canonical}`);
  return sameText < 0 ? null : { rule, path: `/rules/${sameText}/canonical` };
}

function isOther(named: unknown, sessionId: string | undefined): boolean {
  return sessionId !== undefined && named !== sessionId;
}

/** Index of the first entry whose key an earlier one has; -1 for none. */
function indexOfRepeat<Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => string): number {
  const seen = new Set<string>();
  return entries.findIndex((entry) => {
    const key = keyOf(entry);
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}
