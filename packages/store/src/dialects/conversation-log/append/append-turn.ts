import { join, resolve } from 'node:path';
import type { Turn } from '@fxlog/assembler';
import { type ConversationTurn, closingLine } from '@fxlog/assembler/internal';
import type { Finding, Int64 } from '@fxlog/format';
import { encodeConversationManifest } from '@fxlog/format/internal';
import {
  durableReplace,
  type FileSystem,
  LogLines,
  laterOf,
  nodeFileSystem,
  ReferencedFiles,
  syncDirectory,
  withFlock,
} from '@fxlog/writer/internal';
import {
  type AppendedConversationTurn,
  type ConversationAppendOptions,
  checkExpected,
  wholeTurn,
  writeBehind,
} from '../../../appended-turn.js';
import { AttachmentBuffer } from '../../../attachment-buffer.js';
import { withPointOfNoReturn } from '../../../point-of-no-return.js';
import { markIndexOutdated, removePointer, rootOf } from '../../../root/outdated-caches.js';
import { LOG, MANIFEST } from '../control-files.js';
import { type AppendableLog, openForAppend } from './open-for-append.js';

/** What is to be written. */
interface Prepared {
  readonly lines: Uint8Array;
  readonly lastSeq: number;
  readonly updatedAtMs: Int64;
  readonly attachments: AttachmentBuffer;
}

/**
 * Appends one turn to a conversation log as fx does it: under `session.lock`, in one write behind the last whole line, synced, with the manifest after it
 * (newer-formats §4.6). A crash at any moment leaves the session as it was, with the turn, or with a part of it that fx cuts off when it next opens the
 * session.
 *
 * @param turn the neutral one, of whatever format, or fx's own in the words of the log
 * @throws WriteError for what fx would refuse, for a session that fx has open or would not go on with, and for one that is not what was read. With
 *   `published` true the turn stands nevertheless.
 *
 * @example
 * await appendConversationTurn(dir, turn, { readFile: async (path) => session.attachment(path) });
 */
export async function appendConversationTurn(
  dir: string,
  turn: Turn | ConversationTurn,
  options: ConversationAppendOptions = {},
): Promise<AppendedConversationTurn> {
  const { fileSystem = nodeFileSystem, timeoutMs = 2000 } = options;
  const path = resolve(dir);
  // Before a lock file is made in it: is it a session at all?
  await openForAppend(path, true);
  return withPointOfNoReturn(path, 'The turn was appended', (passed) =>
    withFlock(join(path, 'session.lock'), { timeoutMs, fileSystem, busyError: 'SessionBusy' }, async () => {
      const log = await openForAppend(path, options.recover ?? false);
      checkExpected(path, log, options.expected);
      const findings = [...log.findings];
      const prepared = await prepare(path, log, turn, options, findings);
      await prepared.attachments.flush(fileSystem);
      const root = rootOf(path);
      const write = () => writeTurn(fileSystem, path, log, prepared, passed);
      if (root === null) await write();
      else {
        await withFlock(join(root, 'latest.lock'), { timeoutMs, fileSystem }, async () => {
          // Before the log grows: whoever finds the turn must also find that the caches are out of date.
          await markIndexOutdated(fileSystem, root);
          await removePointer(fileSystem, root, log.manifest.workspace_root);
          await write();
        });
      }
      return {
        id: log.manifest.id,
        dir: path,
        offset: log.bytes,
        end: { seq: prepared.lastSeq, bytes: log.bytes + prepared.lines.length },
        updatedAtMs: prepared.updatedAtMs,
        discardedBytes: log.size - log.bytes,
        findings,
      };
    }),
  );
}

/** The lines of the turn, and the files that go with them; nothing is written yet. */
async function prepare(
  dir: string,
  log: AppendableLog,
  turn: Turn | ConversationTurn,
  options: ConversationAppendOptions,
  findings: Finding[],
): Promise<Prepared> {
  const { turn: own, timeMs, readFile } = await wholeTurn(dir, turn, log.numbers, options);
  const attachments = new AttachmentBuffer(dir);
  const files = new ReferencedFiles(attachments, readFile, findings);
  const lines: Uint8Array[] = log.isTurnOpen ? [closingLine(log)] : [];
  const writer = new LogLines(log.timestampMs, Number(log.seq) + lines.length);
  for (const { event, line } of writer.linesOf(own, timeMs)) {
    await files.take(event);
    lines.push(line);
  }
  const updatedAtMs = laterOf(log.manifest.updated_at_ms, writer.lastMs);
  return { lines: Buffer.concat(lines), lastSeq: writer.lastSeq, updatedAtMs, attachments };
}

/** The lines, and then the manifest, which tells of them. */
async function writeTurn(
  fileSystem: FileSystem,
  dir: string,
  log: AppendableLog,
  { lines, updatedAtMs }: Prepared,
  passed: () => void,
): Promise<void> {
  const path = join(dir, LOG);
  await dropMirror(fileSystem, dir);
  await writeBehind(fileSystem, path, log, lines, passed);
  const manifest = encodeConversationManifest({ ...log.manifest, updated_at_ms: updatedAtMs });
  await durableReplace(fileSystem, join(dir, MANIFEST), manifest);
}

/** The copy of the log that fx keeps for itself must not be taken for the log that has grown. */
async function dropMirror(fileSystem: FileSystem, dir: string): Promise<void> {
  const path = join(dir, 'history-cache.bin');
  if ((await fileSystem.lstat(path))?.kind !== 'file') return;
  await fileSystem.removeFile(path);
  await syncDirectory(fileSystem, dir);
}
