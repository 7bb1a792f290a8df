/** An argument as a POSIX shell takes it; `#` begins a comment only at the beginning of a word. */
export function shellQuote(argument: string): string {
  return /^[\w@%+=:,./-][\w@%+=:,./#-]*$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
