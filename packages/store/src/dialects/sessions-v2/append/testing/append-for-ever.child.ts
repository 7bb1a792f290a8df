import { appendStoreTurn } from '../append-turn.js';

/** Appends turns to a session, one after the other, until it is killed; a line on standard output for each. */
const [dir = ''] = process.argv.slice(2);
for (let turn = 1; ; turn++) {
  const assistant = { text: 'Yes. '.repeat(1 + (turn % 50)), provider_replay: null, standalone_response: false };
  const payload = { files: [], turn_summary: null };
  await appendStoreTurn(dir, {
    user: { text: `turn ${turn}`, images: [], work_id: null },
    steps: [],
    steering: [],
    end: { kind: 'completed', assistant, payload },
  });
  process.stdout.write(`${turn}\n`);
}
