import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CodecRegistry } from '../registry.js';
import { chatCodec } from './chat-codec.js';
import { readAll, runConversion } from './run-conversion.js';

const root = new URL('../../../../', import.meta.url);
const registry = new CodecRegistry([chatCodec]);

describe('the codec of the documentation', () => {
  it('is printed there as it is here', () => {
    const page = readFileSync(new URL('docs/writing-a-codec.md', root), 'utf8');
    const source = readFileSync(new URL('packages/codecs/src/testing/chat-codec.ts', root), 'utf8');
    const shown = source.replace("'../index.js'", "'@fxlog/codecs'");
    expect(page).toContain(`\`\`\`ts\n${shown}\`\`\``);
  });

  it('is detected, reads, and reports the lines that are none of its own', async () => {
    const { messages, losses } = await readAll(Buffer.from('me: hi\nwhat\nbot: hello\n'), { registry });
    expect(messages.map(({ role, content }) => [role, content[0]])).toEqual([
      ['user', { type: 'text', text: 'hi' }],
      ['assistant', { type: 'text', text: 'hello' }],
    ]);
    expect(losses.kinds()).toMatchObject([{ code: 'bad-line', count: 1, samples: [{ where: { line: 2 } }] }]);
  });

  it('writes what it can and reports what it cannot', async () => {
    const source = {
      meta: { id: 's', timestamp: '2026-01-01T00:00:00Z', title: 'T' },
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'hi\nthere' },
            { type: 'thinking', text: 'x' },
          ],
          timestamp: '2026-01-01T00:00:00Z',
        },
      ],
    };
    const { main, losses } = await runConversion(Buffer.from(JSON.stringify(source)), {
      from: 'common',
      to: chatCodec,
    });
    expect(main.toString()).toBe('me: hi there\n');
    expect(losses.kinds().map(({ code, count }) => [code, count])).toEqual([
      ['title-dropped', 1],
      ['dropped-block', 1],
    ]);
  });
});
