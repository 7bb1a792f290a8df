import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventLogV1, type Finding } from '@fxlog/format';
import { frameOf } from '@fxlog/format/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { EventReader } from './event-reader.js';
import { LogError } from './log-error.js';
import { eventsOf, readEvents } from './read-events.js';
import type { ReadOptions, SkippedRange } from './read-options.js';
import { bytesOf, clearedLine, corpus, fixtureLogs, GENERATION, logText, startedLine } from './testing/logs.js';
import { UnsupportedFormatError } from './unsupported-format-error.js';

const OTHER_GENERATION = 'f'.repeat(32);

function read(parts: readonly Uint8Array[], options: ReadOptions = {}) {
  const skipped: SkippedRange[] = [];
  const findings: Finding[] = [];
  const reader = new EventReader({
    ...options,
    onSkip: (range) => skipped.push(range),
    onFinding: (finding) => findings.push(finding),
  });
  const events = parts.flatMap((part) => reader.push(part));
  events.push(...reader.end());
  return {
    events: events.map(({ offset, length, line, seq, kind }) => ({ offset, length, line, seq, kind })),
    seqs: events.map(({ seq }) => seq),
    fault: reader.fault,
    skipped,
    findings,
    rules: findings.map(({ rule }) => rule),
    summary: reader.summary,
  };
}

function strictly(text: string) {
  return read([bytesOf(text)]);
}

function leniently(text: string) {
  return read([bytesOf(text)], { mode: 'lenient' });
}

describe('strict events', () => {
  it.each(fixtureLogs().map((path) => [path.split('/').slice(-3)[0], path]))(
    'reads what fx wrote: %s',
    async (_name, path) => {
      const bytes = readFileSync(path ?? '');
      let offset = 0;
      let seq = 0;
      for await (const events of readEvents(path ?? '')) {
        for (const event of events) {
          expect(event.offset).toBe(offset);
          expect(event.line).toBe(++seq);
          expect(event.seq).toBe(seq);
          expect(event.event).toMatchObject({
            seq,
            kind: event.kind,
            event_id: frameOf(eventLogV1, event.checked).eventId,
          });
          offset += event.length;
        }
      }
      expect(offset).toBe(bytes.length);
    },
  );

  it('gives every event before a fault', () => {
    const { seqs, fault } = strictly(`${logText(3)}{}\n`);
    expect(seqs).toEqual([1, 2, 3]);
    expect(fault).toMatchObject({ fxError: 'InvalidEventFrame', line: 4, frameOffset: logText(3).length });
  });

  it('says what fx says, and where', () => {
    const start = startedLine().length;
    expect(strictly(`${startedLine()}\n`).fault).toMatchObject({
      fxError: 'InvalidEventFrame',
      rule: 'frame/blank',
      offset: start,
      length: 1,
    });
    expect(strictly(`\ufeff${startedLine()}`).fault).toMatchObject({
      fxError: 'InvalidEventFrame',
      rule: 'line/byte-order-mark',
      offset: 0,
    });
    expect(strictly(`${startedLine()}\0\0\0${clearedLine(2)}`).fault).toMatchObject({
      fxError: 'InvalidEventFrame',
      rule: 'line/nul-block',
      offset: start,
    });
    expect(strictly(startedLine().slice(0, -1) + clearedLine(2)).fault).toMatchObject({
      fxError: 'InvalidEventFrame',
      rule: 'line/glued-records',
      offset: start - 1,
    });
    expect(strictly(`${startedLine()}${clearedLine(2).slice(0, -1)}`).fault).toMatchObject({
      fxError: 'TruncatedEventFrame',
      rule: 'line/torn',
      offset: start,
    });
    expect(strictly(startedLine() + clearedLine(3)).fault).toMatchObject({
      fxError: 'NonContiguousSequence',
      rule: 'log/sequence',
      offset: start,
      path: '/seq',
      seq: 3,
    });
    expect(strictly(startedLine() + clearedLine(2, OTHER_GENERATION)).fault).toMatchObject({
      fxError: 'GenerationChanged',
      rule: 'log/generation',
      offset: start,
    });
    expect(strictly(clearedLine(2)).fault?.fxError).toBe('NonContiguousSequence');
  });

  it('judges seq before the generation', () => {
    expect(strictly(startedLine() + clearedLine(7, OTHER_GENERATION)).fault?.fxError).toBe('NonContiguousSequence');
  });

  it('accepts CR LF', () => {
    expect(strictly(logText(2).replaceAll('\n', '\r\n')).seqs).toEqual([1, 2]);
  });

  it('goes on in the middle with what is expected there', () => {
    const first = startedLine();
    const bytes = bytesOf(logText(3));
    const start = { offset: first.length, line: 2, seq: 2, epoch: GENERATION };
    expect(eventsOf(bytes, { start }).map(({ seq, line }) => [seq, line])).toEqual([
      [2, 2],
      [3, 3],
    ]);
    expect(() => eventsOf(bytes, { start: { ...start, seq: 9 } })).toThrow(LogError);
    expect(() => eventsOf(bytes, { start: { ...start, epoch: OTHER_GENERATION } })).toThrow(/GenerationChanged/);
  });

  it('turns its error into a finding', () => {
    try {
      eventsOf(bytesOf(`${startedLine()}\n`), { file: 'events.jsonl' });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(LogError);
      expect((error as LogError).toFinding()).toEqual({
        rule: 'frame/blank',
        severity: 'error',
        message: 'The line is blank',
        file: 'events.jsonl',
        offset: startedLine().length,
        length: 1,
        line: 2,
        fxError: 'InvalidEventFrame',
      });
    }
  });

  it('names a legacy snapshot, which has no line end and may be longer than any line', () => {
    const snapshot = `{"schema_version":2,"id":"x","created_at_ms":1,"history_len":1,"history":["${'x'.repeat(3000)}"]}`;
    for (const mode of ['strict', 'lenient'] as const) {
      for (const maxFrameBytes of [1000, 8_388_608]) {
        const { fault, findings } = read([bytesOf(snapshot)], { mode, maxFrameBytes });
        expect(fault).toMatchObject({
          name: 'UnsupportedFormatError',
          rule: 'dialect/older',
          format: { age: 'older' },
        });
        expect(findings).toEqual([]);
      }
    }
  });

  it('names another format instead of a parse error', () => {
    const line = '{"schema_version":5,"id":"x","created_at_ms":1,"updated_at_ms":2}\n';
    for (const mode of ['strict', 'lenient'] as const) {
      const { fault } = read([bytesOf(line + line)], { mode });
      expect(fault).toBeInstanceOf(UnsupportedFormatError);
      expect(fault).toMatchObject({
        fxError: 'InvalidEventFrame',
        rule: 'dialect/newer',
        format: { dialect: 'unknown', age: 'newer' },
      });
    }
  });
});

describe('lenient events', () => {
  it('loses only the bad line', () => {
    const bad = '{"no":"event"}\n';
    const { seqs, skipped, rules, summary } = leniently(`${startedLine()}${bad}${clearedLine(2)}`);
    expect(seqs).toEqual([1, 2]);
    expect(rules).toHaveLength(1);
    expect(skipped).toEqual([{ offset: startedLine().length, length: bad.length, line: 2, rule: rules[0] }]);
    expect(summary).toMatchObject({ delivered: 2, skipped: 1, skippedBytes: bad.length, findings: 1 });
  });

  it('splits glued records', () => {
    const glued = startedLine().slice(0, -1) + clearedLine(2).slice(0, -1) + clearedLine(3);
    const { events, skipped, rules, findings } = leniently(glued);
    expect(events.map(({ offset, length, line, seq }) => [offset, length, line, seq])).toEqual([
      [0, startedLine().length - 1, 1, 1],
      [startedLine().length - 1, clearedLine(2).length - 1, 1, 2],
      [startedLine().length + clearedLine(2).length - 2, clearedLine(3).length, 1, 3],
    ]);
    expect(rules).toEqual(['line/glued-records']);
    expect(findings[0]?.message).toContain('3 events');
    expect(skipped).toEqual([]);
  });

  it('keeps the whole record behind a torn one', () => {
    const torn = clearedLine(2).slice(0, 120);
    const { seqs, skipped, rules } = leniently(`${startedLine()}${torn}${clearedLine(2)}`);
    expect(seqs).toEqual([1, 2]);
    expect(rules).toEqual(['line/glued-records']);
    expect(skipped).toMatchObject([{ offset: startedLine().length, length: 120 }]);
  });

  it('steps over NUL blocks and says how long they are', () => {
    const { seqs, skipped, rules } = leniently(
      `${startedLine()}${'\0'.repeat(5000)}${clearedLine(2)}${'\0'.repeat(9)}`,
    );
    expect(seqs).toEqual([1, 2]);
    expect(rules).toEqual(['line/nul-block', 'line/torn']);
    expect(skipped).toMatchObject([
      { offset: startedLine().length, length: 5000, rule: 'line/nul-block' },
      { length: 9, rule: 'line/torn' },
    ]);
  });

  it('steps over a byte-order mark', () => {
    const { events, skipped } = leniently(`\ufeff${startedLine()}`);
    expect(events).toMatchObject([{ offset: 3, length: startedLine().length }]);
    expect(skipped).toEqual([{ offset: 0, length: 3, line: 1, rule: 'line/byte-order-mark' }]);
  });

  it('keeps a last event that lacks only its newline', () => {
    const { seqs, rules, skipped } = leniently(logText(2).slice(0, -1));
    expect([seqs, rules, skipped]).toEqual([[1, 2], ['line/torn'], []]);
  });

  it('reports gaps, repeats and other generations and goes on', () => {
    const text = startedLine() + clearedLine(5) + clearedLine(5) + clearedLine(6, OTHER_GENERATION);
    const { seqs, rules } = leniently(text);
    expect(seqs).toEqual([1, 5, 5, 6]);
    expect(rules).toEqual(['log/sequence', 'log/sequence', 'log/generation']);
  });

  it('reports in file order what different layers find in one chunk', () => {
    const text = `${startedLine()}nonsense\n${'x'.repeat(2000)}\n\n`;
    const { findings } = read([bytesOf(text)], { mode: 'lenient', maxFrameBytes: 1000 });
    expect(findings.map(({ line }) => line)).toEqual([2, 3, 4]);
  });

  it('takes a line of a million braces without delay', () => {
    const { seqs, skipped } = leniently(`${'{}'.repeat(500_000)}\n${'{'.repeat(500_000)}\n${startedLine()}`);
    expect(seqs).toEqual([1]);
    expect(skipped.reduce((sum, { length }) => sum + length, 0)).toBe(1_500_002);
  });
});

describe('laws of events', () => {
  const pieces = fc.constantFrom(
    startedLine(),
    clearedLine(2),
    clearedLine(3),
    clearedLine(2).slice(0, -1),
    clearedLine(2).slice(0, 70),
    clearedLine(4, OTHER_GENERATION),
    '\n',
    '\0\0\0',
    '\ufeff',
    '{}',
    '}',
    '"\\',
    'é\r\n',
    ' ',
  );
  const logs = fc.oneof(
    fc.array(pieces, { maxLength: 8 }).map((list) => list.join('')),
    fc.array(pieces, { maxLength: 5 }).map((list) => logText(3) + list.join('')),
  );
  const cuts = fc.array(fc.nat(3000), { maxLength: 12 });

  function split(bytes: Uint8Array, at: readonly number[]): Uint8Array[] {
    const places = [0, ...at.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
    return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
  }

  it('splitting the input anywhere changes nothing', () => {
    fc.assert(
      fc.property(logs, cuts, fc.constantFrom('strict', 'lenient'), (text, at, mode) => {
        const bytes = bytesOf(text);
        expect(read(split(bytes, at), { mode })).toEqual(read([bytes], { mode }));
      }),
      { numRuns: runs(300) },
    );
  });

  it('events and skipped ranges tile the input', () => {
    fc.assert(
      fc.property(logs, (text) => {
        const { events, skipped, summary } = leniently(text);
        const ranges = [...events, ...skipped].sort((a, b) => a.offset - b.offset);
        let position = 0;
        for (const { offset, length } of ranges) {
          expect(offset).toBe(position);
          position += length;
        }
        expect(position).toBe(bytesOf(text).length);
        expect(summary.deliveredBytes + summary.skippedBytes).toBe(position);
      }),
      { numRuns: runs(300) },
    );
  });

  it('lenient accepts what strict accepts, without a finding', () => {
    fc.assert(
      fc.property(logs, (text) => {
        const strict = strictly(text);
        const lenient = leniently(text);
        expect(lenient.events.slice(0, strict.events.length)).toEqual(strict.events);
        if (strict.fault === null) expect(lenient).toMatchObject({ events: strict.events, findings: [] });
        else expect(lenient.findings.length + (lenient.fault === null ? 0 : 1)).toBeGreaterThan(0);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('the recorded verdicts of fx', () => {
  // What the reader alone can judge: bytes, frames, seq and generation; the rest is for whoever folds the events
  const byReader = new Set([
    'TruncatedEventFrame',
    'NonContiguousSequence',
    'GenerationChanged',
    'UnsupportedEventSchema',
  ]);

  it('agrees about every log that fx accepts', () => {
    for (const { id, verdict, log_b64, truncate_from } of corpus('logs.jsonl')) {
      if (verdict !== 'accept') continue;
      const { fault } = read([Buffer.from(String(log_b64), 'base64')]);
      // A torn replacement transaction may end in a torn line (event-log §5.4)
      const isTorn = truncate_from !== undefined && fault?.fxError === 'TruncatedEventFrame';
      expect([id, isTorn ? null : fault]).toEqual([id, null]);
    }
  });

  it('agrees about error and frame where the fault is one of bytes, frames or numbering', () => {
    let seen = 0;
    for (const { id, verdict, error, frame_offset, log_b64 } of corpus('logs.jsonl')) {
      if (verdict !== 'reject') continue;
      const { fault } = read([Buffer.from(String(log_b64), 'base64')]);
      // Folding fails at or before the reader's own fault, if there is one
      if (fault === null || fault.frameOffset > Number(frame_offset)) {
        expect([id, byReader.has(String(error))]).toEqual([id, false]);
        continue;
      }
      seen++;
      expect([id, fault?.fxError, fault?.frameOffset]).toEqual([id, error, frame_offset]);
    }
    expect(seen).toBeGreaterThan(70);
  });
});

describe('memory that is used again', () => {
  it('is taken away from every record of a batch that was not kept, also from one that lay in two chunks', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'fxlog-reader-'));
    try {
      const log = join(directory, 'events.jsonl');
      const count = 20_000;
      writeFileSync(log, logText(count));
      const records = [];
      let isLater = false;
      for await (const batch of readEvents(log, { reuseChunks: true })) {
        // The line that ends in this chunk and began in the one before comes first.
        if (isLater) records.push(batch[0], batch[1]?.keep());
        isLater = true;
      }
      expect(records.length).toBeGreaterThan(4);
      for (const [index, record] of records.slice(0, -2).entries()) {
        if (index % 2 === 0) expect(() => record?.event).toThrow(TypeError);
        else expect(record?.event).toMatchObject({ seq: record?.seq, kind: 'recovery_checkpoint_cleared' });
      }
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
