import { closeSync } from 'node:fs';
import type { RepairLine } from '@fxlog/assembler/internal';
import { type MovedFiles, readMovedFiles } from '@fxlog/format/internal';
import { WriteError } from '@fxlog/writer';
import type { StoreLinesStart } from '@fxlog/writer/internal';
import type { LogEnd } from '../../../appended-turn.js';
import { openFile } from '../../../paths/safe-file.js';
import { SessionDirectory } from '../../../session-directory.js';
import { BlobStore } from '../blobs.js';
import { chunksOf } from '../line-cutter.js';
import { lookAtLog } from '../look.js';
import { isInStore, LOG } from '../place.js';
import { verifySessionLog } from '../verify.js';

/** A log that a turn may be written behind. */
export interface AppendableStoreLog extends LogEnd {
  readonly start: StoreLinesStart;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly updatedAtMs: number | bigint;
  readonly moved: MovedFiles;
  /** The turn that a crash left open, which fx ends first; null where there is none. */
  readonly crashed: Extract<RepairLine, { kind: 'turn_interrupted' }> | null;
}

/** A snapshot lies within about so much of the end of a log (newer-formats §7.5). */
const TAIL_BYTES = 65_536;
const SNAPSHOT = '"kind":"snapshot",';

/**
 * The log of a session that fx would go on with. `lock` should be held, or the answer may be old.
 *
 * @param recover whether what an interrupted writer left may be cut off and ended; else it is a reason to refuse
 * @throws WriteError `change/format`, `change/not-resumable`, `change/tail`.
 */
export async function openForAppend(dir: string, recover: boolean): Promise<AppendableStoreLog> {
  const directory = new SessionDirectory(dir);
  if (!isInStore(directory)) {
    const message = `${dir} is not a session of fx's store v2.`;
    throw new WriteError({ rule: 'change/format', message, file: dir });
  }
  const { resumable, listed, readable, committed } = await verifySessionLog(directory, { checkDigests: false });
  for (const verdict of [resumable, listed, readable]) {
    if (!verdict.ok) throw notResumable(dir, `${verdict.reason} (${verdict.error})`);
  }
  const open = lookAtLog(directory)?.open;
  const end = readEnd(`${dir}/${LOG}`);
  if (open?.verdict !== 'accept' || end === null) throw notResumable(dir, `${LOG} cannot be read`);
  const { state, lastSeq, updatedMs, repair, cutAt: bytes = end.size } = open;
  // fx does not see this when it opens the session, but shows nothing of what follows.
  if (committed?.bytes !== bytes) throw notResumable(dir, `the log is damaged at byte ${committed?.bytes ?? 0}`);
  if (!Number.isSafeInteger(Number(state.last_turn))) throw notResumable(dir, `no turn can follow ${state.last_turn}`);
  if (repair.some(({ kind }) => kind === 'child_finished')) {
    throw notResumable(dir, 'a session that it started has not ended, and fx alone can ask what became of it');
  }
  const crashed = repair.find((line) => line.kind === 'turn_interrupted') ?? null;
  if ((end.size > bytes || crashed !== null) && !recover) {
    const message = `${dir}/${LOG} ends with ${end.size > bytes ? 'a line' : 'a turn'} that has no end; fx would cut it off or end it.`;
    throw new WriteError({ rule: 'change/tail', message, file: LOG });
  }
  const blobs = new BlobStore(dir);
  const moved = state.moved_files === null ? new Map() : readMovedFiles(state.moved_files, blobs.read);
  if (typeof moved === 'string') throw notResumable(dir, 'the map of its moved files cannot be used');
  const start = { state, lastSeq, offset: bytes, snapshotAt: Math.min(end.snapshotAt, bytes) };
  return { seq: lastSeq, bytes, size: end.size, ino: end.ino, start, updatedAtMs: updatedMs, moved, crashed };
}

/** How long a log is, and where about its newest snapshot lies, which need not be exact: snapshots are a cache. */
function readEnd(path: string): { readonly size: number; readonly ino: bigint; readonly snapshotAt: number } | null {
  const opened = openFile(path);
  if (opened.state !== 'open') return null;
  try {
    const { size, ino } = opened.stats;
    const from = Math.max(0, size - TAIL_BYTES);
    const tail = Buffer.concat([...chunksOf(opened.fd, from, size)]);
    return { size, ino: BigInt(ino), snapshotAt: from + Math.max(0, tail.lastIndexOf(SNAPSHOT)) };
  } finally {
    closeSync(opened.fd);
  }
}

function notResumable(dir: string, reason: string): WriteError {
  const message = `fx would not go on with ${dir}, or not well: ${reason}.`;
  return new WriteError({ rule: 'change/not-resumable', message, file: dir });
}
