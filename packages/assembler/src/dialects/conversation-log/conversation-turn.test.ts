import { type ConversationPayload, type ConversationTag, decodeConversationPayload } from '@fxlog/format/internal';
import { describe, expect, it } from 'vitest';
import { ConversationTurnBuilder } from './conversation-turn.js';

function payload<Tag extends ConversationTag>(tag: Tag, members: object): ConversationPayload<Tag> {
  return decodeConversationPayload(tag, Buffer.from(JSON.stringify(members)));
}
const text = (said: string, more: object = {}) => payload('assistant', { text: said, ...more });
const call = (id: string, name = 'shell') =>
  payload('tool_call', { call_id: id, tool_name: name, arguments_json: '{}' });
const result = (id: string, name = 'shell') =>
  payload('tool_result', {
    call_id: id,
    tool_name: name,
    status: 'success',
    artifact_ref: `result-${id}.txt`,
    stored_bytes: 0,
    completeness: 'complete',
  });
const guidance = payload('steering', { text: 'only the red ones' });
const done = payload('turn_completed', {});
const stopped = payload('interrupted', { reason: 'cancelled' });
const replay = { provider_replay: { source: { provider: 'gateway', model: 'm' }, parts_json: '[]' } };

const begin = () => new ConversationTurnBuilder(payload('user', { text: 'count' }));
const said = (turn: unknown) =>
  (turn as { steps: { assistant: { text: string } | null }[] }).steps.map(({ assistant }) => assistant?.text ?? null);

describe('ConversationTurnBuilder', () => {
  it('makes a step of calls and their results in any order, and the last text the answer', () => {
    const turn = begin();
    for (const fault of [
      turn.assistant(text('looking')),
      turn.toolCall(call('a')),
      turn.toolCall(call('b')),
      turn.toolResult(result('b')),
      turn.toolResult(result('a')),
      turn.assistant(text('two')),
    ]) {
      expect(fault).toBeNull();
    }
    expect(turn.completed(done)).toMatchObject({
      steps: [
        {
          assistant: { text: 'looking' },
          calls: [{ call_id: 'a' }, { call_id: 'b' }],
          results: [{ call_id: 'b' }, { call_id: 'a' }],
        },
      ],
      end: { kind: 'completed', assistant: { text: 'two' } },
    });
  });

  it('makes a step of text that more text, a checkpoint or an interruption follows, unless it says nothing', () => {
    const turn = begin();
    turn.assistant(text('one'));
    turn.assistant(text(''));
    turn.assistant(text('', replay));
    turn.assistant(text('two'));
    turn.checkpoint();
    turn.assistant(text('three'));
    expect(said(turn.interrupted(stopped))).toEqual(['one', '', 'two', 'three']);
  });

  it('makes a step of a standalone response at once', () => {
    const turn = begin();
    turn.assistant(text('one', { standalone_response: true }));
    const made = turn.completed(done);
    expect(said(made)).toEqual(['one']);
    expect(made).toMatchObject({ end: { assistant: null } });
  });

  it('gives the text before guidance to the guidance, but text with a replay to a step', () => {
    const turn = begin();
    turn.assistant(text('pre'));
    turn.steering(guidance);
    turn.assistant(text('kept', replay));
    turn.steering(guidance);
    expect(turn.completed(done)).toMatchObject({
      steps: [{ assistant: { text: 'kept' } }],
      steering: [
        { assistantPrefix: 'pre', afterStep: 0 },
        { assistantPrefix: null, afterStep: 1 },
      ],
    });
  });

  it('keeps the one open call of an interrupted turn and forgets its text', () => {
    const turn = begin();
    turn.assistant(text('looking'));
    turn.toolCall(call('a'));
    expect(turn.interrupted(stopped)).toMatchObject({ steps: [], end: { call: { call_id: 'a' } } });
  });

  it('refuses what does not fit', () => {
    const open = () => {
      const turn = begin();
      turn.toolCall(call('a'));
      return turn;
    };
    expect(open().assistant(text('x'))).toBe('conversation/batch-open');
    expect(open().steering(guidance)).toBe('conversation/batch-open');
    expect(open().checkpoint()).toBe('conversation/batch-open');
    expect(open().toolCall(call('a'))).toBe('conversation/duplicate-call');
    expect(open().toolResult(result('b'))).toBe('conversation/orphan-result');
    expect(open().toolResult(result('a', 'edit'))).toBe('conversation/result-tool-name');
    expect(open().completed(done)).toBe('conversation/unresolved-call');
    expect(begin().toolResult(result('a'))).toBe('conversation/orphan-result');
    const two = open();
    two.toolCall(call('b'));
    expect(two.interrupted(stopped)).toBe('conversation/open-calls');
    two.toolResult(result('a'));
    expect(two.toolResult(result('a'))).toBe('conversation/orphan-result');
    expect(two.toolCall(call('c'))).toBe('conversation/batch-open');
    expect(two.interrupted(stopped)).toBe('conversation/open-calls');
  });
});
