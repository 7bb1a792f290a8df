import { createHash } from 'node:crypto';
import { StateDocumentReader } from '@fxlog/format';
import { StateDocumentError } from '@fxlog/format/internal';
import { LogError, type ReadOptions, readEvents, type Source } from '@fxlog/reader';
import { sourceChunks } from '@fxlog/reader/internal';
import type { HistoryEntry } from '../../turn.js';
import { chunkPayload } from './chunk-payload.js';
import { DocumentEntry } from './entry.js';
import { eventLogRecord, type FoldRecord } from './fold-record.js';
import type { ChunkPlace } from './replacement.js';

/** Bytes of the document that are read at a time: the turns in them are held at once. */
const PART_BYTES = 196_608;
/** Base64 digits that are decoded at a time: few enough that their text is a short-lived object, and a multiple of four. */
const SLICE_DIGITS = 49_152;

/** A replacement that stands and whose turns are to be read again. */
interface Replay {
  readonly startRecord: FoldRecord;
  /** Digest of its document, in hex. */
  readonly sha256: string;
  /** Where the parts of its document stand. */
  readonly chunks: readonly ChunkPlace[];
  readonly turns: number;
  readonly isSalvaged: boolean;
}

type ReplayOptions = Pick<ReadOptions, 'mode' | 'maxFrameBytes' | 'signal' | 'file'>;

/**
 * Reads the turns of a replacement that has proved valid, in a second pass over its data. Nothing is checked again but that it is the data of the
 * first pass.
 *
 * @throws LogError `replacement/digest` when the file has changed meanwhile.
 */
export async function* replayTurns(
  source: Source,
  { startRecord, sha256, chunks, turns, isSalvaged }: Replay,
  options: ReplayOptions,
): AsyncGenerator<HistoryEntry[], void, undefined> {
  let entries: HistoryEntry[] = [];
  let index = 0;
  /** Chunks that begin at the last turn or before it; the turn is in the last of them. */
  let begun = 0;
  const reader = new StateDocumentReader((inDocument) => {
    while ((chunks[begun]?.documentOffset ?? Number.POSITIVE_INFINITY) <= inDocument.offset) begun++;
    const chunk = chunks[begun - 1];
    if (index < turns && chunk !== undefined) entries.push(new DocumentEntry(index++, { inDocument, chunk }).build());
  });
  const digest = createHash('sha256');
  try {
    for (const chunk of chunks) {
      for await (const part of partsOf(source, chunk, startRecord.checked.generation, options)) {
        digest.update(part);
        reader.push(part);
        if (entries.length > 0) yield entries;
        entries = [];
      }
    }
  } catch (error) {
    if (!(error instanceof StateDocumentError)) throw error;
    // Of a salvaged document the turns before its fault count; those before it in the same part are still to be handed out.
    if (!isSalvaged) throw hasChanged(startRecord, error, options.file);
    if (entries.length > 0) yield entries;
    return;
  }
  if (!isSalvaged && digest.digest('hex') !== sha256) throw hasChanged(startRecord, undefined, options.file);
}

/** The data of a chunk, a part at a time; each is good until the next is asked for. */
async function* partsOf(
  source: Source,
  chunk: ChunkPlace,
  generation: string,
  options: ReplayOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { offset, line, seq, length, dataAt, rawBytes } = chunk;
  if (dataAt === null) {
    // Not spelled as fx spells it: only a reader can say what the frame holds.
    const range = { start: { offset, line, seq, epoch: generation }, end: offset + length };
    for await (const records of readEvents(source, { ...options, ...range })) {
      for (const record of records) yield chunkPayload(eventLogRecord(record)).bytes;
    }
    return;
  }
  const start = offset + dataAt;
  const range = { start, end: start + 4 * Math.ceil(rawBytes / 3), reuseChunks: true };
  const part = Buffer.allocUnsafe(PART_BYTES);
  let filled = 0;
  let rest = '';
  for await (const bytes of sourceChunks(source, range, options.signal)) {
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < view.length; at += SLICE_DIGITS) {
      // Four digits make three bytes; what is over waits for the next ones.
      const digits = rest + view.toString('latin1', at, Math.min(at + SLICE_DIGITS, view.length));
      const whole = digits.length - (digits.length % 4);
      rest = digits.slice(whole);
      if (filled + SLICE_DIGITS > part.length) {
        yield part.subarray(0, filled);
        filled = 0;
      }
      filled += part.write(digits.slice(0, whole), filled, 'base64');
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

function hasChanged({ offset, length, line, seq }: Replay['startRecord'], cause: unknown, file: string | undefined) {
  const message = 'the log has changed while it was read: the state document is not the one that was checked';
  return new LogError(
    { fxError: 'InvalidReplacement', rule: 'replacement/digest', message, offset, length, line, seq, file },
    { cause },
  );
}
