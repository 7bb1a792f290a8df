import { successor } from '@fxlog/json/internal';
import type { CheckOptions, FormatDialect, Sequence, SequenceStart } from '../../dialect.js';
import type { Fault } from '../../frame-error.js';
import type { Uint64 } from '../../scalars.js';
import { sessionsV2Description } from './description.js';
import { encodeEvent } from './encode-line.js';
import { sessionsV2Layout } from './layout.js';
import { MAX_LINE_BYTES } from './limits.js';
import { readLine, SessionLine } from './line.js';
import { checkSeal, readHeader, sealedEnd } from './line-frame.js';
import { RecognisedLines } from './recognised-lines.js';
import { findLineScanner, type ScannedLines } from './scanner.js';

const LF = 0x0a;
const NO_FAULTS: readonly Fault[] = [];

/** What holds from line to line: the numbers (newer-formats §7.6). What the session manager would not write is another matter. */
class SessionSequence implements Sequence<SessionLine> {
  #dueSeq: Uint64 | undefined;

  constructor({ seq }: SequenceStart) {
    this.#dueSeq = seq;
  }

  pass(seq: Uint64): void {
    if (seq === this.#dueSeq) this.#dueSeq = successor(seq);
  }

  accept({ seq }: SessionLine): readonly Fault[] {
    const dueSeq = this.#dueSeq;
    this.#dueSeq = successor(seq);
    if (dueSeq === undefined || seq === dueSeq) return NO_FAULTS;
    const detail = `The seq is ${seq} where ${dueSeq} is due`;
    return [{ rule: 'sessions-v2/sequence', fxError: 'Corrupt', path: '/seq', detail }];
  }
}

/** The lines from `start` to `end` that are spelled as fx spells them; null for any other. */
function recogniseLines(bytes: Uint8Array, start: number, end: number): (SessionLine | null)[] {
  const scanned = findLineScanner()?.scan(bytes, start, end) ?? null;
  return scanned === null ? matchLines(bytes, start, end) : linesOf(bytes, start, scanned);
}

function linesOf(bytes: Uint8Array, start: number, parts: readonly ScannedLines[]): (SessionLine | null)[] {
  const lines: (SessionLine | null)[] = [];
  let from = start;
  for (const scanned of parts) {
    const recognised = new RecognisedLines(bytes, from, start, scanned);
    for (let index = 0; index < scanned.count; index++) {
      const lineStart = from;
      const kind = scanned.kind(index);
      from = start + scanned.end(index);
      if (kind < 0 || from - lineStart > MAX_LINE_BYTES) {
        lines.push(null);
        continue;
      }
      const header = {
        version: 1,
        seq: scanned.seq(index),
        timestampMs: scanned.timestampMs(index),
        kindStart: lineStart + scanned.kindStart(index),
        kindEnd: lineStart + scanned.kindEnd(index),
        end: sealedEnd(from),
      };
      lines.push(SessionLine.recognised(recognised, index, kind, lineStart, header));
    }
  }
  return lines;
}

/** The same without WebAssembly. */
export function matchLines(bytes: Uint8Array, start: number, end: number): (SessionLine | null)[] {
  const lines: (SessionLine | null)[] = [];
  let from = start;
  for (let lf = bytes.indexOf(LF, from); lf >= 0 && lf < end; lf = bytes.indexOf(LF, from)) {
    lines.push(matchLine(bytes, from, lf + 1));
    from = lf + 1;
  }
  return lines;
}

function matchLine(bytes: Uint8Array, start: number, end: number): SessionLine | null {
  if (end - start > MAX_LINE_BYTES || checkSeal(bytes, start, end) !== null) return null;
  const header = readHeader(bytes, start, end);
  if (header === null) return null;
  const line = SessionLine.of(bytes, start, header);
  return line.isSpelledByFx() ? line : null;
}

/**
 * Checks the one line from `start` to `end` (exclusive), its LF included, and its fields.
 *
 * @throws FrameError (`BadLine`, `BadBody`) where fx refuses the line; offsets count from `start`.
 */
function checkSessionLine(bytes: Uint8Array, start: number, end: number, options?: CheckOptions): SessionLine {
  const line = readLine(bytes, start, end, options);
  line.body();
  return line;
}

/** The log of the session manager, the store `v2/`. */
export const sessionsV2: FormatDialect<SessionLine> = {
  ...sessionsV2Description,
  strictness: { as: 'fx 0.0.15', corpora: ['v2-lines', 'v2-logs'] },
  layout: sessionsV2Layout,
  maxFrameBytes: MAX_LINE_BYTES,
  errors: { frame: 'BadLine', tooLarge: 'BadLine', truncated: 'BadLine' },
  recognise: recogniseLines,
  check: checkSessionLine,
  sequence: (start) => new SessionSequence(start),
  // A crash may have left the end of a block unwritten, the LF behind it not (newer-formats §7.6).
  isCutOff: ({ fxError }) => fxError === 'BadLine',
  recovery: {
    // How fx begins every line. A setting may hold the same bytes, but no seal that is true of them.
    beginnings: [Buffer.from('{"v":1,"seq":')],
    unknownKeyRules: new Set(),
  },
  encode: encodeEvent,
};
