import type { HistoryTurn } from '@fxlog/format';
import type { DisplayMetadata } from '@fxlog/format/internal';
import { trimOf } from '@fxlog/json/internal';

const MAX_BYTES = 240;
const MAX_WORDS = 8;
const UNTITLED = 'Untitled session';

/** Collects, turn by turn, what the title of a session is made from; see {@link deriveDisplay}. */
export class DisplayDerivation {
  #text: string | null = null;
  #hasImages = false;
  #turns = 0;

  /** Whether the text is known, so that no later turn plays a part. */
  get isSettled(): boolean {
    return this.#text !== null;
  }

  /** Counts a turn that plays no part. */
  pass(): void {
    this.#turns++;
  }

  /** Looks at the next turn of the history. */
  add(turn: HistoryTurn): void {
    this.#turns++;
    if (this.#text !== null || turn.kind === 'compacted_summary') return;
    const text = usableText(turn.user.text);
    if (text !== null) this.#text = text;
    else if (turn.user.images.length > 0) this.#hasImages = true;
  }

  /** Null for an empty history: fx writes no `display.json` then. */
  finish(originWorkspaceRoot: string | null): DisplayMetadata | null {
    if (this.#turns === 0) return null;
    const lines = (this.#text ?? '').split('\n').map(trimBlanks).filter(Boolean);
    const title = makeTitle(lines[0] ?? '');
    const preview = cutToBytes(lines.slice(0, 2).join('\n'), MAX_BYTES);
    const fallback = this.#hasImages ? 'Image session' : UNTITLED;
    return {
      schema_version: 1,
      title: title === '' ? fallback : title,
      preview: title === '' ? null : preview,
      origin_workspace_root: originWorkspaceRoot,
    };
  }
}

/**
 * The title and preview that fx freezes into `display.json` (session-directory §4.3): from the first turn whose user text is more than
 * blanks and no slash command; else `Image session`; else `Untitled session`.
 */
export function deriveDisplay(
  history: Iterable<HistoryTurn>,
  originWorkspaceRoot: string | null,
): DisplayMetadata | null {
  const derivation = new DisplayDerivation();
  for (const turn of history) derivation.add(turn);
  return derivation.finish(originWorkspaceRoot);
}

function usableText(text: string | Uint8Array): string | null {
  // A title is a JSON string, so bytes that are not UTF-8 cannot become one.
  if (typeof text !== 'string') return null;
  const trimmed = trimBlanks(text);
  const isCommand = trimmed.startsWith('/') && !trimmed.includes('\n');
  return trimmed === '' || isCommand ? null : trimmed;
}

function makeTitle(line: string): string {
  let title = '';
  for (const word of line
    .split(/[ \t\n\v\f\r]+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS)) {
    const separator = title === '' ? '' : ' ';
    const room = MAX_BYTES - Buffer.byteLength(title + separator);
    const fitting = cutToBytes(word, room);
    if (fitting === '') break;
    title += separator + fitting;
    if (fitting !== word) break;
  }
  return title;
}

// Only the four bytes fx trims; `trim()` would take more.
function trimBlanks(text: string): string {
  return trimOf(text, ' \t\r\n');
}

/** The longest beginning of a text that takes at most so many bytes of UTF-8 and ends between two characters. */
function cutToBytes(text: string, maxBytes: number): string {
  if (maxBytes <= 0) return '';
  // A character takes at least one byte, so nothing behind this many units can fit; keeps a huge text cheap.
  const head = Buffer.from(text.slice(0, maxBytes + 1));
  if (head.length <= maxBytes) return text;
  let end = maxBytes;
  while (end > 0 && ((head[end] ?? 0) & 0xc0) === 0x80) end--;
  return head.toString('utf8', 0, end);
}
