// @ts-check

/**
 * The text of docs/rules.md.
 *
 * @param {readonly import('../packages/format/src/rules/rule.js').Rule[]} rules
 * @returns {string}
 */
export function rulesPage(rules) {
  const lines = [
    '# Rules',
    '',
    'Everything that fxlog can say about data, by the id that its findings and errors carry. `fxlog rules ID` prints the same. This page is',
    'generated from the catalogue in `packages/format/src/rules/` (`npm run docs`).',
    '',
    'Severity: an **error** makes the data unreadable to fx or to fxlog, a **warning** is what fx works around or what was lost, **info** is worth',
    'knowing. The error in brackets is what fx itself says, where one name fits.',
  ];
  let area = '';
  for (const rule of [...rules].sort((one, other) => (one.id < other.id ? -1 : 1))) {
    const [next = ''] = rule.id.split('/');
    if (next !== area) lines.push('', `## ${next}/`);
    area = next;
    const fxError = rule.fxError === undefined ? '' : ` (${code(rule.fxError)})`;
    lines.push('', `### ${rule.id}`, '', `**${rule.severity}**${fxError} – ${rule.title}.`, '', rule.explain, '');
    lines.push(`*What to do:* ${rule.remedy} *See* ${rule.spec}.`);
  }
  return `${lines.join('\n')}\n`;
}

/** @param {string} text */
function code(text) {
  return `\`${text}\``;
}
