/** What fx and its providers refuse must not be in a session that is written for them. */
import { reduceLog } from '@fxlog/assembler';
import type { HistoryTurn } from '@fxlog/format';
import type { AssistantTurn } from '@fxlog/format/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { FreeJson } from '../../model/free-json.js';
import { fromCanonical, type Tool } from '../../model/tool.js';
import type { Block, Message } from '../../model/transcript.js';
import { writeTranscript } from '../../model/write-transcript.js';
import { anyTranscript } from '../../testing/arbitrary-transcript.js';
import { filesOf } from '../../testing/fx-fixtures.js';
import { readAll, runConversion } from '../../testing/run-conversion.js';

const timestamp = '2026-01-01T00:00:00Z';
const meta = { id: 's', timestamp, cwd: '/w', model: 'm' };
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const text = (value: string): Block => ({ type: 'text', text: value });
const picture = (data: string): Block => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } });
const call = (id: string, tool: Tool = fromCanonical('Bash', { command: id })): Block => ({
  type: 'tool_use',
  id,
  tool,
});
const raw = (tool_name: string): Tool => ({ name: 'Raw', tool_name, input: FreeJson.parse('{}') });
const result = (tool_use_id: string, content: string | FreeJson = 'out'): Block => ({
  type: 'tool_result',
  tool_use_id,
  content,
});
const user = (...content: Block[]): Message => ({ role: 'user', content, timestamp });
const assistant = (...content: Block[]): Message => ({ role: 'assistant', content, timestamp, model: 'm' });

async function toFx(...messages: Message[]) {
  const source = Buffer.from(writeTranscript({ meta, messages }));
  const written = await runConversion(source, { from: 'common', to: 'fx' });
  const { state } = await reduceLog(written.main);
  return { ...written, turns: (state as { history: HistoryTurn[] }).history as AssistantTurn[] };
}

describe('pictures', () => {
  it('have ids and files of their own in the whole session, also where they are the same', async () => {
    const { turns, files } = await toFx(
      user(text('q1'), picture(DOT), picture('AAAA')),
      assistant(text('a1')),
      user(text('q2'), picture(DOT)),
      assistant(text('a2')),
      user(picture(DOT)),
    );
    const images = turns.flatMap((turn) => turn.user.images);
    expect(images.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect([...files.keys()].sort()).toEqual(images.map((image) => String(image.snapshot_path)).sort());
  });

  it.each([
    [
      'alone',
      [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: DOT } }],
      '[image: image/png, 70 bytes]',
    ],
    [
      'between texts',
      [
        { type: 'text', text: 'before' },
        {
          type: 'image',
          source: { type: 'base64', media_type: 'image/jpeg', data: Buffer.alloc(3_600_000).toString('base64') },
        },
        { type: 'text', text: 'after' },
      ],
      'before\n\n[image: image/jpeg, 3.6 MB]\n\nafter',
    ],
    [
      'as a document, beside what is not known',
      [
        { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' } },
        { type: 'odd', value: 1 },
      ],
      '[document: application/pdf, 3 bytes]\n\n{"type":"odd","value":1}',
    ],
  ])('in an output are a note for the model, and come back: %s', async (_where, parts, told) => {
    const content = FreeJson.parse(JSON.stringify(parts));
    const { turns, main, files, losses } = await toFx(
      user(text('q')),
      assistant(call('c')),
      user(result('c', content)),
      assistant(text('a')),
    );
    expect(turns[0]?.execution.tool_steps[0]?.tool_results[0]?.output).toBe(told);
    expect(main.length).toBeLessThan(10_000);
    expect(losses.count('dropped-image')).toBe(1);
    const back = await readAll(main, { from: 'fx', readAttachment: filesOf(files) });
    expect(back.messages[2]?.content).toEqual([{ type: 'tool_result', tool_use_id: 'c', content }]);
    const alone = await readAll(main, { from: 'fx' });
    expect(alone.messages[2]?.content).toEqual([{ type: 'tool_result', tool_use_id: 'c', content: told }]);
  });

  it('that belong to another output are not put there', async () => {
    const content = FreeJson.parse(JSON.stringify([picture(DOT)]));
    const { main, files } = await toFx(user(text('q')), assistant(call('c')), user(result('c', content)));
    const changed = new Map(
      [...files].map(([name, bytes]) => [name, Buffer.from(Buffer.from(bytes).toString().replace(DOT, 'AAAA'))]),
    );
    const { messages, losses } = await readAll(main, { from: 'fx', readAttachment: filesOf(changed) });
    expect(messages[2]?.content).toMatchObject([{ content: '[image: image/png, 70 bytes]' }]);
    expect(losses.count('dropped-image')).toBe(1);
  });
});

describe('calls', () => {
  it.each([
    ['look.up-item', 'look_up-item'],
    ['', 'tool'],
    ['/usage', 'usage'],
    ['x'.repeat(80), 'x'.repeat(64)],
  ])('of a tool %j are of one that providers take, and so are their results', async (name, expected) => {
    const { turns, losses } = await toFx(user(text('q')), assistant(call('c', raw(name))), user(result('c')));
    const [step] = turns[0]?.execution.tool_steps ?? [];
    expect(step?.tool_calls[0]?.name).toBe(expected);
    expect(step?.tool_results[0]?.tool_name).toBe(expected);
    expect(losses.count('unmapped-tool')).toBe(1);
  });

  it.each(['', 'call_x|fc_y', 'ü', 'x'.repeat(65)])('with the id %j get one that providers take', async (id) => {
    const { turns, losses } = await toFx(user(text('q')), assistant(call(id)), user(result(id, 'seven')));
    const [step] = turns[0]?.execution.tool_steps ?? [];
    expect(step?.tool_calls[0]?.id).toMatch(/^[\w-]{1,64}$/);
    expect(step?.tool_results).toMatchObject([{ tool_call_id: step?.tool_calls[0]?.id, output: 'seven' }]);
    expect(losses.count('renamed-id')).toBe(1);
  });

  it('of any transcript have one result each, in their step, with ids and names that providers take', async () => {
    await fc.assert(
      fc.asyncProperty(anyTranscript, async (transcript) => {
        const written = await runConversion(Buffer.from(writeTranscript(transcript)), {
          from: 'common',
          to: 'fx',
          defaults: { cwd: '/w', model: 'm' },
        });
        const { state } = await reduceLog(written.main);
        const seen = new Set<unknown>();
        const images = new Set<unknown>();
        for (const turn of (state as { history: AssistantTurn[] }).history) {
          for (const { id } of turn.user.images) {
            expect(images.has(id)).toBe(false);
            images.add(id);
          }
          for (const { tool_calls: calls, tool_results: results } of turn.execution?.tool_steps ?? []) {
            expect(results.map((one) => one.tool_call_id)).toEqual(calls.map(({ id }) => id));
            expect(results.map((one) => one.tool_name)).toEqual(calls.map(({ name }) => name));
            for (const { id, name } of calls) {
              expect(id).toMatch(/^[\w-]{1,64}$/);
              expect(name).toMatch(/^[\w-]{1,64}$/);
              expect(seen.has(id)).toBe(false);
              seen.add(id);
            }
          }
        }
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('slash commands', () => {
  const command = (id: string, name: string, args?: string): Block =>
    call(id, { name: 'Command', command: name, ...(args === undefined ? {} : { args }) });
  const conversation = [
    user(text('Hello')),
    assistant(text('Hi.')),
    assistant(command('c1', '/usage')),
    user(result('c1', 'Estimated cost: $0.00')),
    user(text('Second')),
    assistant(text('Sure.')),
  ];

  it('are said by the user to the model of fx, in the prompt that follows', async () => {
    const { turns, losses } = await toFx(...conversation);
    expect(turns.map((turn) => [turn.user.text, turn.assistant])).toEqual([
      ['Hello', 'Hi.'],
      [
        '<command-name>/usage</command-name>\n            <command-message>usage</command-message>\n            <command-args></command-args>\n\n' +
          '<local-command-stdout>Estimated cost: $0.00</local-command-stdout>\n\nSecond',
        'Sure.',
      ],
    ]);
    expect(turns.flatMap((turn) => turn.execution.tool_steps)).toEqual([]);
    expect(losses.count('unmapped-tool')).toBe(1);
  });

  it('are a prompt of their own where the model answers them', async () => {
    const { turns } = await toFx(
      user(text('q')),
      assistant(text('a')),
      assistant(command('c', '/init', 'x')),
      assistant(text('b')),
    );
    expect(turns.map((turn) => turn.assistant)).toEqual(['a', 'b']);
    expect(turns[1]?.user.text).toContain('<command-args>x</command-args>');
  });

  it('beside other blocks of the assistant are calls as they are', async () => {
    const { turns } = await toFx(user(text('q')), assistant(text('b'), command('c', '/x')), user(result('c', 'out')));
    expect(turns).toHaveLength(1);
    expect(turns[0]?.execution.tool_steps).toMatchObject([
      { tool_calls: [{ name: 'x' }], tool_results: [{ tool_name: 'x', output: 'out' }] },
    ]);
  });

  it.each(['codex', 'pi'])('are said by the user to the model of %s', async (to) => {
    const source = Buffer.from(writeTranscript({ meta, messages: conversation }));
    const { main, losses } = await runConversion(source, { from: 'common', to });
    const { messages } = await readAll(main, { from: to });
    expect(messages.map(({ role, content }) => [role, ...content.map(({ type }) => type)])).toEqual([
      ['user', 'text'],
      ['assistant', 'text'],
      ['user', 'text'],
      ['user', 'text'],
      ['user', 'text'],
      ['assistant', 'text'],
    ]);
    expect(losses.count('unmapped-tool')).toBe(1);
  });
});
