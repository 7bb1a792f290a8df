import { closeSync } from 'node:fs';
import { type OpenedAs, OpenJudge, type OpenVerdict, type PlacedLine, scanTail } from '@fxlog/assembler/internal';
import { type DurableBytes, FrameError } from '@fxlog/format';
import { readLine, type SessionLine } from '@fxlog/format/internal';
import { JsonError, type JsonValue, parseJson } from '@fxlog/json';
import { isBeingWritten, MAX_LOOKS } from '../../paths/being-written.js';
import { openFile } from '../../paths/safe-file.js';
import type { SessionDirectory } from '../../session-directory.js';
import { chunksOf, LineCutter } from './line-cutter.js';
import { LOG } from './place.js';

/** What the beginning and the end of a log tell, which is what fx reads of it when it opens a session. */
export interface LogLook {
  readonly open: OpenVerdict;
  /** Whether bytes without an LF stand at the end. */
  readonly isTorn: boolean;
  /** What is known of the session, whether fx opens it or not. */
  readonly known: OpenJudge['known'];
}

/** How much of the end is read at first; fx writes a snapshot about every 64 KiB. In bytes. */
const FIRST_WINDOW = 131_072;
/** Where nothing up to here is a snapshot, all of the log is read. */
const LAST_WINDOW = 1_048_576;

/** Looks at a log as fx does when it opens the session by itself, or through its parent; null where it cannot be read at all. */
export function lookAtLog(directory: SessionDirectory): LogLook | null {
  return directory.once('sessions-v2/look', () => {
    const path = `${directory.dir}/${LOG}`;
    for (let count = 1; ; count++) {
      const size = directory.sizeOf(LOG);
      const look = lookOnce(directory);
      if (look?.isTorn !== true || size === null || count === MAX_LOOKS || !isBeingWritten(path, size)) return look;
    }
  });
}

function lookOnce(directory: SessionDirectory): LogLook | null {
  const opened = openFile(`${directory.dir}/${LOG}`);
  if (opened.state !== 'open') return null;
  const { fd, stats } = opened;
  try {
    for (let window = FIRST_WINDOW; window <= LAST_WINDOW && window < stats.size; window *= 2) {
      const look = readEnd(fd, stats.size, window, directory.id);
      if (look !== null) return look;
    }
    return new EndReader(directory.id).read(fd, 0, stats.size);
  } finally {
    closeSync(fd);
  }
}

/** What the first line and the last `window` bytes tell; null where that is not enough. */
function readEnd(fd: number, size: number, window: number, id: string): LogLook | null {
  const reader = new EndReader(id);
  const firstEnd = reader.readFirst(fd, size - window);
  if (firstEnd === null) return null;
  const start = afterNextLf(fd, size - window, size);
  if (start === null) return null;
  const look = reader.read(fd, Math.max(start, firstEnd), size);
  return reader.judge.reachesBack ? look : null;
}

/** Where the line behind the next LF begins; null where there is none. */
function afterNextLf(fd: number, from: number, end: number): number | null {
  let at = from;
  for (const chunk of chunksOf(fd, from, end)) {
    const lf = chunk.indexOf(0x0a);
    if (lf >= 0) return at + lf + 1;
    at += chunk.length;
  }
  return null;
}

class EndReader {
  readonly judge = new OpenJudge();
  readonly #id: string;
  readonly #lastLines: PlacedLine[] = [];
  #end = 0;

  constructor(id: string) {
    this.#id = id;
  }

  /** Reads the first line, which ends before `limit`. Returns where it ends; null where it does not. */
  readFirst(fd: number, limit: number): number | null {
    const cutter = new LineCutter(0, (bytes, start, end, offset) => {
      if (this.#end === 0) this.#accept(bytes, start, end, offset, null);
    });
    for (const chunk of chunksOf(fd, 0, limit)) {
      cutter.push(chunk);
      if (this.#end > 0) return this.#end;
    }
    return null;
  }

  read(fd: number, start: number, end: number): LogLook {
    const cutter = new LineCutter(start, this.#accept.bind(this), { recognises: true });
    for (const chunk of chunksOf(fd, start, end)) cutter.push(chunk);
    const { known } = this.judge;
    const tail = scanTail(this.#lastLines, this.#end, cutter.hasRest);
    const open = this.judge.verdict(tail, openedByItself(this.#id, known));
    return { open, isTorn: tail.verdict === 'torn', known };
  }

  #accept(bytes: Uint8Array, start: number, end: number, offset: number, recognised: SessionLine | null): void {
    const read = recognised ?? attempt(() => readLine(bytes, start, end));
    const line = { offset, end: offset + end - start, read };
    this.#end = line.end;
    this.#lastLines.push(line);
    if (this.#lastLines.length > 2) this.#lastLines.shift();
    this.judge.accept(line, read instanceof Error ? null : attempt(() => read.body()));
  }
}

/** Who opens a session where it does not matter from where, and by whom. */
export function openedByItself(sessionId: string, { created, state }: OpenJudge['known']): OpenedAs {
  const workspace = textIn(state.workspace) ?? textOf(created?.workspace) ?? '';
  return { sessionId, workspace, parent: textOf(created?.parent) };
}

function attempt<Value>(read: () => Value): Value | FrameError {
  try {
    return read();
  } catch (error) {
    if (error instanceof FrameError) return error;
    throw error;
  }
}

/** A text that is UTF-8; null for any other. */
export function textOf(text: DurableBytes | null | undefined): string | null {
  return typeof text === 'string' ? text : null;
}

/** The value of a setting; null where there is none. */
export function settingOf(value: Uint8Array | null): JsonValue {
  try {
    return value === null ? null : parseJson(value);
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}

/** The text that a setting holds; null where it holds something else. */
export function textIn(value: Uint8Array | null): string | null {
  const text = settingOf(value);
  return typeof text === 'string' ? text : null;
}
