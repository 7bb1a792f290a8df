import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { LogBuilder, plainTurn, stateOf } from '../dialects/event-log-v1/testing/log-builder.js';
import { type ConversationOptions, outlineConversation, readConversation } from '../index.js';

const dir = mkdtempSync(join(tmpdir(), 'fxlog-conversation-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

async function textsIn(source: Parameters<typeof readConversation>[0], options?: ConversationOptions) {
  const texts: unknown[] = [];
  for await (const items of readConversation(source as string, options)) {
    for (const item of items) if (item.type === 'turn') texts.push(item.turn.user.text);
  }
  return texts;
}

describe('the sources of a conversation', () => {
  const log = new LogBuilder()
    .start()
    .turn('old')
    .replacement(stateOf([plainTurn('a')]))
    .turn('b');
  const path = join(dir, 'events.jsonl');
  writeFileSync(path, Buffer.concat([log.bytes, Buffer.from('never committed')]));

  it('may be the beginning of a file, which alone counts', async () => {
    const beginning = { file: path, length: log.bytes.length };
    expect(await textsIn(beginning)).toEqual(['a', 'b']);
    expect(await textsIn(beginning, { recall: true })).toEqual(['a', 'b']);
    expect(await textsIn(beginning, { view: 'archive' })).toEqual(['old', 'a', 'b']);
    expect(await textsIn({ file: path, length: log.boundaries[2] ?? 0 })).toEqual(['old']);
    await expect(textsIn(path)).rejects.toMatchObject({ fxError: 'TruncatedEventFrame' });
  });

  it('are not streams, whose bytes can be had only once', async () => {
    await expect(textsIn(Readable.from([log.bytes]))).rejects.toMatchObject({ rule: 'source/not-seekable' });
  });
});

describe('the end of a conversation', () => {
  const totals = (count: number) => ({ total_input_tokens: count, total_output_tokens: count });
  const plain = new LogBuilder().start();
  for (let turn = 1; turn <= 5; turn++) plain.turn(`${turn}`, totals(turn));
  const replaced = new LogBuilder().start().turn('old').turn('older', totals(9));
  replaced
    .replacement(stateOf([plainTurn('a'), plainTurn('b'), plainTurn('c')]))
    .turn('d')
    .turn('e', totals(12));

  it.each([
    ['one', plain],
    ['one that was replaced', replaced],
  ] as const)('of %s is the same as when all of it is read', async (_name, { bytes }) => {
    const entriesFrom = async (from?: number) => {
      const entries: unknown[] = [];
      for await (const items of readConversation(bytes, { outline: await outlineConversation(bytes), from }))
        for (const item of items) if (item.type === 'turn') entries.push(item);
      return entries;
    };
    const all = await entriesFrom();
    expect(all).toHaveLength(5);
    for (let from = 0; from <= 6; from++) expect(await entriesFrom(from)).toEqual(all.slice(from));
  });
});
