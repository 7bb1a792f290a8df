import { eventLogV1, type Finding } from '@fxlog/format';
import { isFrameOf } from '@fxlog/format/internal';
import { describe, expect, it } from 'vitest';
import type { EventRecord } from './event-record.js';
import { eventsOf } from './read-events.js';
import { bytesOf, GENERATION, startedLine } from './testing/logs.js';

/** A committed turn with two tool steps; `extra` goes into each step and `tail` into the execution. */
function turnLine(extra: string, tail: string): string {
  const step = `{"assistant":"a","tool_calls":[],"tool_results":[]${extra}}`;
  const turn = `{"kind":"assistant","user":{"text":"hi","images":[]},"assistant":"ok","execution":{"schema_version":3,"tool_steps":[${step},${step}],"files":[]${tail}}}`;
  return `{"schema_version":1,"log_generation":"${GENERATION}","seq":2,"event_id":"${'0'.repeat(31)}2","timestamp_ms":2,"kind":"history_turn_committed","payload":{"turn":${turn},"conversation_language":"en","total_input_tokens":1,"total_output_tokens":1}}\n`;
}

function leniently(text: string) {
  const findings: Finding[] = [];
  const events = eventsOf(bytesOf(text), { mode: 'lenient', onFinding: (finding) => findings.push(finding) });
  return { events, findings };
}

const payloadOf = (record: EventRecord | undefined): object =>
  record !== undefined && isFrameOf(eventLogV1, record.checked) ? record.checked.event.payload : {};

describe('unknown keys in lenient mode', () => {
  it('survive in the event and are reported where they stand', () => {
    const line = startedLine().replace('"payload":{', '"payload":{"subagent_child":true,"novel":{"a":[1.0]},');
    const { events, findings } = leniently(line);
    expect(events).toHaveLength(1);
    expect(payloadOf(events[0])).toMatchObject({ id: 's', subagent_child: true, novel: {} });
    expect(Buffer.from(events[0]?.bytes ?? []).toString()).toBe(line);
    expect(findings.map(({ rule, path, offset }) => [rule, path, offset]).sort()).toEqual([
      ['shape/later-key', '/payload/subagent_child', line.indexOf('true')],
      ['shape/unknown-key', '/payload/novel', line.indexOf('{"a"')],
    ]);
  });

  it('count once when every item of an array has them', () => {
    const { events, findings } = leniently(startedLine() + turnLine(',"mood":"calm"', ',"steering":[]'));
    expect(findings.map(({ rule, line, seq }) => [rule, line, seq]).sort()).toEqual([
      ['shape/later-key', 2, 2],
      ['shape/unknown-key', 2, 2],
    ]);
    expect(findings.find(({ rule }) => rule === 'shape/unknown-key')?.message).toContain('mood (2 times');
    expect(JSON.stringify(events[1]?.event)).toContain('"mood":"calm"');
  });

  it('do not save an event that is wrong in another way', () => {
    const line = startedLine().replace('"payload":{', '"payload":{"novel":1,').replace('"id":"s"', '"id":""');
    const { events, findings } = leniently(line);
    expect(events).toEqual([]);
    expect(findings).toHaveLength(1);
  });

  it('named __proto__ are keys like others', () => {
    const { events } = leniently(startedLine().replace('"payload":{', '"payload":{"__proto__":{"x":1},'));
    expect(Object.hasOwn(payloadOf(events[0]), '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(payloadOf(events[0]))).toBe(Object.prototype);
  });
});
