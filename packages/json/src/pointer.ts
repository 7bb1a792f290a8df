/**
 * The RFC 6901 JSON Pointer of the member that the keys and indices lead to, one after the other; without any, that of the value as a
 * whole, which is empty. Two pointers that are joined are a pointer again.
 *
 * @example
 * pointer('turn', 0, 'a/b'); // '/turn/0/a~1b'
 */
export function pointer(...path: readonly (string | number)[]): string {
  let text = '';
  for (const token of path) text += `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return text;
}

/** The keys and indices of an RFC 6901 JSON Pointer. */
export function pointerTokens(text: string): string[] {
  return text
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}
