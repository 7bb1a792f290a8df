/**
 * Characters that do something instead of showing something: controls that a terminal obeys, marks that turn the direction of what follows,
 * line ends that only some programs know. Wherever a transcript is shown they are named.
 *
 * Left as they are: tab and LF, and the marks that only help with a direction (U+200E, U+200F, U+061C).
 */
export const INVISIBLE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** How such a character is shown: the picture of a control (`␛`), else its number (`⟦U+202E⟧`). */
export function nameInvisible(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `\u27e6U+${code.toString(16).toUpperCase().padStart(4, '0')}\u27e7`;
}

/** The text with such characters named, and each line ended by LF. */
export function toVisibleText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(INVISIBLE, nameInvisible);
}

/** The text as one line of at most so many characters. */
export function toOneLine(text: string, maxLength: number): string {
  // What is cut off need not be looked at.
  const head = text.slice(0, maxLength * 4);
  const line = toVisibleText(head.replace(/\s+/g, ' ').trim());
  if (line.length <= maxLength && head.length === text.length) return line;
  return `${sliceWhole(line, Math.min(maxLength - 1, line.length)).trimEnd()}\u2026`;
}

/** The first UTF-16 units of a text, without half a character at the end. */
export function sliceWhole(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff && length < text.length;
  return text.slice(0, isHalf ? length - 1 : length);
}
