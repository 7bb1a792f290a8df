import { createHash } from 'node:crypto';
import { type RuleId, type StateDocument, StateDocumentReader } from '@fxlog/format';
import { type DocumentTurn, MAX_CHUNK_BYTES, StateDocumentError } from '@fxlog/format/internal';
import { LogError, type ReadOptions, type Source } from '@fxlog/reader';
import type { HistoryReplacement } from '../../fold.js';
import { type FoldFault, faultAt } from '../../fold-fault.js';
import type { SessionState } from '../../session-state.js';
import type { HistoryEntry, TurnSource } from '../../turn.js';
import { type ChunkPayload, chunkPayload } from './chunk-payload.js';
import { sourceOf } from './entry.js';
import type { FoldRecord } from './fold-record.js';
import { type PayloadOf, payloadOf } from './folded-state.js';
import { replayTurns } from './replay-turns.js';
import { toSessionState } from './session-state.js';

/** Where a part of the state document stands in the log. */
export interface ChunkPlace {
  /** First byte of the chunk in the document. */
  readonly documentOffset: number;
  readonly offset: number;
  readonly length: number;
  readonly line: number;
  readonly seq: FoldRecord['seq'];
  /** Where in the frame the base64 of the chunk begins; null where that is not known. */
  readonly dataAt: number | null;
  /** Length of the chunk in the document. */
  readonly rawBytes: number;
}

/** A turn of the state document and the chunk in which it begins. */
export interface ReplacementTurn {
  /** Built when it is asked for, which must be at once. */
  readonly inDocument: DocumentTurn;
  readonly chunk: ChunkPlace;
}

/** How much of a chunk is taken at a time, in bytes: little enough to stay in the caches of a processor. */
const PART_BYTES = 262_144;

function broken(rule: RuleId, message: string, path?: string): FoldFault {
  return {
    rule,
    fxError: 'InvalidReplacement',
    message,
    ...(path === undefined ? {} : { path }),
  };
}

/**
 * One replacement transaction while it is open (event-log §5.4): its chunks are checked and its document decoded as they pass. It holds no
 * more of the document than the longest turn.
 */
export class Replacement implements HistoryReplacement {
  readonly start: PayloadOf<'state_replacement_started'>;
  /** The new state with an empty history, once the document is all there. */
  document: StateDocument | null = null;
  readonly #reader: StateDocumentReader;
  readonly #digest = createHash('sha256');
  readonly #chunks: ChunkPlace[] = [];
  /** Chunks in which something begins that is not judged yet, and the last one. */
  #places: ChunkPlace[] = [];

  readonly #file: string | undefined;

  /** @param onTurn called for each turn of the document as soon as it is complete. */
  constructor(
    readonly startRecord: FoldRecord,
    file: string | undefined,
    onTurn: (turn: ReplacementTurn) => void,
  ) {
    this.#file = file;
    // The transaction outlives the batch in which it begins.
    startRecord.keep();
    this.start = payloadOf(startRecord, 'state_replacement_started');
    this.#reader = new StateDocumentReader((turn) => onTurn({ inDocument: turn, chunk: this.#placeAt(turn.offset) }));
  }

  /** What is wrong with the start frame itself (event-log §5.4, step 2). */
  findStartFault(): FoldFault | null {
    const due = (BigInt(this.start.encoded_bytes) + BigInt(MAX_CHUNK_BYTES - 1)) / BigInt(MAX_CHUNK_BYTES);
    if (BigInt(this.start.chunk_count) === due) return null;
    const message = `chunk_count is ${this.start.chunk_count}, but ${this.start.encoded_bytes} bytes take ${due}`;
    return broken('replacement/chunk-count', message, '/payload/chunk_count');
  }

  /** Where the chunks so far stand; there is one for every 4 MiB. */
  get chunks(): readonly ChunkPlace[] {
    return this.#chunks;
  }

  get id(): string {
    return this.start.replacement_id;
  }

  get reason(): PayloadOf<'state_replacement_started'>['reason'] {
    return this.start.reason;
  }

  get source(): TurnSource {
    return sourceOf(this.startRecord);
  }

  get state(): SessionState | null {
    return this.document === null ? null : toSessionState(this.document);
  }

  readAgain(
    source: Source,
    options: Pick<ReadOptions, 'mode' | 'maxFrameBytes' | 'signal' | 'file'>,
    isSalvaged: boolean,
  ): AsyncGenerator<HistoryEntry[], void, undefined> {
    const { startRecord, start, chunks, turns } = this;
    return replayTurns(source, { startRecord, sha256: start.sha256, chunks, turns, isSalvaged }, options);
  }

  /** Turns decoded so far. */
  get turns(): number {
    return this.#reader.turns;
  }

  /** Whether every chunk has come, so that the commit is due. */
  get awaitsCommit(): boolean {
    return this.document !== null;
  }

  /** Whether the document's object was closed before the last chunk that was announced. */
  get endsEarly(): boolean {
    return this.#reader.isComplete && !this.awaitsCommit;
  }

  /**
   * Takes the frame where a chunk is due.
   *
   * @throws LogError
   */
  takeChunk(record: FoldRecord): void {
    const { bytes } = this.#admitChunk(record);
    for (let at = 0; at < bytes.length; at += PART_BYTES) this.#pushPart(bytes, at);
    this.#finishChunk(record);
  }

  #pushPart(bytes: Uint8Array, at: number): void {
    this.#locating(() => this.#reader.push(bytes.subarray(at, at + PART_BYTES)));
  }

  #admitChunk(record: FoldRecord): ChunkPayload {
    if (record.kind !== 'state_replacement_chunk') {
      const message = `a ${record.kind} stands where chunk ${this.#chunks.length} of a state replacement is due`;
      this.#refuseChunk(record, broken('replacement/interrupted', message, '/kind'));
    }
    const payload = chunkPayload(record);
    const fault = this.#findChunkFault(payload);
    if (fault !== null) this.#refuseChunk(record, fault);
    this.#digest.update(payload.bytes);
    const { offset, length, line, seq } = record;
    const rawBytes = payload.bytes.length;
    const place = { documentOffset: this.#reader.length, offset, length, line, seq, dataAt: payload.dataAt, rawBytes };
    this.#chunks.push(place);
    this.#places.push(place);
    return payload;
  }

  #finishChunk(record: FoldRecord): void {
    this.#forgetPlaces();
    if (BigInt(this.#chunks.length) !== BigInt(this.start.chunk_count)) return;
    this.document = this.#locating(() => this.#reader.end());
    if (this.#digest.digest('hex') === this.start.sha256) return;
    const message = 'the digest of the state document is not the announced one';
    throw this.#fault(record, broken('replacement/digest', message));
  }

  #findChunkFault(payload: ChunkPayload): FoldFault | null {
    if (payload.replacement_id !== this.start.replacement_id) {
      return broken('replacement/other-id', 'the chunk belongs to another replacement', '/payload/replacement_id');
    }
    if (BigInt(payload.chunk_index) !== BigInt(this.#chunks.length)) {
      const message = `the chunk has index ${payload.chunk_index} where ${this.#chunks.length} is due`;
      return broken('replacement/chunk-index', message, '/payload/chunk_index');
    }
    const left = BigInt(this.start.encoded_bytes) - BigInt(this.#reader.length);
    const due = left < BigInt(MAX_CHUNK_BYTES) ? left : BigInt(MAX_CHUNK_BYTES);
    if (BigInt(payload.raw_bytes) === due) return null;
    const message = `the chunk has ${payload.raw_bytes} bytes where ${due} are due`;
    return broken('replacement/chunk-length', message, '/payload/raw_bytes');
  }

  /**
   * Takes the frame where the commit is due (event-log §5.4, steps 6 to 8).
   *
   * @param old the state before the start frame; null where there was none to compare with.
   * @returns the new state, with an empty history.
   * @throws LogError
   */
  takeCommit(
    record: FoldRecord,
    old: Pick<StateDocument, (typeof IDENTITY)[number] | 'updated_at_ms'> | null,
  ): StateDocument {
    const { document } = this;
    if (record.kind !== 'state_replacement_committed' || document === null) {
      const message = `a ${record.kind} stands where the commit of a state replacement is due`;
      throw this.#fault(record, broken('replacement/interrupted', message, '/kind'));
    }
    const payload = payloadOf(record, 'state_replacement_committed');
    for (const key of ['replacement_id', 'encoded_bytes', 'sha256', 'chunk_count'] as const) {
      if (payload[key] === this.start[key]) continue;
      const message = `${key} of the commit is not that of the start`;
      throw this.#fault(record, broken('replacement/commit-differs', message, `/payload/${key}`));
    }
    const changed = old === null ? undefined : IDENTITY.find((key) => old[key] !== document[key]);
    if (changed !== undefined || document.updated_at_ms !== record.timestampMs) {
      throw this.#fault(record, {
        rule: changed === undefined ? 'replacement/commit-time' : 'replacement/identity',
        fxError: 'ImmutableSessionIdentity',
        message:
          changed === undefined
            ? `updated_at_ms of the new state is ${document.updated_at_ms}, the time of the commit ${record.timestampMs}`
            : `the new state has another ${changed}`,
        path: changed === undefined ? '/timestamp_ms' : '',
      });
    }
    if (this.start.reason === 'log_compaction' && old !== null && record.timestampMs !== old.updated_at_ms) {
      const message = `a log_compaction is committed at ${record.timestampMs}, but the state is of ${old.updated_at_ms}`;
      throw this.#fault(record, broken('replacement/compaction-time', message, '/timestamp_ms'));
    }
    return document;
  }

  /**
   * Judges what has come of a value that is not complete, for a transaction that will not be continued (event-log §5.4).
   *
   * @throws LogError if it is wrong already.
   */
  abandon(): void {
    if (!this.awaitsCommit) this.#locating(() => this.#reader.abandon());
  }

  /** What came before this chunk is judged first: fx reads it before it asks for more. */
  #refuseChunk(record: FoldRecord, fault: FoldFault): never {
    this.abandon();
    throw this.#fault(record, fault);
  }

  #placeAt(documentOffset: number): ChunkPlace {
    let found = this.#places[0];
    for (const place of this.#places) if (place.documentOffset <= documentOffset) found = place;
    if (found === undefined) throw new RangeError('No chunk has been read.');
    return found;
  }

  #forgetPlaces(): void {
    const first = this.#placeAt(this.#reader.judgedTo);
    this.#places = this.#places.filter((place) => place.documentOffset >= first.documentOffset);
  }

  #locating<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof StateDocumentError) || this.#places.length === 0) throw error;
      const place = this.#placeAt(error.offset);
      const skipped = Math.min(positionIn(place, error.offset), place.length);
      const at = error.path === '' ? '' : ` at ${error.path}`;
      throw new LogError(
        {
          fxError: error.fxError,
          rule: error.rule,
          message: `state document, byte ${error.offset}${at}: ${error.message}`,
          path: '/payload/base64',
          offset: place.offset + skipped,
          length: place.length - skipped,
          line: place.line,
          seq: place.seq,
          // fx notices a fault in the chunk with the last byte it needed for that.
          frameOffset: this.#placeAt(error.noticedAt).offset,
          file: this.#file,
        },
        { cause: error },
      );
    }
  }

  #fault(record: FoldRecord, fault: FoldFault): LogError {
    return faultAt(record, fault, this.#file);
  }
}

const IDENTITY = ['id', 'created_at_ms', 'origin_workspace_root', 'workspace_root'] as const;

/** Where in its frame the base64 group of a byte of the document stands. */
function positionIn(place: ChunkPlace, documentOffset: number): number {
  if (place.dataAt === null) return 0;
  return place.dataAt + 4 * Math.floor((documentOffset - place.documentOffset) / 3);
}
