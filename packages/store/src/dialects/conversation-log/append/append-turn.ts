import { join, resolve } from 'node:path';
import type { Turn } from '@fxlog/assembler';
import { type ConversationTurn, closingLine } from '@fxlog/assembler/internal';
import type { Finding, Int64, Uint64 } from '@fxlog/format';
import { encodeConversationManifest } from '@fxlog/format/internal';
import { WriteError } from '@fxlog/writer';
import {
  closing,
  type DialectLoss,
  durableReplace,
  type FileSystem,
  LogLines,
  laterOf,
  nodeFileSystem,
  orUndo,
  ReferencedFiles,
  type ReportDialectLoss,
  type SessionContent,
  syncDirectory,
  wholeEntry,
  withFlock,
  writeDialectOf,
} from '@fxlog/writer/internal';
import { AttachmentBuffer } from '../../../attachment-buffer.js';
import { withPointOfNoReturn } from '../../../point-of-no-return.js';
import { markIndexOutdated, removePointer, rootOf } from '../../../root/outdated-caches.js';
import { LOG, MANIFEST } from '../control-files.js';
import { type AppendableLog, openForAppend } from './open-for-append.js';

/** How a turn is appended. Everything is optional. */
export interface ConversationAppendOptions {
  /** The end of the log as the caller has read it: the turn is refused when the session has moved on since. */
  readonly expected?: { readonly seq: Uint64; readonly bytes: number };
  /**
   * Deal with what an interrupted writer left as fx does when it opens the session: cut off an incomplete last line and a turn without an end. Default
   * false: such a session is refused, since those lines may be work that somebody wants back.
   */
  readonly recover?: boolean;
  /**
   * Gives the bytes of a file that the turn refers to, by its path in a session directory (`images/…`, `tool-results/…`, `logs/commands/…`), or null when
   * there is none. Default: there are none but those that the session has already.
   */
  readonly readFile?: SessionContent['readFile'];
  /** Told what of a turn of another format cannot be carried. */
  readonly report?: ReportDialectLoss;
  /** Milliseconds since 1970-01-01 UTC, for a turn that carries no time. Default: the system's clock. */
  readonly clock?: () => number;
  /** How long to wait for each lock, in milliseconds. Default 2000, as fx does. */
  readonly timeoutMs?: number;
  /** Default: the real one. */
  readonly fileSystem?: FileSystem;
}

/** A turn that now is part of its session. */
export interface AppendedConversationTurn {
  readonly id: string;
  readonly dir: string;
  /** Where its lines begin, in bytes from the start of the log. */
  readonly offset: number;
  /** The end of the log, behind its last line. */
  readonly end: { readonly seq: Uint64; readonly bytes: number };
  readonly updatedAtMs: Int64;
  /** Bytes that were cut off before. */
  readonly discardedBytes: number;
  readonly findings: readonly Finding[];
}

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

function checkExpected(dir: string, { seq, bytes }: AppendableLog, read: ConversationAppendOptions['expected']): void {
  if (read === undefined || (BigInt(read.seq) === BigInt(seq) && read.bytes === bytes)) return;
  throw movedOn(dir, `its log ends with line ${seq}, and was read up to line ${read.seq}`);
}

/** The lines of the turn, and the files that go with them; nothing is written yet. */
async function prepare(
  dir: string,
  log: AppendableLog,
  turn: Turn | ConversationTurn,
  { readFile = async () => null, report = () => undefined, clock = Date.now }: ConversationAppendOptions,
  findings: Finding[],
): Promise<Prepared> {
  const lose = (code: DialectLoss['code'], path: string, detail: string, count?: number) =>
    report({ code, where: { path }, detail, count });
  const native = 'native' in turn ? turn.native : ({ dialect: 'conversation-log', turn } as const);
  const entry = await writeDialectOf(native.dialect).toConversation(native, { readFile, lose });
  const given = entry?.native.turn;
  if (entry === null || given === undefined || 'summary' in given || given.end === null) {
    throw new WriteError({
      rule: 'write/unended-turn',
      message: 'Only a turn that has ended can be appended.',
      file: dir,
    });
  }
  const { turn: own, files: made } = wholeEntry(given, lose);
  const attachments = new AttachmentBuffer(dir);
  const read = async (path: string) => entry.files.get(path) ?? made.get(path) ?? readFile(path);
  const files = new ReferencedFiles(attachments, read, findings);
  const lines: Uint8Array[] = log.isTurnOpen ? [closingLine(log)] : [];
  const writer = new LogLines(log.timestampMs, Number(log.seq) + lines.length);
  const timeMs = ('native' in turn ? turn.timeMs : null) ?? clock();
  for (const { event, line } of writer.linesOf(own, timeMs)) {
    await files.take(event);
    lines.push(line);
  }
  const updatedAtMs = laterOf(log.manifest.updated_at_ms, writer.lastMs);
  return { lines: Buffer.concat(lines), lastSeq: writer.lastSeq, updatedAtMs, attachments };
}

/** One write behind the last line that stays. What fails is taken back by cutting it off (newer-formats §4.6). */
async function writeTurn(
  fileSystem: FileSystem,
  dir: string,
  log: AppendableLog,
  { lines, updatedAtMs }: Prepared,
  passed: () => void,
): Promise<void> {
  const path = join(dir, LOG);
  await dropMirror(fileSystem, dir);
  const file = await fileSystem.open(path, 'update');
  await closing(file, async () => {
    const stat = await file.stat();
    if (stat.kind !== 'file' || stat.size !== BigInt(log.size) || stat.ino !== log.ino) {
      throw movedOn(path, 'another writer has changed it');
    }
    if (log.size > log.bytes) {
      await file.truncate(log.bytes);
      await file.sync();
    }
    await orUndo(
      async () => {
        await file.write(lines, log.bytes);
        await file.sync();
      },
      async () => {
        await file.truncate(log.bytes);
        await file.sync();
      },
    );
    passed();
  });
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

function movedOn(file: string, what: string): WriteError {
  return new WriteError({
    rule: 'change/moved-on',
    message: `${file} is not what was read: ${what}. Read it again.`,
    file,
  });
}
