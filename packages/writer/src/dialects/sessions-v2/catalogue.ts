import { basename, dirname, join } from 'node:path';
import { type CataloguedSession, encodeIndexRecord } from '@fxlog/format/internal';
import { closing, orUndo } from '../../fs/durable-replace.js';
import type { FileSystem } from '../../fs/file-system.js';
import { withFlock } from '../../fs/with-flock.js';
import { WriteError } from '../../write-error.js';

/** The folder of a sessions root in which this store lies. */
export const STORE = 'v2';
const INDEX = 'index.jsonl';
const LF = 0x0a;
/** The kinds of programs in the order of the numbers in `opened` (newer-formats §7.7). */
const HOSTS: readonly CataloguedSession['host'][] = ['app', 'ask', 'acp', 'sdk', 'child'];

/**
 * Enters a session that was written into the catalogue of its store, under fx's own lock (newer-formats §7.7): one more line, of which the newest counts.
 * A store without a catalogue gets none, since fx derives it of all sessions; where another process holds the lock, the catalogue is left to it.
 */
export async function catalogueSession(
  fileSystem: FileSystem,
  dir: string,
  session: Omit<CataloguedSession, 'opened'>,
): Promise<void> {
  const store = dirname(dir);
  const path = join(store, INDEX);
  if (basename(store) !== STORE || (await fileSystem.lstat(path))?.kind !== 'file') return;
  const opened = HOSTS.map((host) => (host === session.host ? session.created : 0));
  const line = encodeIndexRecord({ op: 'put', ...session, opened });
  try {
    await withFlock(join(store, 'index.lock'), { fileSystem, timeoutMs: 200 }, () => append(fileSystem, path, line));
  } catch (error) {
    if (!(error instanceof WriteError) || !error.rule.startsWith('lock/')) throw error;
  }
}

async function append(fileSystem: FileSystem, path: string, line: Uint8Array): Promise<void> {
  const file = await fileSystem.open(path, 'update');
  await closing(file, async () => {
    const { kind, size } = await file.stat();
    if (kind !== 'file') return;
    const end = Number(size);
    const last = Buffer.of(LF);
    if (end > 0) await file.read(last, end - 1);
    // A line that a crash cut short is passed over; what follows must not become part of it.
    const bytes = last[0] === LF ? line : Buffer.concat([Buffer.of(LF), line]);
    await orUndo(
      async () => {
        await file.write(bytes, end);
        await file.sync();
      },
      () => file.truncate(end),
    );
  });
}
