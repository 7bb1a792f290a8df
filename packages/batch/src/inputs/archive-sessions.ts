import { createReadStream } from 'node:fs';
import { BatchError } from '../batch-error.js';
import type { PackedSession } from '../model/packed-session.js';
import type { SessionInput } from '../model/session-input.js';
import type { ArchiveEntry, ArchiveMeter, ArchiveSpan } from './archive-entry.js';
import type { ArchiveFormat } from './archive-format.js';
import { checkArchivePath } from './archive-path.js';
import { ArchiveStage, about, cutShort, type StagedSession } from './archive-stage.js';
import { expand } from './expand.js';
import type { FindOptions } from './find-options.js';
import type { InputLimits } from './input-limits.js';
import { InputReport } from './input-report.js';
import { readTar } from './read-tar.js';
import { readZip } from './read-zip.js';
import type { Spool } from './spool.js';
import { unpackSession } from './unpack-session.js';

/** An archive that sessions are to be taken out of. */
export interface ArchiveSource {
  /** As it was named; what the keys begin with. */
  readonly name: string;
  readonly path: string;
  readonly format: ArchiveFormat;
  /** Only these sessions are looked for, where it can be done without reading the others. */
  readonly part?: ArchivePart;
}

/** Some sessions of an archive. */
export interface ArchivePart {
  /** Their paths in the archive. */
  readonly entries: ReadonlySet<string>;
  /** In a tar, where they lie; null when that is not known. */
  readonly span: ArchiveSpan | null;
}

const READ_CHUNK_BYTES = 256 * 1024;

/**
 * The sessions of an archive, in its order, each as a private copy that is gone when the input is released. The archive is read once, from
 * front to back; it is not read on while copies that nobody has processed take more than `maxWaitingBytes`.
 */
export async function* archiveSessions(
  archive: ArchiveSource,
  spool: Spool,
  limits: InputLimits,
  options: FindOptions,
): AsyncGenerator<SessionInput, void, undefined> {
  const report = new InputReport(archive.name, limits, options);
  const isWanted = (entry: string) => options.isWanted?.(keyOf(archive, entry)) !== false;
  const stage = new ArchiveStage(spool, limits, isWanted, (entry) => {
    const message = `${quote(entry)} is not a session of its root, and is not read: unpack it and name it to have it read.`;
    report.add('batch/not-counted', 'info', message);
  });
  let found = 0;
  const toInputs = (sessions: readonly StagedSession[]) => {
    found += sessions.length;
    return sessions.map((session) => inputOf(archive, session, spool));
  };
  const meter: ArchiveMeter = { compressed: 0, expanded: 0 };
  let told = 0;
  const tell = () => {
    options.onArchiveBytes?.(meter.compressed - told);
    told = meter.compressed;
  };
  let count = 0;
  try {
    for await (const entry of entriesOf(archive, meter, limits)) {
      tell();
      count += 1;
      if (count > limits.maxEntries) {
        throw new BatchError({
          rule: 'batch/archive-bomb',
          message: `The archive has more than ${limits.maxEntries} entries.`,
        });
      }
      const path = checkArchivePath(entry.name, limits);
      if (!path.ok) {
        report.add('batch/archive-path', 'error', `Entry ${quote(entry.name)} is left out: ${path.reason}.`);
        continue;
      }
      const whole = toInputs(stage.leave(entry.type === 'directory' ? path.parts : path.parts.slice(0, -1)));
      if (whole.length > 0) {
        yield* whole;
        await spool.room(options.signal);
      }
      options.signal?.throwIfAborted();
      await take(entry, path.parts, stage, report);
      stage.extend(entry.span);
    }
    yield* toInputs(stage.end());
  } catch (error) {
    const failure = error instanceof BatchError ? error : unreadable(error);
    if (failure === null) throw error;
    report.add(failure.rule, 'error', failure.message);
    yield* toInputs(stage.end(cutShort(failure)));
  } finally {
    stage.end();
    tell();
    report.end();
  }
  if (found === 0) report.add('batch/no-session', 'error', 'There is no session in this archive.');
}

async function take(
  entry: ArchiveEntry,
  parts: readonly string[],
  stage: ArchiveStage,
  report: InputReport,
): Promise<void> {
  switch (entry.type) {
    case 'directory':
      stage.directory(parts, entry.mode);
      return;
    case 'file':
      if (parts.length > 0) await stage.file(parts, entry);
      return;
    default: {
      const message = `It is a ${entry.type}, which is left out.`;
      // A link called events.jsonl is not a session, and must not go unnoticed.
      if (stage.note(parts, about(parts, 'batch/archive-entry-type', message))) return;
      report.add(
        'batch/archive-entry-type',
        'warning',
        `Entry ${quote(entry.name)} is a ${entry.type}, which is left out.`,
      );
    }
  }
}

function entriesOf(archive: ArchiveSource, meter: ArchiveMeter, limits: InputLimits): AsyncIterable<ArchiveEntry> {
  const { entries, span = null } = archive.part ?? {};
  if (archive.format === 'zip') {
    return readZip(archive.path, meter, limits, entries && ((name) => isInOneOf(entries, name)));
  }
  const range = archive.format === 'tar' && span !== null ? { start: span.start, end: span.end - 1 } : {};
  const bytes: AsyncIterable<Uint8Array> = createReadStream(archive.path, {
    highWaterMark: READ_CHUNK_BYTES,
    ...range,
  });
  return readTar(expand(bytes, archive.format, meter, limits));
}

/** Does an entry belong to one of these sessions, or to what lies in it? */
function isInOneOf(sessions: ReadonlySet<string>, name: string): boolean {
  if (sessions.has('')) return true;
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  return parts.some((_, i) => sessions.has(parts.slice(0, i + 1).join('/')));
}

function keyOf(archive: ArchiveSource, entry: string): string {
  return `${archive.name}!/${entry}`;
}

function inputOf(archive: ArchiveSource, session: StagedSession, spool: Spool): SessionInput {
  const { entry, kind, packed, directory, copiedBytes, logBytes, span, findings, failure } = session;
  let isUnpacked = false;
  const giveUp =
    packed === null
      ? () => Promise.resolve()
      : spool.hold(directory, copiedBytes, heldBytes(packed), () => isUnpacked || packed.isOnDisk);
  return {
    key: keyOf(archive, entry),
    kind,
    origin: { type: 'archive', path: archive.name, entry },
    bytes: logBytes,
    findings,
    ...(failure !== null && { refused: failure }),
    ...(packed !== null && { packed }),
    ...(span !== null && { span }),
    async open() {
      if (packed === null) throw new RangeError(`the content of ${entry} was not wanted`);
      if (!isUnpacked) unpackSession(packed);
      isUnpacked = true;
      return { path: packed.path, copied: true };
    },
    release: giveUp,
  };
}

function heldBytes({ files }: PackedSession): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** The system could not read the archive. */
function unreadable(error: unknown): BatchError | null {
  if (!(error instanceof Error) || !('syscall' in error)) return null;
  return new BatchError(
    { rule: 'batch/input-unreadable', message: `The archive cannot be read: ${error.message}.` },
    { cause: error },
  );
}

/** Names in archives are anybody's. */
function quote(name: string): string {
  return JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name);
}
