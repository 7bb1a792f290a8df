import type { Int64, Uint64 } from '@fxlog/format';
import { isWellFormed } from '@fxlog/json/internal';
import { WriteError } from '@fxlog/writer';
import type { FileSystem } from '@fxlog/writer/internal';

/** How a session is moved. Everything is optional. */
export interface RebindOptions {
  /** Milliseconds since 1970-01-01 UTC. Default: the system's clock. */
  readonly clock?: () => number;
  /** How long to wait for each lock, in milliseconds. Default 2000, as fx does. */
  readonly timeoutMs?: number;
  /** Default: the real one. */
  readonly fileSystem?: FileSystem;
}

/** The end of a log. */
export interface LogExtent {
  readonly seq: Uint64;
  readonly bytes: number;
}

/** A session that is in another workspace now. */
export interface ReboundSession {
  readonly id: string;
  readonly dir: string;
  readonly before: LogExtent;
  readonly after: LogExtent;
  readonly updatedAtMs: Int64;
}

/** @throws WriteError `change/nothing-to-do` where a session is in a workspace already. */
export function assertMoves(dir: string, from: string, to: string): void {
  if (from !== to) return;
  throw new WriteError({ rule: 'change/nothing-to-do', message: `${dir} is in ${from} already.`, file: dir });
}

/** @throws WriteError for what fx takes for no workspace: it is 1 to 4096 bytes of an absolute path. */
export function assertWorkspace(dir: string, path: string): void {
  if (path.startsWith('/') && Buffer.byteLength(path) <= 4096 && isWellFormed(path)) return;
  const message = `fx would not move ${dir} to ${JSON.stringify(path.slice(0, 300))}: an absolute path has 1 to 4096 bytes.`;
  throw new WriteError({ rule: 'state/workspace-root', message, file: dir });
}
