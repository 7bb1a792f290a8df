import { appendTurn } from '../append-turn.js';

/** Appends turns to a session, one after the other, until it is killed; a line on standard output for each. */
const [dir = ''] = process.argv.slice(2);
for (let turn = 1; ; turn++) {
  await appendTurn(dir, {
    kind: 'assistant',
    user: { text: `turn ${turn}`, images: [] },
    assistant: 'Yes. '.repeat(1 + (turn % 50)),
    execution: { schema_version: 3, tool_steps: [], files: [] },
  });
  process.stdout.write(`${turn}\n`);
}
