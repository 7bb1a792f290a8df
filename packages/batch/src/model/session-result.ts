import type { Finding } from '@fxlog/format';
import type { ConversationKey } from './conversation-key.js';
import type { InputOrigin, Reason } from './session-input.js';
import type { FindingCounts } from './task.js';

/** What became of one session. */
export type SessionResult = {
  readonly key: string;
  readonly kind: 'session' | 'log';
  readonly origin: InputOrigin;
  /** Position among everything found, from 0, over all shards. */
  readonly index: number;
  /** Bytes of the log that were read. */
  readonly bytes: number;
  readonly counts: FindingCounts;
  /** What is to be said about the way the input lay there. They are part of `counts`. */
  readonly findings: readonly Finding[];
  /** Where the task gave one. */
  readonly conversation?: ConversationKey;
} & (
  | { readonly status: 'done' }
  /** Damaged, unreadable, or the worker that had it died. */
  | ({ readonly status: 'failed' } & Reason)
  /** Not to be processed: a duplicate, for instance. */
  | ({ readonly status: 'skipped' } & Reason)
);

/** Numbers over a whole run. `found` is always `done + failed + skipped`. */
export interface BatchSummary {
  readonly found: number;
  readonly done: number;
  readonly failed: number;
  readonly skipped: number;
  /** Of those found, how many an earlier run of the same job had settled already. */
  readonly resumed: number;
  /** Sessions that belong to other shards; they are not part of `found`. */
  readonly elsewhere: number;
  /** Bytes of logs that were read. */
  readonly bytes: number;
  /** Findings in and around all sessions, those of the inputs as a whole among them. */
  readonly counts: FindingCounts;
  /** Findings about inputs as a whole: an archive that is cut short, entries that were refused. */
  readonly inputFindings: readonly Finding[];
  /** How many sessions failed or were skipped by which rule. */
  readonly reasons: Readonly<Record<string, number>>;
}
