import { readFileSync } from 'node:fs';
import { foldContract } from '../../testing/fold-contract.js';

const fixture = (path: string) => ({
  name: path,
  bytes: readFileSync(
    new URL(`../../../../../test-fixtures/newer/conversation-log/${path}/events.jsonl`, import.meta.url),
  ),
});

foldContract('conversation-log', [
  fixture('parallel-calls/orchard_0003'),
  fixture('interrupted/orchard_0005'),
  fixture('steering/orchard_0007'),
  fixture('compacted/orchard_0008'),
  fixture('mixed-versions/orchard_0016'),
]);
