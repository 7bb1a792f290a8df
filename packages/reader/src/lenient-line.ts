import type { RuleId, Severity } from '@fxlog/format';
import { FrameError } from '@fxlog/format';
import { type CheckedFrame, type CheckOptions, checkLine, type FormatDialect } from '@fxlog/format/internal';
import { isDeeperThan } from '@fxlog/json/internal';
import { keepUnknownKeys } from './keep-unknown-keys.js';
import { mendText } from './mend-text.js';

/** What lenient reading made of a line to take it. @internal */
export interface LineNote {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly message: string;
  readonly fxError: FrameError['fxError'];
  /** JSON Pointer; empty for the line as a whole. */
  readonly path: string;
  /** Bytes from the first byte of the line. */
  readonly offset: number;
}

/** A line that strict rules refuse, with all the same an event in it. @internal */
export interface LenientLine<Frame extends CheckedFrame = CheckedFrame> {
  /** Null for a line whose event is of no use, though nothing but its number is wanted of it. */
  readonly checked: Frame | null;
  readonly notes: readonly LineNote[];
}

/** No event is nested deeper; a line that is costs many times its size to build, and holds nothing that could be kept. */
const MAX_DEPTH = 2000;

/** More than a few changes to one line are not what makes it readable. */
const MAX_CHANGES = 4;

/**
 * Takes a line that is refused, as far as that costs nothing but a part of it: a character, usage of another shape; and what a later fx added.
 *
 * @param refusal Why the line was refused as it is.
 * @returns null where nothing can be made of it.
 * @internal
 */
export function readLineLeniently<Frame extends CheckedFrame>(
  dialect: FormatDialect<Frame>,
  line: Uint8Array,
  refusal: FrameError,
  options: CheckOptions,
): LenientLine<Frame> | null {
  if (isDeeperThan(line, MAX_DEPTH)) return null;
  const notes: LineNote[] = [];
  let bytes = line;
  let error = refusal;
  for (let change = 0; change < MAX_CHANGES; change++) {
    const extended = keepUnknownKeys(dialect, bytes, error, options);
    if (extended !== null) {
      const { as } = dialect.strictness;
      for (const { rule, fxError, path, offset, count } of extended.unknownKeys) {
        const key = path.slice(path.lastIndexOf('/') + 1);
        const times = count > 1 ? ` (${count} times in this event)` : '';
        const message = `${as} does not know the key ${key}${times}`;
        notes.push({ rule, severity: 'warning', message, fxError, path, offset });
      }
      return { checked: extended.checked, notes };
    }
    const changed = withoutBadText(dialect, bytes, error) ?? dialect.recovery?.adapt?.(bytes, error) ?? null;
    if (changed === null) return null;
    notes.push({ ...changed.note, fxError: error.fxError });
    if (changed.line === undefined) return { checked: changed.frame, notes };
    bytes = changed.line;
    try {
      return { checked: checkLine(dialect, bytes, 0, bytes.length, options), notes };
    } catch (next) {
      if (!(next instanceof FrameError)) throw next;
      error = next;
    }
  }
  return null;
}

function withoutBadText(
  { recovery }: FormatDialect,
  line: Uint8Array,
  { rule }: FrameError,
): { readonly line: Uint8Array; readonly frame?: undefined; readonly note: Omit<LineNote, 'fxError'> } | null {
  if (recovery === undefined) return null;
  const mended = mendText(line);
  if (mended === null) return null;
  const { bytes, count, offset } = mended;
  const message =
    count === 1
      ? 'A character that cannot stand in a log is taken for U+FFFD; the rest of the line is kept'
      : `${count} characters that cannot stand in a log are taken for U+FFFD; the rest of the line is kept`;
  const named = rule === 'frame/lone-surrogate' || rule === 'frame/invalid-utf8' ? rule : 'frame/invalid-utf8';
  return { line: bytes, note: { rule: named, severity: 'error', message, path: '', offset } };
}
