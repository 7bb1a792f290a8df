import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { LogBuilder, plainTurn, stateOf } from '../dialects/event-log-v1/testing/log-builder.js';
import { type ConversationOptions, readConversation } from '../index.js';

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
