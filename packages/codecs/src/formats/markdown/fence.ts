/** What may follow an opening fence: the name of a language. */
const INFO = /^\s*([\w+#.-]{1,30})/;

/**
 * A fenced block, longer fenced than anything within, so that nothing in it can end it.
 *
 * @param content without controls; see `toVisibleText`.
 */
export function fence(content: string, info = ''): string {
  let longest = 2;
  for (const [run] of content.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const marks = '`'.repeat(longest + 1);
  const body = content === '' || content.endsWith('\n') ? content : `${content}\n`;
  return `${marks}${INFO.exec(info)?.[1] ?? ''}\n${body}${marks}`;
}

/** Text as code within a line. */
export function codeSpan(text: string): string {
  const line = text.replaceAll('\n', '\u240a').replaceAll('\t', ' ');
  if (line.trim() === '') return `\` ${line} \``;
  let longest = 0;
  for (const [run] of line.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const marks = '`'.repeat(longest + 1);
  const space = /^[ `]|[ `]$/.test(line) ? ' ' : '';
  return `${marks}${space}${line}${space}${marks}`;
}
