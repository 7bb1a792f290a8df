/**
 * The one door through which logged text reaches a terminal.
 *
 * A log holds whatever a model, a tool or a web page wrote. Printed raw, it could move the cursor, retitle the window,
 * answer queries on the keyboard's behalf or show text in another order than it is stored. Everything that a terminal would *act* on
 * instead of *show* is spelled out as an escape (`\x1b`, `\u202e`), so a person sees that it is there.
 */

/** How {@link terminalText} treats the two characters that lay text out. */
export interface TerminalTextOptions {
  /**
   * Keep LF (and CR LF as LF) as line breaks and expand tabs to the next multiple of eight columns. Default false: they are
   * spelled out, so the result is always a single line.
   */
  multiline?: boolean;
}

/**
 * Spelled out: C0 without LF, DEL, C1; soft hyphen; Arabic letter mark, zero-width space, directional marks,
 * line and paragraph separators, bidirectional embeddings and overrides, invisible operators, bidirectional isolates,
 * byte order mark, interlinear annotations; lone surrogates; language tags. Zero-width (non-)joiners stay: scripts and emoji need them.
 */
const HOSTILE =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}|[\u{e0000}-\u{e007f}]/u;
const HOSTILE_ALL = new RegExp(HOSTILE.source, 'gu');
const TAB_STOP = 8;

/**
 * Makes text of unknown origin safe to print and keeps it readable.
 *
 * @param value a string, or the raw bytes of something that is not (all) UTF-8; bytes outside UTF-8 become `\xNN`
 * @returns text without any control character except, in multiline mode, LF
 */
export function terminalText(value: string | Uint8Array, options: TerminalTextOptions = {}): string {
  const text = typeof value === 'string' ? value : decodeVisibly(value);
  if (options.multiline !== true) {
    return (text.includes('\n') ? text.replaceAll('\n', '\\n') : text).replace(HOSTILE_ALL, spellOut);
  }
  const unix = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
  if (!HOSTILE.test(unix)) return unix;
  return unix
    .split('\n')
    .map((line) => (line.includes('\t') ? expandTabs(line) : line).replace(HOSTILE_ALL, spellOut))
    .join('\n');
}

/**
 * The same for text that is JSON already: JSON writers escape only what is below 0x20, a terminal acts on more. The result
 * is the same JSON value.
 */
export function escapeJsonForTerminal(json: string): string {
  return json.replace(HOSTILE_ALL, (character) => {
    // Outside of strings only; JSON writers escape them inside.
    if (character === '\t' || character === '\r') return character;
    let escaped = '';
    for (let i = 0; i < character.length; i += 1) {
      escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
    }
    return escaped;
  });
}

function spellOut(character: string): string {
  switch (character) {
    case '\t':
      return '\\t';
    case '\r':
      return '\\r';
    case '\b':
      return '\\b';
    case '\f':
      return '\\f';
  }
  const code = character.codePointAt(0) ?? 0;
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`;
  if (code <= 0xffff) return `\\u${code.toString(16).padStart(4, '0')}`;
  return `\\u{${code.toString(16)}}`;
}

/** Tab stops count UTF-16 units: exact for code and listings, where tabs occur. */
function expandTabs(line: string): string {
  let result = '';
  for (const [index, part] of line.split('\t').entries()) {
    if (index > 0) result += ' '.repeat(TAB_STOP - (result.length % TAB_STOP));
    result += part;
  }
  return result;
}

/** UTF-8 where it is UTF-8; every other byte as `\xNN`. */
function decodeVisibly(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const parts: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = endOfValidUtf8(bytes, at);
    if (end > at) parts.push(decoder.decode(bytes.subarray(at, end)));
    at = end;
    while (at < bytes.length && utf8SequenceLength(bytes, at) === 0) {
      parts.push(`\\x${(bytes[at] ?? 0).toString(16).padStart(2, '0')}`);
      at += 1;
    }
  }
  return parts.join('');
}

function endOfValidUtf8(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length) {
    const length = utf8SequenceLength(bytes, at);
    if (length === 0) break;
    at += length;
  }
  return at;
}

/** Length of the well-formed UTF-8 sequence at `at` (Unicode table 3-7), or 0 where there is none. */
function utf8SequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const second = bytes[at + 1] ?? 0;
  if (lead >= 0xc2 && lead <= 0xdf) return isContinuation(second) ? 2 : 0;
  const third = bytes[at + 2] ?? 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    const low = lead === 0xe0 ? 0xa0 : 0x80;
    const high = lead === 0xed ? 0x9f : 0xbf;
    return second >= low && second <= high && isContinuation(third) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    const low = lead === 0xf0 ? 0x90 : 0x80;
    const high = lead === 0xf4 ? 0x8f : 0xbf;
    const fourth = bytes[at + 3] ?? 0;
    return second >= low && second <= high && isContinuation(third) && isContinuation(fourth) ? 4 : 0;
  }
  return 0;
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte <= 0xbf;
}
