import { eventLogV1, type Finding } from '@fxlog/format';
import { isFrameOf } from '@fxlog/format/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/runs.js';
import { mendText } from './mend-text.js';
import { eventsOf } from './read-events.js';
import { GENERATION, startedLine } from './testing/logs.js';

/** A committed turn; `prompt` is the text between the quotes of what the user said, as it stands in the line. */
function turnLine(seq: number, prompt: Uint8Array | string, kind = 'history_turn_committed'): Buffer {
  const id = seq.toString(16).padStart(32, '0');
  const turn =
    '{"kind":"assistant","user":{"text":"@","images":[]},"assistant":"ok","execution":{"schema_version":3,"tool_steps":[],"files":[]}}';
  const payload = `{"turn":${turn},"conversation_language":"en","total_input_tokens":1,"total_output_tokens":1}`;
  const line = `{"schema_version":1,"log_generation":"${GENERATION}","seq":${seq},"event_id":"${id}","timestamp_ms":2,"kind":"${kind}","payload":${payload}}\n`;
  const [before = '', after = ''] = line.split('@');
  return Buffer.concat([Buffer.from(before), Buffer.from(prompt), Buffer.from(after)]);
}

function leniently(...lines: readonly (Uint8Array | string)[]) {
  const findings: Finding[] = [];
  const log = Buffer.concat([Buffer.from(startedLine()), ...lines.map((line) => Buffer.from(line))]);
  const events = eventsOf(log, { mode: 'lenient', onFinding: (finding) => findings.push(finding) });
  const prompts = events.flatMap(({ checked }) => {
    if (!isFrameOf(eventLogV1, checked)) return [];
    const { event } = checked;
    return event.kind === 'history_turn_committed' && event.payload.turn.kind === 'assistant'
      ? [event.payload.turn.user.text]
      : [];
  });
  return { events, findings, prompts };
}

describe('a character that cannot stand in a log', () => {
  it.each([
    ['half of a pair, the first', 'cut \\ud83d', 'cut \ufffd'],
    ['half of a pair, the second', '\\uDE00 cut', '\ufffd cut'],
    ['two halves in the wrong order', '\\ude00\\ud83d', '\ufffd\ufffd'],
    ['a half beside a whole pair', '\\ud83d\\ud83d\\ude00', '\ufffd\u{1f600}'],
    ['a byte that begins nothing', Buffer.from([0x61, 0xff, 0x62]), 'a\ufffdb'],
    ['a character that is cut', Buffer.from([0xc3, 0x28]), '\ufffd('],
    ['an encoded surrogate', Buffer.from([0xed, 0xa0, 0xbd]), '\ufffd\ufffd\ufffd'],
    ['both', Buffer.from([0xff, ...Buffer.from('\\ud83d')]), '\ufffd\ufffd'],
  ])('costs nothing but itself: %s', (_, prompt, expected) => {
    const { events, findings, prompts } = leniently(turnLine(2, prompt), turnLine(3, 'next'));
    expect(prompts).toEqual([expected, 'next']);
    expect(findings).toMatchObject([{ severity: 'error', line: 2, seq: 2 }]);
    expect(findings[0]?.rule).toMatch(/^frame\/(lone-surrogate|invalid-utf8)$/);
    // What stands in the file is told as it stands there.
    expect(Buffer.from(events[1]?.bytes ?? [])).toEqual(turnLine(2, prompt));
  });

  it('is told from an escape that only looks like one', () => {
    expect(mendText(Buffer.from('{"a":"\\\\ud83d"}\n'))).toBeNull();
    expect(mendText(Buffer.from('{"a":"\\ud83d\\ude00 \\u00e9"}\n'))).toBeNull();
  });

  it('never costs the turn, whatever bytes stand in a text', () => {
    const noise = fc
      .uint8Array({ maxLength: 30 })
      .map((bytes) => bytes.filter((byte) => byte >= 0x20 && byte !== 0x22 && byte !== 0x5c));
    fc.assert(
      fc.property(noise, (prompt) => {
        const { prompts } = leniently(turnLine(2, prompt), turnLine(3, 'next'));
        expect(prompts).toEqual([new TextDecoder('utf-8', { ignoreBOM: true }).decode(prompt), 'next']);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('an event of a kind that is not known', () => {
  it.each(['future_thing', 'history_turn_committed_v2', 'x'])('is handed on, and leaves no gap: %s', (kind) => {
    const { events, findings } = leniently(turnLine(2, 'one'), turnLine(3, 'two', kind), turnLine(4, 'three'));
    expect(events.map(({ seq, kind: given }) => [seq, given])).toEqual([
      [1, 'session_started'],
      [2, 'history_turn_committed'],
      [3, kind],
      [4, 'history_turn_committed'],
    ]);
    expect(events[2]).toMatchObject({ isRefused: true, event: { payload: { turn: { user: { text: 'two' } } } } });
    expect(findings).toMatchObject([{ rule: 'envelope/unknown-kind', severity: 'warning', line: 3, seq: 3 }]);
  });

  it('is left out where its envelope is wrong as well', () => {
    const wrong = turnLine(2, 'x', 'future_thing').toString().replace('"timestamp_ms":2', '"timestamp_ms":"2"');
    const { events, findings } = leniently(wrong, turnLine(3, 'next'));
    expect(events.map(({ seq }) => seq)).toEqual([1, 3]);
    expect(findings.map(({ severity }) => severity)).toContain('error');
  });
});

describe('a line that is left out', () => {
  it('leaves no gap where its number can be read', () => {
    const wrong = turnLine(2, 'x').toString().replace('"images":[]', '"images":7');
    const { events, findings } = leniently(wrong, turnLine(3, 'next'));
    expect(events.map(({ seq }) => seq)).toEqual([1, 3]);
    expect(findings).toHaveLength(1);
  });

  it('leaves one where that is another number than the one that is due', () => {
    const wrong = turnLine(7, 'x').toString().replace('"images":[]', '"images":7');
    const { findings } = leniently(wrong, turnLine(3, 'next'));
    expect(findings.map(({ rule }) => rule)).toContain('log/sequence');
  });
});

describe('usage of another shape', () => {
  const withUsage = (usage: string) => startedLine().replace('"payload":{', `"payload":{"usage":${usage},`);

  it.each([
    ['an older object', '{"input_tokens":5,"output_tokens":2,"cache":{"read":3,"write":1}}'],
    ['a number', '17'],
    ['null', 'null'],
    ['an empty object', '{}'],
  ])('costs nothing but the usage: %s', (_, usage) => {
    const findings: Finding[] = [];
    const log = Buffer.concat([Buffer.from(withUsage(usage)), turnLine(2, 'one')]);
    const events = eventsOf(log, { mode: 'lenient', onFinding: (finding) => findings.push(finding) });
    expect(events.map(({ kind }) => kind)).toEqual(['session_started', 'history_turn_committed']);
    expect(findings).toMatchObject([{ rule: 'usage/other-shape', severity: 'warning', line: 1, seq: 1 }]);
  });

  it('leaves no gap where nothing but usage is in the event', () => {
    const line = turnLine(2, '')
      .toString()
      .replace(/"kind":"history.*$/m, '"kind":"usage_checkpointed","payload":{"usage":{"input_tokens":5}}}');
    const { events, findings } = leniently(line, turnLine(3, 'one'));
    expect(events.map(({ seq }) => seq)).toEqual([1, 3]);
    expect(findings).toMatchObject([{ rule: 'usage/other-shape', severity: 'warning', line: 2, seq: 2 }]);
  });
});

describe('an event of a conversation log that only a later fx knows', () => {
  const line = (seq: number, event: string) => `{"schema_version":3,"seq":${seq},"timestamp_ms":5,"event":${event}}\n`;
  const user = line(1, '{"user":{"text":"hi"}}');
  const end = line(3, '{"turn_completed":{}}');
  const read = (middle: string) => {
    const findings: Finding[] = [];
    const options = { mode: 'lenient', onFinding: (finding: Finding) => findings.push(finding) } as const;
    return { events: eventsOf(Buffer.from(user + middle + end), options), findings };
  };

  it.each(['{"mood":{"value":"happy"}}', '{"mood":null}', '{"turn_paused":{"user":{"text":"x"}}}'])(
    'is handed on as what it is: %s',
    (event) => {
      const { events, findings } = read(line(2, event));
      const [, own] = events;
      expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
      expect(own).toMatchObject({ isRefused: true, kind: Object.keys(JSON.parse(event))[0] });
      expect(own?.event).toMatchObject({ seq: 2, timestamp_ms: 5, event: JSON.parse(event) });
      expect(findings).toMatchObject([{ rule: 'envelope/unknown-kind', severity: 'warning', line: 2, seq: 2 }]);
    },
  );

  it.each(['{"mood":1,"tune":2}', '{}', '"mood"'])('is not made of what is no event at all: %s', (event) => {
    const { events, findings } = read(line(2, event));
    expect(events.map(({ seq }) => seq)).toEqual([1, 3]);
    expect(findings.map(({ rule }) => rule)).not.toContain('envelope/unknown-kind');
  });
});
