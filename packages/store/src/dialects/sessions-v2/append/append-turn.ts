import { join, resolve } from 'node:path';
import { readConversation, type Turn } from '@fxlog/assembler';
import type { ConversationTurn } from '@fxlog/assembler/internal';
import type { Finding, Int64 } from '@fxlog/format';
import {
  Blobs,
  ImageNumbers,
  nodeFileSystem,
  ReferencedFiles,
  StoreLines,
  turnEvents,
  withFlock,
} from '@fxlog/writer/internal';
import {
  type AppendedConversationTurn,
  type ConversationAppendOptions,
  checkExpected,
  type LogEnd,
  wholeTurn,
  writeBehind,
} from '../../../appended-turn.js';
import { withPointOfNoReturn } from '../../../point-of-no-return.js';
import { openSession, type Session } from '../../../session.js';
import { updateCatalogue } from '../catalogue.js';
import { LOG } from '../place.js';
import { BlobBuffer } from './blob-buffer.js';
import { type AppendableStoreLog, openForAppend } from './open-for-append.js';

/** What is to be written. */
interface Prepared {
  readonly lines: Uint8Array;
  readonly end: Pick<LogEnd, 'seq' | 'bytes'>;
  readonly updatedAtMs: Int64;
  readonly blobs: BlobBuffer;
}

/**
 * Appends one turn to a session of the store `v2/`: under its `lock`, its blobs first, then its lines in one write behind the last whole line, synced, and
 * closed in order (newer-formats §7.3). A crash at any moment leaves the session as it was, with the turn, or with a part of it that fx ends as interrupted.
 * The catalogue of the store, which is only a cache, is told of it.
 *
 * @param turn the neutral one, of whatever format, or fx's own in the words of the log
 * @throws WriteError for what fx would refuse, for a session that fx has open or would not go on with, and for one that is not what was read. With
 *   `published` true the turn stands nevertheless.
 *
 * @example
 * await appendStoreTurn(dir, turn, { readFile: async (path) => session.attachment(path) });
 */
export async function appendStoreTurn(
  dir: string,
  turn: Turn | ConversationTurn,
  options: ConversationAppendOptions = {},
): Promise<AppendedConversationTurn> {
  const { fileSystem = nodeFileSystem, timeoutMs = 2000, recover = false } = options;
  const path = resolve(dir);
  // Before a lock file is made in it: is it a session at all?
  const { id } = await openSession(path);
  await openForAppend(path, true);
  return withPointOfNoReturn(path, 'The turn was appended', (passed) =>
    withFlock(join(path, 'lock'), { timeoutMs, fileSystem, busyError: 'SessionBusy' }, async () => {
      const log = await openForAppend(path, recover);
      checkExpected(path, log, options.expected);
      const findings: Finding[] = [];
      const { lines, end, updatedAtMs, blobs } = await prepare(path, log, turn, options, findings);
      await blobs.flush(fileSystem);
      await writeBehind(fileSystem, join(path, LOG), log, lines, passed);
      await updateCatalogue(fileSystem, path);
      return { id, dir: path, offset: log.bytes, end, updatedAtMs, discardedBytes: log.size - log.bytes, findings };
    }),
  );
}

/** The lines of the turn, and the blobs that go with them; nothing is written yet. */
async function prepare(
  dir: string,
  log: AppendableStoreLog,
  turn: Turn | ConversationTurn,
  options: ConversationAppendOptions,
  findings: Finding[],
): Promise<Prepared> {
  const session = await openSession(dir);
  const numbers = await imageNumbers(session);
  const { turn: own, timeMs, readFile } = await wholeTurn(dir, turn, numbers, options);
  const buffer = new BlobBuffer(dir);
  const blobs = new Blobs(buffer, log.moved);
  // A handle may name a blob that the session has.
  const files = new ReferencedFiles(
    blobs,
    async (path) => (await readFile(path)) ?? session.attachment(path),
    findings,
  );
  const writer = new StoreLines(blobs, log.updatedAtMs, log.start);
  writer.moveTo(timeMs);
  const lines: Uint8Array[] = [];
  if (log.crashed !== null) {
    lines.push(writer.line({ kind: 'turn_interrupted', turn: log.crashed.turn, reason: 'crash' }));
  }
  const events = [...turnEvents(own)];
  for (const event of events) await files.take(event);
  // In front of the turn, so that no turn stands whose files are not found.
  for await (const line of writer.movedFiles()) lines.push(line);
  lines.push(writer.begin());
  for (const event of events) for await (const line of writer.event(event)) lines.push(line);
  lines.push(...writer.snapshot(), writer.line({ kind: 'closed' }));
  return { lines: Buffer.concat(lines), end: writer.end, updatedAtMs: writer.lastMs, blobs: buffer };
}

/** Those that the images of its turns have. */
async function imageNumbers(session: Session): Promise<ImageNumbers> {
  const numbers = new ImageNumbers();
  const log = session.read();
  if (!log.ok) return numbers;
  for await (const items of readConversation(log.source, { ...log, view: 'archive' })) {
    for (const item of items) {
      if (item.type === 'turn') for (const { id } of item.turn.user.images) numbers.note(id);
    }
  }
  return numbers;
}
