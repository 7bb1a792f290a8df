import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reduceLog } from '@fxlog/assembler';
import type { HistoryTurn } from '@fxlog/format';
import type { AssistantTurn, InterruptedTurn } from '@fxlog/format/internal';
import { writeSession } from '@fxlog/writer';
import { afterAll, describe, expect, it } from 'vitest';
import { readItems } from '../../convert.js';
import { LossReport } from '../../loss.js';
import { FreeJson } from '../../model/free-json.js';
import { fromCanonical, type Tool } from '../../model/tool.js';
import type { Block, Message, Transcript } from '../../model/transcript.js';
import { writeTranscript } from '../../model/write-transcript.js';
import { filesIn } from '../../testing/fx-fixtures.js';
import { readAll, runConversion } from '../../testing/run-conversion.js';
import { toFxSession } from './encode-session.js';

const TIME = '2026-01-01T00:00:00Z';
const text = (value: string): Block => ({ type: 'text', text: value });
const call = (id: string, tool: Tool = fromCanonical('Bash', { command: id })): Block => ({
  type: 'tool_use',
  id,
  tool,
});
const result = (id: string, content: string | FreeJson = `out ${id}`): Block => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
});
const user = (...content: Block[]): Message => ({ role: 'user', content, timestamp: TIME });
const assistant = (...content: Block[]): Message => ({ role: 'assistant', content, timestamp: TIME, model: 'm' });
const aborted = (...content: Block[]): Message => ({ ...assistant(...content), stop_reason: 'aborted' });

const transcriptOf = (messages: readonly Message[], meta: Partial<Transcript['meta']> = {}): Buffer =>
  Buffer.from(writeTranscript({ meta: { id: 's', timestamp: TIME, cwd: '/w', model: 'm', ...meta }, messages }));

async function turnsOf(...messages: Message[]) {
  const { main, losses } = await runConversion(transcriptOf(messages), { from: 'common', to: 'fx' });
  const { state } = await reduceLog(main);
  return { turns: (state as { history: HistoryTurn[] }).history, losses };
}

/** Steps as `text | calls | results`. */
function stepsOf(turn: HistoryTurn | undefined): string[] {
  const { execution } = turn as AssistantTurn;
  return (execution?.tool_steps ?? []).map((step) => {
    const calls = step.tool_calls.map(({ id }) => id).join(' ');
    return `${step.assistant ?? ''} | ${calls} | ${step.tool_results.map(({ output }) => output).join(' ')}`;
  });
}

describe('messages become turns of fx', () => {
  it('with one step for the calls of an answer, and the last answer at the end', async () => {
    const { turns, losses } = await turnsOf(
      user(text('q')),
      assistant(text('look'), call('a'), call('b')),
      user(result('a'), result('b')),
      assistant(text('done')),
    );
    expect(stepsOf(turns[0])).toEqual(['look | a b | out a out b']);
    expect(turns).toMatchObject([{ kind: 'assistant', user: { text: 'q' }, assistant: 'done' }]);
    expect(losses.kinds()).toEqual([]);
  });

  it('with parallel calls of two answers, whose results come later, in one step', async () => {
    const { turns, losses } = await turnsOf(
      user(text('q')),
      assistant(text('one'), call('a')),
      assistant(call('b')),
      user(result('b')),
      user(result('a')),
      assistant(text('done')),
    );
    expect(stepsOf(turns[0])).toEqual(['one | a b | out a out b']);
    expect(losses.count('moved-text')).toBe(1);
  });

  it('with the results of a mixed message in the running turn and its text in the next', async () => {
    const { turns, losses } = await turnsOf(
      user(text('q')),
      assistant(call('a')),
      user(result('a'), text('more')),
      assistant(text('done')),
    );
    expect(turns.map((turn) => (turn as AssistantTurn).user.text)).toEqual(['q', 'more']);
    expect(stepsOf(turns[0])).toEqual([' | a | out a']);
    expect(losses.kinds()).toEqual([]);
  });

  it('with text without calls in front of the next step, where the model sees it', async () => {
    const { turns, losses } = await turnsOf(
      user(text('q')),
      assistant(text('let me see')),
      assistant(text('look'), call('a')),
      user(result('a')),
      assistant(text('hm')),
      assistant(text('done')),
    );
    expect(stepsOf(turns[0])).toEqual(['let me see\n\nlook | a | out a']);
    expect((turns[0] as AssistantTurn).assistant).toBe('hm\n\ndone');
    expect(losses.count('moved-text')).toBe(2);
  });

  it('with a failed result for a call that has none, and without results that have no call', async () => {
    const { turns, losses } = await turnsOf(
      user(text('q')),
      assistant(call('a'), call('b')),
      user(result('b'), result('x')),
      assistant(text('done')),
    );
    expect(stepsOf(turns[0])).toEqual([' | a b | no result recorded out b']);
    expect((turns[0] as AssistantTurn).execution.tool_steps[0]?.tool_results[0]).toMatchObject({
      status: 'failure',
      tool_name: 'terminal',
    });
    expect(losses.kinds().map(({ code, count }) => [code, count])).toEqual([
      ['open-call', 1],
      ['orphan-result', 1],
    ]);
  });

  it('with ids that are unique in their step', async () => {
    const { turns, losses } = await turnsOf(
      user(text('q')),
      assistant(call('a'), call('a')),
      user(result('a', '1'), result('a', '2')),
    );
    expect(stepsOf(turns[0])).toEqual([expect.stringMatching(/^ \| a a_[\da-f]{12} \| 1 2$/)]);
    expect(losses.count('renamed-id')).toBe(1);
  });

  it('with an interrupted turn for an answer that was aborted, its steps kept', async () => {
    const { turns, losses } = await turnsOf(
      user(text('q')),
      assistant(call('a')),
      user(result('a')),
      aborted(text('and now'), call('b')),
      user(text('next')),
    );
    expect(turns[0]).toMatchObject({
      kind: 'interrupted',
      assistant: 'and now',
      tool_call: { id: 'b', name: 'terminal' },
      completed_tool_names: ['terminal'],
      terminal_reason: 'cancelled',
    } satisfies Partial<Record<keyof InterruptedTurn, unknown>>);
    expect(stepsOf(turns[0])).toEqual([' | a | out a']);
    expect(losses.kinds()).toEqual([]);
  });

  it('with structured outputs as text', async () => {
    const { turns, losses } = await turnsOf(
      user(text('q')),
      assistant(call('a'), call('b'), call('c')),
      user(
        result('a', FreeJson.parse('[{"type":"text","text":"x"},{"type":"text","text":"y"}]')),
        result('b', FreeJson.parse('{"z":1.0}')),
        result('c', FreeJson.parse('null')),
      ),
    );
    expect(stepsOf(turns[0])).toEqual([' | a b c | x\n\ny {"z":1.0} null']);
    expect(losses.count('flattened-output')).toBe(3);
  });
});

describe('a session of fx', () => {
  it('needs an absolute workspace and a model, from the transcript or from the caller', async () => {
    const convert = (meta: object, defaults = {}) =>
      runConversion(transcriptOf([user(text('q'))], meta), { from: 'common', to: 'fx', defaults });
    await expect(convert({ cwd: 'here' })).rejects.toMatchObject({ rule: 'codec/unusable-value', path: '/meta/cwd' });
    await expect(convert({ model: ' m' })).rejects.toMatchObject({ rule: 'codec/unusable-value', path: '/meta/model' });
    const { losses } = await convert({ cwd: 'here', model: undefined }, { cwd: '/w', model: 'm' });
    expect(losses.count('default-value')).toBe(2);
  });

  it('changes its model where the conversation does', async () => {
    const other: Message = { ...assistant(text('2')), model: 'other' };
    const { main } = await runConversion(
      transcriptOf([user(text('a')), assistant(text('1')), user(text('b')), other]),
      { from: 'common', to: 'fx' },
    );
    const { messages, meta } = await readAll(main, { from: 'fx' });
    expect(messages.flatMap(({ model }) => model ?? [])).toEqual(['m', 'other']);
    expect(meta.model).toBe('m');
  });

  it('has the same bytes for the same transcript', async () => {
    const source = transcriptOf([user(text('a')), assistant(text('1'))], { id: 'no id at all' });
    const [first, second] = [await runConversion(source, { to: 'fx' }), await runConversion(source, { to: 'fx' })];
    expect(first.main.equals(second.main)).toBe(true);
    expect(first.losses.count('renamed-id')).toBe(1);
  });

  const root = mkdtempSync(join(tmpdir(), 'fxlog-codecs-'));
  afterAll(() => rmSync(root, { recursive: true }));

  it('is written as a directory with its images, title and reasoning, and reads as the transcript it was', async () => {
    const image: Block = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } };
    const source = transcriptOf(
      [
        user(text('q'), image),
        { ...assistant({ type: 'thinking', text: 'hm', signature: 'S' }, call('a')), stop_reason: 'tool_use' },
        user(result('a')),
        { ...assistant({ type: 'thinking', text: '', encrypted: 'E' }, text('done')), stop_reason: 'end_turn' },
      ],
      { title: 'A title' },
    );
    const losses = new LossReport();
    const { session, turns, ...options } = await toFxSession(readItems(source, { from: 'common' }), {
      report: losses.add,
    });
    const dir = join(root, session.id);
    const written = await writeSession({ turns, session }, { dir }, options);
    expect(written.findings).toEqual([]);
    expect(losses.isLossless).toBe(true);
    expect(losses.count('untold')).toBe(2);
    const again = await readAll(join(dir, 'events.jsonl'), { readAttachment: filesIn(dir) });
    expect(writeTranscript(again)).toBe(source.toString());
    expect(readFileSync(join(dir, 'txcript-meta.json'), 'utf8')).toBe(
      '{"entries":[{"t":0,"a":0,"blocks":[{"text":"hm","signature":"S"}]},{"t":0,"a":1,"blocks":[{"text":"","encrypted":"E"}]}]}',
    );
  });
});
