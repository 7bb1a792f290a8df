/**
 * A text without the given characters at its beginning and its end. Unlike a regular expression for the end, which tries every run of them anew, it takes
 * time in proportion to what it cuts off.
 *
 * @param characters characters of one UTF-16 unit each
 */
export function trimOf(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text.charAt(start))) start++;
  return trimEndOf(text.slice(start), characters);
}

/** A text without the given characters at its end; see {@link trimOf}. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
