import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EventStream, LogError } from '@fxlog/reader';
import { describe, expect, it } from 'vitest';
import { LogBuilder, plainTurn, stateOf } from './dialects/event-log-v1/testing/log-builder.js';
import { type TurnItem, TurnStream } from './index.js';
import { bodyOf, standingEntries, textsOf } from './testing/collect.js';

function into(items: TurnItem[]): Writable {
  return new Writable({
    objectMode: true,
    write(batch: TurnItem[], _encoding, done) {
      items.push(...batch);
      done();
    },
  });
}

const small = (bytes: Uint8Array): Readable => {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += 100) chunks.push(bytes.subarray(at, at + 100));
  return Readable.from(chunks);
};

const REPLACED = new LogBuilder()
  .start()
  .turn('old')
  .replacement(stateOf([plainTurn('a'), plainTurn('b')]))
  .turn('c');

describe('TurnStream', () => {
  it('gives the turns of a replacement as provisional, then says that they stand', async () => {
    const items: TurnItem[] = [];
    const turns = new TurnStream();
    await pipeline(small(REPLACED.bytes), new EventStream(), turns, into(items));
    expect(items.map((item) => [item.type, 'provisional' in item ? item.provisional : undefined])).toEqual([
      ['turn', undefined],
      ['history-replaced', true],
      ['turn', true],
      ['turn', true],
      ['replacement-committed', undefined],
      ['turn', undefined],
    ]);
    expect(standingEntries(items).map((entry) => [bodyOf(entry).index, ...textsOf([entry])])).toEqual([
      [0, 'a'],
      [1, 'b'],
      [2, 'c'],
    ]);
    expect(turns.result?.turns).toBe(3);
  });

  it('takes bytes as well, and a last line that was cut off inside a replacement for torn', async () => {
    const items: TurnItem[] = [];
    const end = REPLACED.boundaries[5] as number;
    await pipeline(small(REPLACED.bytes.subarray(0, end - 10)), new TurnStream(), into(items));
    expect(items.at(-1)).toMatchObject({ type: 'replacement-torn', turns: 1, truncateFrom: REPLACED.boundaries[2] });
    expect(textsOf(standingEntries(items))).toEqual(['old']);
  });

  it('delivers everything before a fault, then the fault', async () => {
    const items: TurnItem[] = [];
    const log = new LogBuilder().start().turn('one').start().turn('two');
    const work = pipeline(small(log.bytes), new EventStream(), new TurnStream(), into(items));
    await expect(work).rejects.toMatchObject({ fxError: 'ImmutableSessionIdentity', offset: log.boundaries[2] });
    await expect(work).rejects.toBeInstanceOf(LogError);
    expect(items).toHaveLength(1);
  });

  it('are destroyed by a signal', async () => {
    const controller = new AbortController();
    const stream = new TurnStream({ signal: controller.signal });
    const failed = new Promise((resolve) => stream.on('error', resolve));
    controller.abort();
    expect(await failed).toMatchObject({ name: 'AbortError' });
  });

  it('goes on past the fault leniently', async () => {
    const items: TurnItem[] = [];
    const rules: string[] = [];
    const log = new LogBuilder().start().turn('one').start().turn('two');
    const turns = new TurnStream({ mode: 'lenient', onFinding: ({ rule }) => rules.push(rule) });
    await pipeline(small(log.bytes), new EventStream({ mode: 'lenient' }), turns, into(items));
    expect(rules).toEqual(['log/second-start']);
    expect(textsOf(standingEntries(items))).toEqual(['one', 'two']);
  });
});
