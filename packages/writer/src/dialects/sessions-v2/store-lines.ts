import { SessionFold } from '@fxlog/assembler/internal';
import { type ConversationEvent, FrameError, type Int64, type RuleId, type Uint64 } from '@fxlog/format';
import {
  blobReference,
  type ConversationPayload,
  encodeConversationPayload,
  encodeLine,
  encodeSessionState,
  type LineBody,
  readLine,
  renumberLine,
  type SessionV2State,
} from '@fxlog/format/internal';
import { stringifyJson } from '@fxlog/json';
import { successor } from '@fxlog/json/internal';
import { WriteError } from '../../write-error.js';
import { laterOf } from '../conversation-log/later-of.js';
import type { Blobs } from './blobs.js';

/** A piece over this is a blob (newer-formats §7.4). */
const MAX_PIECE_BYTES = 262_144;
/** About how much of a log lies between snapshots. */
const SNAPSHOT_EVERY_BYTES = 65_536;
/** Sets at most this many blobs into one line, so that it stays within 4 MiB. */
const MAX_NAMED_BLOBS = 16_384;

type ItemType = 'user' | 'assistant' | 'tool_call' | 'tool_result' | 'steering' | 'turn_end' | 'interruption';

/** The lines that stand already. */
export interface StoreLinesStart {
  /** What they fold to. */
  readonly state: SessionV2State;
  readonly lastSeq: Uint64;
  /** Where they end, in bytes from the start of the log. */
  readonly offset: number;
  /** Where the newest snapshot lies, in bytes from the start of the log. */
  readonly snapshotAt: number;
}

/** Makes the lines of a session of the newer store: numbers and seals them, and puts snapshots between them. */
export class StoreLines {
  readonly #blobs: Blobs;
  readonly #fold: SessionFold;
  #seq: Uint64;
  #offset: number;
  #snapshotAt: number;
  #lastMs: Int64;
  #turns: number;

  /** @param startMs time of the first lines, in milliseconds since 1970-01-01 UTC */
  constructor(blobs: Blobs, startMs: Int64, start?: StoreLinesStart) {
    this.#blobs = blobs;
    this.#fold = new SessionFold(start && { state: start.state, forkSeq: 0, lastSeq: start.lastSeq });
    this.#seq = start?.lastSeq ?? 0;
    this.#offset = start?.offset ?? 0;
    this.#snapshotAt = start?.snapshotAt ?? 0;
    this.#turns = Number(start?.state.last_turn ?? 0);
    this.#lastMs = laterOf(startMs, 0);
  }

  /** The number of the latest line, and where it ends in the log, in bytes from its start. */
  get end(): { readonly seq: Uint64; readonly bytes: number } {
    return { seq: this.#seq, bytes: this.#offset };
  }

  /** The time of the latest line. */
  get lastMs(): Int64 {
    return this.#lastMs;
  }

  /** What the lines so far fold to. */
  get state(): SessionV2State {
    return this.#fold.state;
  }

  /** Turns so far. */
  get turns(): number {
    return this.#turns;
  }

  /** Moves the time of the lines that come, which never goes back. */
  moveTo(timeMs: Int64 | null): void {
    if (timeMs !== null) this.#lastMs = laterOf(this.#lastMs, timeMs);
  }

  /**
   * One line.
   *
   * @throws WriteError for what fx would refuse.
   */
  line(body: LineBody): Uint8Array {
    this.#seq = successor(this.#seq);
    const bytes = this.#guarded(() => encodeLine({ seq: this.#seq, timestampMs: this.#lastMs as Uint64, body }));
    this.#fold.apply({ seq: this.#seq, offset: this.#offset, body });
    this.#offset += bytes.length;
    return bytes;
  }

  /** A line that stands already, under the number that it has here; all else in it stays as it is. */
  take(line: Uint8Array): Uint8Array {
    const { seq, timestampMs } = readLine(line);
    this.#seq = successor(this.#seq);
    const bytes = seq === this.#seq ? line : renumberLine(line, this.#seq);
    const body = readLine(bytes).body();
    this.#fold.apply({ seq: this.#seq, offset: this.#offset, body });
    if (body?.kind === 'turn_started') this.#turns = Number(body.turn);
    this.moveTo(timestampMs);
    this.#offset += bytes.length;
    return bytes;
  }

  /** A snapshot of what the lines so far fold to, where one is due; it is a cache for whoever opens the session. */
  *snapshot(isDue = this.#offset - this.#snapshotAt >= SNAPSHOT_EVERY_BYTES): Generator<Uint8Array> {
    if (!isDue) return;
    const { state } = this.#fold;
    yield this.line({
      kind: 'snapshot',
      covers_seq: this.#seq,
      state: encodeSessionState(state),
      compaction_offset: state.compaction_offset,
    });
    this.#snapshotAt = this.#offset;
  }

  setting(
    key: Extract<LineBody, { kind: 'set' }>['key'],
    value: Uint8Array,
    blobs: readonly string[] = [],
  ): Uint8Array {
    return this.line({ kind: 'set', key, value, blobs: blobs.length === 0 ? null : [...blobs] });
  }

  /** The setting that says which blobs the handles of files mean, where that has changed. */
  async *movedFiles(): AsyncGenerator<Uint8Array> {
    const moved = await this.#blobs.storeMovedFiles();
    if (moved === null) return;
    yield this.setting(
      'moved_files',
      Buffer.from(stringifyJson({ map: moved.map })),
      moved.blobs.slice(0, MAX_NAMED_BLOBS),
    );
  }

  /** The line that begins a turn, which has the next number if no other is said. */
  begin(turn: Uint64 = this.#turns + 1): Uint8Array {
    this.#turns = Number(turn);
    return this.line({ kind: 'turn_started', turn });
  }

  /** The lines of one event of the open turn. The files that it names must have been stored. */
  async *event(event: ConversationEvent): AsyncGenerator<Uint8Array> {
    const turn = this.#turns;
    if ('user' in event) yield this.#item('user', 'user', withImageText(event.user));
    else if ('assistant' in event) yield this.#item('assistant', 'assistant', event.assistant);
    else if ('tool_call' in event) yield this.#item('tool_call', 'tool_call', event.tool_call);
    else if ('tool_result' in event) yield this.#item('tool_result', 'tool_result', event.tool_result);
    else if ('steering' in event) yield this.#item('steering', 'steering', event.steering);
    else if ('turn_completed' in event) {
      yield this.#item('turn_end', 'turn_completed', event.turn_completed);
      yield this.line({ kind: 'turn_committed', turn });
    } else if ('interrupted' in event) {
      yield this.#item('interruption', 'interrupted', event.interrupted);
      const reason = event.interrupted.reason === 'cancelled' ? 'cancel' : 'failed';
      yield this.line({ kind: 'turn_interrupted', turn, reason });
    }
  }

  async #item<Tag extends Parameters<typeof encodeConversationPayload>[0]>(
    type: ItemType,
    tag: Tag,
    payload: ConversationPayload<Tag>,
  ): Promise<Uint8Array> {
    const piece = this.#guarded(() => encodeConversationPayload(tag, payload, 'items'));
    const named = this.#blobs.takeUnnamed();
    const name = piece.length > MAX_PIECE_BYTES ? await this.#blobs.store(piece) : null;
    const blobs = name === null ? named : [name, ...named.filter((one) => one !== name)];
    return this.line({
      kind: 'item',
      turn: this.#turns,
      type,
      data: name === null ? piece : blobReference(name),
      blobs: blobs.length === 0 ? null : [...blobs],
    });
  }

  #guarded<Result>(encode: () => Result): Result {
    try {
      return encode();
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      const { rule, fxError, path } = error;
      const message = `fx would refuse line ${this.#seq}: ${error.message}`;
      throw new WriteError({ rule: rule as RuleId, message, fxError, path, file: 'log.jsonl' }, { cause: error });
    }
  }
}

/** In this store the bytes of an image are base64 text. */
function withImageText(user: ConversationPayload<'user'>): ConversationPayload<'user'> {
  const images = user.images.map((image) => {
    const { inline_data: data } = image;
    return data === null || typeof data === 'string'
      ? image
      : { ...image, inline_data: Buffer.from(data).toString('base64') };
  });
  return { ...user, images };
}
