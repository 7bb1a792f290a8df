import type { StoreDialect } from '../dialect.js';
import { whyUnread } from '../formats.js';
import type { SessionDirectory } from '../session-directory.js';
import type { SessionFormat, SessionSummary } from '../summary.js';

/** What tells the sessions of a format that is known by name and not read. */
export interface UnreadFormat {
  readonly id: SessionFormat;
  readonly claims: StoreDialect['claims'];
  /** Name of the file with the conversation. */
  readonly log: string;
  /** What the small files say all the same. */
  readonly describe?: (directory: SessionDirectory) => Partial<SessionSummary>;
}

/** A dialect of which sessions are named and counted, and nothing in them is read. The verdicts are those of fx 0.0.5, which refuses them. */
export function unreadDialect({ id, claims, log, describe }: UnreadFormat): StoreDialect {
  const reason = whyUnread(id);
  const findings = reason === null ? [] : [reason];
  return {
    id,
    claims,
    summarize: (directory) => ({
      id: directory.id,
      dir: directory.dir,
      format: id,
      health: 'warning',
      title: null,
      preview: null,
      workspaceRoot: null,
      originWorkspaceRoot: null,
      conversationLanguage: null,
      model: null,
      effort: null,
      provider: null,
      createdAtMs: null,
      updatedAtMs: null,
      turns: null,
      totalInputTokens: null,
      totalOutputTokens: null,
      logBytes: directory.sizeOf(log),
      logFile: directory.has(log) ? log : null,
      listedByFx: false,
      stale: false,
      pending: null,
      child: null,
      childIds: [],
      findings,
      ...describe?.(directory),
    }),
    async open(directory) {
      const { EventLogSession } = await import('./event-log-v1/event-log-session.js');
      return new EventLogSession(directory, id);
    },
    removal: { locks: ['session.lock'] },
    async verify(directory, options) {
      const { verifyEventLog } = await import('./event-log-v1/judge/verify-session.js');
      return { ...(await verifyEventLog(directory, { ...options, checkDigests: false })), format: id, findings };
    },
  };
}
