import { readFileSync } from 'node:fs';
import { foldContract } from '../../testing/fold-contract.js';
import { LogBuilder, plainTurn, stateOf } from './testing/log-builder.js';

const summary = (removed: number) =>
  ({ kind: 'compacted_summary', summary: 'what was', removed_turn_count: removed, compaction_count: 1 }) as const;

const three = () => new LogBuilder().start().turn('one').turn('two').turn('three');

foldContract('event-log-v1', [
  { name: 'turns alone', bytes: three().bytes },
  {
    name: 'every kind of event',
    bytes: readFileSync(new URL('../../../../../test-fixtures/conformance/event-log-accepted.jsonl', import.meta.url)),
  },
  {
    name: 'a compaction, and turns after it',
    bytes: three()
      .replacement(stateOf([summary(2), plainTurn('three')]))
      .turn('four').bytes,
  },
  {
    name: 'two replacements, one of them with a turn that was nowhere before',
    bytes: three()
      .replacement(stateOf([plainTurn('one'), plainTurn('new')]), { reason: 'recovery' })
      .turn('five')
      .replacement(stateOf([plainTurn('one'), plainTurn('new'), plainTurn('five')]))
      .turn('six').bytes,
  },
  {
    name: 'a replacement that was never committed',
    bytes: three()
      .replacement(stateOf([plainTurn('one')]))
      .turn('four')
      .replacement(stateOf([plainTurn('none')]), { frames: 2 }).bytes,
  },
]);
