/** Outside quotes; a pattern may have `*` and `?` besides (profile-and-tools §4.4). */
const STATIC = /^[A-Za-z0-9_./,:+=%@\- \t]*$/;
const STATIC_PATTERN = /^[A-Za-z0-9_./,:+=%@\- \t*?]*$/;
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;
const BLANK_AT_AN_END = /^[ \t]|[ \t]$/;

/**
 * Whether a command, or the pattern of a rule that allows commands, is *static*: nothing in it could make the shell run more than it says.
 */
export function isStaticText(text: string, isPattern: boolean): boolean {
  if (text === '' || BLANK_AT_AN_END.test(text) || ASSIGNMENT.test(text)) return false;
  const parts = text.split("'");
  // An even number of parts means that a quote is open at the end.
  if (parts.length % 2 === 0) return false;
  const outside = isPattern ? STATIC_PATTERN : STATIC;
  return parts.every((part, index) => (index % 2 === 0 ? outside.test(part) : !hasControl(part)));
}

/** NUL, CR, LF, or what is not UTF-8 and was replaced. */
function hasControl(quoted: string): boolean {
  return quoted.includes('\0') || quoted.includes('\r') || quoted.includes('\n') || quoted.includes('\ufffd');
}
