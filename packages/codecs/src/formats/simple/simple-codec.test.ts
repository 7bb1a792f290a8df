import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readAll, runConversion } from '../../testing/run-conversion.js';
import { simpleCodec } from './simple-codec.js';

const vector = (name: string) =>
  readFileSync(new URL(`../../../../../test-fixtures/codecs/common-model/${name}`, import.meta.url));
const SIMPLE = vector('simple-1.json');
const COMMON = vector('common-1.json').toString().trimEnd();

describe('Simple', () => {
  it('becomes the common transcript of the vector, byte for byte, and says what it left out', async () => {
    const { main, losses } = await runConversion(SIMPLE, { to: 'common', compatible: true });
    expect(main.toString()).toBe(COMMON);
    expect(losses.kinds().map(({ code, count, samples }) => [code, count, samples[0]?.where.path])).toEqual([
      ['dropped-extra', 1, '/x_note'],
      ['dropped-block', 1, '/messages/2/content/6'],
      ['skipped-entry', 2, '/messages/3'],
    ]);
  });

  it('says what it left out of entries and blocks', async () => {
    const text =
      '{"messages":[{"role":"user","type":"x","note":1,"content":[{"type":"text","text":"a","id":"b","n":null}]}]}';
    const { losses } = await runConversion(Buffer.from(text), { from: 'simple', to: 'common' });
    const places = losses.kinds().flatMap(({ code, samples }) => samples.map(({ where }) => [code, where.path]));
    expect(places).toEqual([
      ['dropped-extra', '/messages/0/content/0/id'],
      ['dropped-extra', '/messages/0/type'],
      ['dropped-extra', '/messages/0/note'],
      ['missing-time', undefined],
    ]);
  });

  it('comes back from Simple as the same common transcript', async () => {
    const simple = await runConversion(Buffer.from(COMMON), { to: 'simple' });
    expect(simple.losses.isLossless).toBe(true);
    const { main, losses } = await runConversion(simple.main, { to: 'common' });
    expect(main.toString()).toBe(COMMON);
    expect(losses.isLossless).toBe(true);
  });

  it('is written with two spaces, sorted keys and a line end', async () => {
    const common = {
      meta: { id: '', timestamp: '2026-01-01T00:00:00.1234Z', cwd: '/w', title: 'T' },
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'hi' }], timestamp: '2026-01-01T00:00:01Z' },
        { role: 'assistant', content: [], timestamp: '2026-01-01T00:00:02Z', model: 'm' },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 't', content: { b: [], a: {} }, is_error: true }],
          timestamp: '2026-01-01T00:00:02Z',
        },
      ],
    };
    const { main, losses } = await runConversion(Buffer.from(JSON.stringify(common)), { to: 'simple' });
    expect(main.toString()).toBe(`{
  "cwd": "/w",
  "messages": [
    {
      "content": "hi",
      "role": "user",
      "timestamp": "2026-01-01T00:00:01Z"
    },
    {
      "model": "m",
      "role": "assistant",
      "timestamp": "2026-01-01T00:00:02Z"
    },
    {
      "content": [
        {
          "content": {
            "b": [],
            "a": {}
          },
          "is_error": true,
          "tool_use_id": "t",
          "type": "tool_result"
        }
      ],
      "role": "user",
      "timestamp": "2026-01-01T00:00:02Z"
    }
  ],
  "timestamp": "2026-01-01T00:00:00.123Z",
  "title": "T"
}
`);
    expect(losses.kinds()).toMatchObject([{ code: 'dropped-time', count: 1 }]);
  });

  it.each([
    ['{"messages":[]}', '1970-01-01T00:00:00Z'],
    [
      '{"messages":[{"role":"user","content":"a"},{"role":"user","timestamp":"2026-01-01T00:00:00Z"}]}',
      '2026-01-01T00:00:00Z',
    ],
    ['{"timestamp":7,"messages":[{"role":"user","content":"a"}]}', '1970-01-01T00:00:00Z'],
  ])('without a time of its own begins with the first message that has one: %s', async (text, time) => {
    const { meta, messages } = await readAll(Buffer.from(text), { from: 'simple' });
    expect(meta.timestamp).toBe(time);
    expect(messages.every(({ timestamp }) => timestamp === time)).toBe(true);
  });

  it.each(['[]', '{}', '{"messages":{}}', 'x', '"messages"', ''])('refuses %j', async (text) => {
    await expect(readAll(Buffer.from(text), { from: 'simple' })).rejects.toMatchObject({
      rule: 'codec/invalid-document',
    });
  });

  it.each([
    ['of Gemini CLI', { sessionId: 'x', projectHash: 'y', messages: [{ id: '1', type: 'user', content: 'hi' }] }],
    ['of a chat', { title: 't', messages: [{ author: 'me', text: 'hi' }] }],
    ['of opencode', { info: {}, messages: [{ info: { role: 'user' }, parts: [] }] }],
  ])('does not take a document %s for its own, and says why it cannot be read', async (_whose, document) => {
    const bytes = Buffer.from(JSON.stringify(document));
    expect(simpleCodec.detect?.(bytes)).toBe(false);
    await expect(readAll(bytes, { from: 'simple' })).rejects.toMatchObject({
      rule: 'codec/invalid-document',
      message: expect.stringContaining(JSON.stringify(Object.keys(document.messages[0] ?? {})[0])),
    });
  });

  it.each([
    { messages: [] },
    { messages: [{ role: 'user', content: 'x' }] },
    { title: 't', messages: [{ content: 'x'.repeat(70_000), role: 'user' }] },
    { messages: [{ role: 'system', content: 'only this' }] },
  ])('takes a document whose messages have roles for its own', async (document) => {
    const bytes = Buffer.from(JSON.stringify(document));
    expect(simpleCodec.detect?.(bytes.subarray(0, 65_536))).toBe(true);
    expect((await readAll(bytes, { from: 'simple' })).losses.count('missing-time')).toBe(1);
  });
});
