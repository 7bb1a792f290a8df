import type { BigIntStats } from 'node:fs';
import { type FileHandle, stat } from 'node:fs/promises';
import type { AnyFrame, CheckedFrame } from '@fxlog/format/internal';
import { EventReader } from './event-reader.js';
import type { EventRecord } from './event-record.js';
import { openRegularFile } from './file-chunks.js';
import type { FollowEvent } from './follow-event.js';
import { LOG_START, type LogPosition, positionAfter } from './log-position.js';
import type { ReadOptions } from './read-options.js';
import { dialectAt, startAfter } from './resume-from.js';
import type { FileIdentity } from './resume-token.js';
import { SourceError, toSourceError } from './source-error.js';
import { readAt, verifyPosition } from './verify-position.js';

const CHUNK_BYTES = 262_144;
/** How much of what was read last is compared when the file has changed. */
const TAIL_BYTES = 4096;
/** Places to fall back to when the log is cut. fx takes back one append at a time. */
const KEPT_POSITIONS = 64;

/** A log under observation: its open file, what of it was read, and how to notice that it is not the same any more. @internal */
export class FollowedLog<Checked extends CheckedFrame = AnyFrame> {
  #handle: FileHandle | null = null;
  #identity: { readonly dev: bigint; readonly ino: bigint } | null = null;
  #reader: EventReader<Checked>;
  /** Places where batches ended, oldest first; the last one is where delivery stands. */
  #positions: LogPosition[];
  #readOffset: number;
  #tail: Uint8Array = new Uint8Array(0);
  #stamp = '';
  #size = 0;
  #epoch: string | null;
  #reportedPending = '';

  readonly #path: string;
  readonly #options: ReadOptions<Checked>;

  constructor(path: string, options: ReadOptions<Checked>, from: LogPosition) {
    this.#path = path;
    this.#options = options;
    this.#positions = [from];
    this.#epoch = from.epoch;
    this.#readOffset = from.offset;
    this.#reader = this.#readerAt(from);
  }

  /** Where delivery stands. */
  get position(): LogPosition {
    return this.#positions.at(-1) ?? LOG_START;
  }

  get file(): FileIdentity | undefined {
    if (this.#identity === null) return undefined;
    return { dev: this.#identity.dev.toString(), ino: this.#identity.ino.toString(), size: this.#size };
  }

  /** Opens the file for the first time. A place that is not there any more is reported as `truncated` or `replaced`. */
  async *begin(): AsyncGenerator<FollowEvent<Checked>, void, undefined> {
    await this.#open();
    const previous = this.position;
    const resumeAt = await this.#fallBack();
    if (resumeAt !== previous.offset) yield { type: 'replaced', by: 'other-content', resumeAt };
  }

  /** Looks at the file once and reads what is new. */
  async *look(): AsyncGenerator<FollowEvent<Checked>, void, undefined> {
    if (this.#handle === null) {
      if (!(await this.#reopen())) return;
      yield { type: 'appeared', resumeAt: await this.#fallBack() };
    }
    yield* this.#readNew();
    const named = await this.#statPath();
    if (named !== null && named.dev === this.#identity?.dev && named.ino === this.#identity.ino) {
      yield* this.#tellPending();
      return;
    }
    // The old file may have grown between the last read and the moment it lost its name
    yield* this.#readNew();
    await this.close();
    if (named === null) {
      yield { type: 'vanished' };
    } else if (await this.#reopen()) {
      yield { type: 'replaced', by: 'another-file', resumeAt: await this.#fallBack() };
      yield* this.#readNew();
      yield* this.#tellPending();
    }
  }

  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    await handle?.close();
  }

  async #open(): Promise<void> {
    this.#handle = await openRegularFile(this.#path);
    const { dev, ino } = await this.#handle.stat({ bigint: true });
    this.#identity = { dev, ino };
    this.#stamp = '';
  }

  async #reopen(): Promise<boolean> {
    try {
      await this.#open();
      return true;
    } catch (error) {
      if (error instanceof SourceError && error.rule === 'source/not-found') return false;
      throw error;
    }
  }

  async #statPath(): Promise<BigIntStats | null> {
    try {
      return await stat(this.#path, { bigint: true });
    } catch (error) {
      const failure = toSourceError(error, this.#path);
      if (failure instanceof SourceError && failure.rule === 'source/not-found') return null;
      throw failure;
    }
  }

  async *#readNew(): AsyncGenerator<FollowEvent<Checked>, void, undefined> {
    const handle = this.#handle;
    if (handle === null) return;
    const { size, mtimeNs, ctimeNs } = await handle.stat({ bigint: true });
    const stamp = `${size} ${mtimeNs} ${ctimeNs}`;
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    this.#size = Number(size);
    if (this.#size < this.#readOffset || !(await this.#isTailUnchanged(handle))) yield await this.#takeBack();
    for (;;) {
      const chunk = await readAt(handle, this.#readOffset, CHUNK_BYTES);
      if (chunk.length === 0) return;
      this.#readOffset += chunk.length;
      this.#keepTail(chunk);
      const events = this.#reader.push(chunk);
      yield* this.#deliver(events);
      if (this.#reader.fault !== null) throw this.#reader.fault;
    }
  }

  *#deliver(events: EventRecord<Checked>[]): Generator<FollowEvent<Checked>, void, undefined> {
    let from = 0;
    while (from < events.length) {
      const epoch = events[from]?.epoch ?? null;
      let to = from + 1;
      while (to < events.length && (events[to]?.epoch ?? null) === epoch) to++;
      if (this.#epoch !== null && epoch !== null && this.#epoch !== epoch) {
        yield { type: 'new-generation', generation: epoch, previous: this.#epoch };
      }
      this.#epoch = epoch;
      const batch = events.slice(from, to);
      const last = batch.at(-1);
      if (last !== undefined) this.#positions.push(positionAfter(last));
      if (this.#positions.length > KEPT_POSITIONS) this.#positions.shift();
      yield { type: 'events', events: batch };
      from = to;
    }
  }

  *#tellPending(): Generator<FollowEvent<Checked>, void, undefined> {
    const { offset, pendingBytes: length } = this.#reader.frames;
    const pending = length === 0 ? '' : `${offset} ${length}`;
    if (pending === this.#reportedPending) return;
    this.#reportedPending = pending;
    yield { type: 'pending', offset, length };
  }

  async #isTailUnchanged(handle: FileHandle): Promise<boolean> {
    const tail = this.#tail;
    const there = await readAt(handle, this.#readOffset - tail.length, tail.length);
    return Buffer.compare(there, tail) === 0;
  }

  #keepTail(chunk: Uint8Array): void {
    const joined = chunk.length >= TAIL_BYTES ? chunk : Buffer.concat([this.#tail, chunk]);
    this.#tail = Uint8Array.prototype.slice.call(joined, Math.max(0, joined.length - TAIL_BYTES));
  }

  /** The file lost bytes or has others at its end: goes back to the last place that still holds. */
  async #takeBack(): Promise<FollowEvent<Checked>> {
    const before = this.position;
    const size = this.#size;
    const resumeAt = await this.#fallBack();
    // From the first byte again, although something had been read: not a cut, but another log
    if (resumeAt === 0 && before.offset > 0 && size > 0) return { type: 'replaced', by: 'other-content', resumeAt };
    return { type: 'truncated', size, resumeAt };
  }

  /** Finds the latest place whose line is still there, and reads on from it. */
  async #fallBack(): Promise<number> {
    const handle = this.#handle;
    if (handle === null) return this.position.offset;
    while (this.#positions.length > 0) {
      const { verdict } = await verifyPosition(handle, this.position);
      if (verdict === 'same') break;
      this.#positions.pop();
    }
    if (this.#positions.length === 0) this.#positions.push(LOG_START);
    const { position } = this;
    this.#reader = this.#readerAt(position);
    this.#readOffset = position.offset;
    this.#stamp = '';
    const kept = Math.min(TAIL_BYTES, position.lineLength);
    this.#tail = await readAt(handle, position.offset - kept, kept);
    return position.offset;
  }

  #readerAt(position: LogPosition): EventReader<Checked> {
    const dialect = this.#options.dialect ?? dialectAt<Checked>(position);
    return new EventReader<Checked>({ ...this.#options, dialect, start: startAfter(position) }, this.#path);
  }
}
