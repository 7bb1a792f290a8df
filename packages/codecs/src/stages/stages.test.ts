import { describe, expect, it } from 'vitest';
import type { ItemBatches } from '../codec.js';
import { LossReport } from '../loss.js';
import { FreeJson } from '../model/free-json.js';
import { fromCanonical } from '../model/tool.js';
import type { Block, Message, TranscriptItem } from '../model/transcript.js';
import type { Stage } from '../stage.js';
import { dropTools } from './drop-tools.js';
import { lastTurns, range } from './range.js';
import { textOnly } from './text-only.js';
import { truncateOutputs } from './truncate-outputs.js';

const TIME = '2026-01-01T00:00:00Z';
const text = (value: string): Block => ({ type: 'text', text: value });
const call = (id: string, name: string): Block => ({
  type: 'tool_use',
  id,
  tool: fromCanonical(name, FreeJson.parse('{"command":"ls"}')),
});
const result = (id: string, content: string | FreeJson = 'out'): Block => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
});
const user = (...content: Block[]): Message => ({ role: 'user', content, timestamp: TIME });
const assistant = (stop_reason: 'tool_use' | 'end_turn', ...content: Block[]): Message => ({
  role: 'assistant',
  content,
  timestamp: TIME,
  stop_reason,
});

const CONVERSATION: readonly Message[] = [
  user(text('one')),
  assistant('tool_use', text('looking'), call('a', 'Bash'), call('b', 'Glob')),
  user(result('a'), result('b')),
  assistant('end_turn', text('done')),
  user(text('two')),
  assistant('tool_use', call('c', 'Bash')),
  user(result('c', 'x'.repeat(100)), text('three')),
  assistant('end_turn', text('bye')),
];

async function run(stage: Stage, messages: readonly Message[] = CONVERSATION) {
  async function* items(): ItemBatches {
    yield [{ type: 'meta', meta: { id: 's', timestamp: TIME } }];
    for (const message of messages) yield [{ type: 'message', message }];
  }
  const losses = new LossReport();
  const kept: TranscriptItem[] = [];
  for await (const batch of stage(items(), { report: losses.add })) kept.push(...batch);
  expect(kept[0]?.type).toBe('meta');
  return { losses, messages: kept.flatMap((item) => (item.type === 'message' ? [item.message] : [])) };
}

describe('lastTurns', () => {
  it('keeps whole turns at the end and reports what came before', async () => {
    const { messages, losses } = await run(lastTurns(1));
    expect(messages).toEqual([user(text('three')), assistant('end_turn', text('bye'))]);
    expect(losses.count('dropped-message')).toBe(CONVERSATION.length - 1);
  });

  it('gives what range gives, counted from the end', async () => {
    const { messages } = await run(lastTurns(2));
    expect(messages).toEqual((await run(range({ from: 1 }))).messages);
  });

  it('keeps a conversation of fewer turns as it is', async () => {
    const { messages, losses } = await run(lastTurns(9));
    expect(messages).toHaveLength(CONVERSATION.length + 1);
    expect(losses.isLossless).toBe(true);
  });
});

describe('range', () => {
  it('keeps whole turns and the results of a mixed message with their calls', async () => {
    const { messages } = await run(range({ from: 1, to: 2 }));
    expect(messages).toEqual([
      user(text('two')),
      assistant('tool_use', call('c', 'Bash')),
      user(result('c', 'x'.repeat(100))),
    ]);
  });

  it('counts what it leaves out in front', async () => {
    const { messages, losses } = await run(range({ from: 2 }));
    expect(messages).toEqual([user(text('three')), assistant('end_turn', text('bye'))]);
    expect(losses.count('dropped-message')).toBe(7);
  });

  it('refuses what is not a range', () => {
    expect(() => range({ from: 2, to: 1 })).toThrow(RangeError);
    expect(() => range({ from: -1 })).toThrow(RangeError);
  });
});

describe('dropTools', () => {
  it('leaves out all calls and results, and messages that held nothing else', async () => {
    const { messages, losses } = await run(dropTools());
    const { stop_reason: _, ...looking } = assistant('tool_use', text('looking'));
    expect(messages).toEqual([
      user(text('one')),
      looking,
      assistant('end_turn', text('done')),
      user(text('two')),
      user(text('three')),
      assistant('end_turn', text('bye')),
    ]);
    expect(losses.count('dropped-block')).toBe(6);
  });

  it('leaves out the calls of some tools with their results', async () => {
    const { messages } = await run(dropTools({ names: ['Glob'] }));
    expect(messages.slice(1, 3)).toEqual([
      assistant('tool_use', text('looking'), call('a', 'Bash')),
      user(result('a')),
    ]);
    expect(messages.slice(3)).toEqual(CONVERSATION.slice(3));
  });
});

describe('textOnly', () => {
  it('keeps texts, and attachments as text', async () => {
    const artifact = { id: '1', name: 'n', source: { type: 'text', text: 'body' } } as const;
    const { messages, losses } = await run(textOnly(), [...CONVERSATION, user({ type: 'artifact', artifact })]);
    expect(messages.flatMap(({ content }) => content)).toEqual(
      ['one', 'looking', 'done', 'two', 'three', 'bye', '[artifact: n]\nbody'].map(text),
    );
    expect(losses.count('dropped-artifact')).toBe(1);
  });
});

describe('truncateOutputs', () => {
  it('cuts long outputs in the middle and says so', async () => {
    const { messages, losses } = await run(truncateOutputs({ maxLength: 10 }));
    expect(messages[6]?.content[0]).toEqual(result('c', 'xxxxx\n[… 90 characters cut …]\nxxxxx'));
    expect(messages.slice(0, 6)).toEqual(CONVERSATION.slice(0, 6));
    expect(losses.count('cut-output')).toBe(1);
  });

  it('cuts no character in half, and structured output as JSON text', async () => {
    const { messages } = await run(truncateOutputs({ maxLength: 7 }), [
      user(result('x', FreeJson.parse('["a\u{1f600}bcd\u{1f600}"]'))),
    ]);
    expect(messages[0]?.content[0]).toEqual(result('x', '["a\n[… 7 characters cut …]\n"]'));
  });
});
