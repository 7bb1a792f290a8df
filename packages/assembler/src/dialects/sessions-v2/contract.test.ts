import { readFileSync } from 'node:fs';
import { foldContract } from '../../testing/fold-contract.js';

const fixture = (path: string) => ({
  name: path,
  bytes: readFileSync(new URL(`../../../../../test-fixtures/newer/sessions-v2/${path}/log.jsonl`, import.meta.url)),
});

foldContract('sessions-v2', [
  fixture('ordinary/v2/orchard_0950'),
  fixture('tool-call/v2/orchard_0951'),
  fixture('interrupted/v2/orchard_0954'),
  fixture('compacted/v2/orchard_0955'),
  fixture('fork/v2/orchard_0959'),
  fixture('child/v2/orchard_0960'),
]);
