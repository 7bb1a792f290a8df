import type { Finding, Int64 } from '@fxlog/format';
import type { IdentifierSource } from '@fxlog/writer';
import type { FileSystem, LogBoundary } from '@fxlog/writer/internal';

/** The size of a log. */
export interface LogSize {
  readonly events: number;
  readonly bytes: number;
}

/** A session whose rewritten log now stands. */
export interface RewrittenSession {
  readonly id: string;
  readonly dir: string;
  /** The end of the new log. */
  readonly boundary: LogBoundary;
  readonly historyLength: number;
  readonly updatedAtMs: Int64;
  readonly before: LogSize;
  readonly after: LogSize;
  readonly droppedCheckpoints: number;
  /** Where the session as it was lies now; null when no copy was asked for. */
  readonly keptCopy: string | null;
  readonly findings: readonly Finding[];
}

/** The parts that both ways of writing need. */
export interface RewriteContext {
  readonly fileSystem: FileSystem;
  readonly identifiers: IdentifierSource;
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
  readonly timeoutMs: number;
  readonly keepCopy: boolean;
}

/** A generation that is another one, also where identifiers repeat. */
export function newGeneration(identifiers: IdentifierSource, { generation }: LogBoundary): string {
  const next = identifiers.next('generation');
  return next === generation ? identifiers.next('generation') : next;
}

/** How long a log is that ends there. */
export function sizeOf({ seq, offset }: LogBoundary): LogSize {
  return { events: seq, bytes: offset };
}
