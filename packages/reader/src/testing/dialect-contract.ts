import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FrameError } from '@fxlog/format';
import { type CheckedFrame, checkLine, type FormatDialect } from '@fxlog/format/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventReader } from '../event-reader.js';
import type { EventRecord } from '../event-record.js';
import { follow } from '../follow.js';
import { LogError } from '../log-error.js';
import { positionAfter } from '../log-position.js';
import { eventsOf } from '../read-events.js';
import type { ReadOptions, SkippedRange } from '../read-options.js';
import { resumeFrom } from '../resume-from.js';
import { toToken } from '../resume-token.js';

/** What a dialect is held to its contract with. */
export interface DialectFixtures {
  /** Whole logs as fx wrote them, small enough to be read some hundred times. */
  readonly logs: readonly { readonly name: string; readonly bytes: Buffer }[];
}

const LF = 0x0a;

/** Lines that no dialect may choke on; whether one is good is the dialect's affair. */
const HOSTILE: readonly (readonly [name: string, line: Buffer])[] = [
  ['an empty line', Buffer.from('\n')],
  ['a line of NULs', Buffer.concat([Buffer.alloc(4096), Buffer.from('\n')])],
  ['brackets without end', Buffer.from(`${'['.repeat(100_000)}\n`)],
  ['braces without end', Buffer.from(`${'{"a":'.repeat(50_000)}\n`)],
  ['an empty object', Buffer.from('{}\n')],
  ['a scalar', Buffer.from('1e999999\n')],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d, LF])],
  ['a lone surrogate', Buffer.from('{"\\ud800":1}\n')],
  ['a key __proto__', Buffer.from('{"__proto__":{"seq":1},"constructor":1}\n')],
  ['a carriage return', Buffer.from('\r\n')],
  ['a byte-order mark', Buffer.from('\ufeff{}\n')],
];

/** Whatever can be told of an event, for comparing two readings. */
const tell = (record: EventRecord<CheckedFrame>) => {
  const { offset, length, line, kind, seq, epoch, timestampMs, event } = record;
  return { offset, length, line, kind, seq, epoch, timestampMs, event };
};

/**
 * What every dialect owes the hosts, whatever its lines look like. Its own rules are tested beside it.
 */
export function dialectContract<Checked extends CheckedFrame>(
  dialect: FormatDialect<Checked>,
  { logs }: DialectFixtures,
): void {
  const linesOf = (bytes: Buffer): Buffer[] => {
    const lines: Buffer[] = [];
    for (let at = 0; at < bytes.length; ) {
      const end = bytes.indexOf(LF, at) + 1 || bytes.length;
      lines.push(bytes.subarray(at, end));
      at = end;
    }
    return lines;
  };
  const anyLog = fc.constantFrom(...logs.map(({ bytes }) => bytes));
  /** A log with some of its bytes changed, taken out or doubled. */
  const damagedLog = fc
    .tuple(anyLog, fc.array(fc.tuple(fc.nat(), fc.nat(255), fc.nat(3)), { minLength: 1, maxLength: 4 }))
    .map(([log, changes]) => {
      let bytes = Buffer.from(log);
      for (const [place, byte, how] of changes) {
        const at = place % (bytes.length + 1);
        if (how === 0) bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from([byte]), bytes.subarray(at + 1)]);
        else if (how === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + byte)]);
        else if (how === 2) bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from([LF]), bytes.subarray(at)]);
        else bytes = bytes.subarray(0, at);
      }
      return bytes;
    });

  /** Reads chunk by chunk, to the end or to the fault. */
  function readInChunks(bytes: Buffer, cuts: readonly number[], options: ReadOptions<Checked>) {
    const reader = new EventReader<Checked>(options);
    const records: unknown[] = [];
    let from = 0;
    for (const cut of [...cuts.map((at) => at % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]) {
      records.push(...reader.push(bytes.subarray(from, cut)).map(tell));
      from = cut;
    }
    records.push(...reader.end().map(tell));
    const fault = reader.fault;
    return { records, fault: fault && { rule: fault.rule, offset: fault.offset, message: fault.message } };
  }

  describe(`the contract of ${dialect.id}`, () => {
    it.each(logs.map(({ name, bytes }) => [name, bytes] as const))(
      'reads %s whole, and knows what it is',
      (_, bytes) => {
        const records = eventsOf(bytes);
        expect(records.length).toBe(linesOf(bytes).length);
        expect(records.every((record) => record.dialect === dialect.id)).toBe(true);
        let end = 0;
        for (const [index, record] of records.entries()) {
          expect([record.offset, record.line]).toEqual([end, index + 1]);
          end = record.end;
        }
        expect(end).toBe(bytes.length);
      },
    );

    it('writes every event as it was, and reads it back', () => {
      for (const { bytes } of logs) {
        for (const line of linesOf(bytes)) {
          const { event } = checkLine(dialect, line, 0, line.length);
          const written = dialect.encode(event);
          expect(Buffer.from(written).equals(line)).toBe(true);
          expect(checkLine(dialect, written, 0, written.length).event).toEqual(event);
        }
      }
    });

    it('recognises no line that it would refuse, and none as another', () => {
      fc.assert(
        fc.property(damagedLog, (bytes) => {
          for (const line of linesOf(bytes)) {
            const [recognised, ...others] = dialect.recognise(line, 0, line.length);
            if (recognised == null || others.length > 0) continue;
            const checked = dialect.check(line, 0, line.length);
            expect([recognised.kind, recognised.seq, recognised.timestampMs, recognised.epoch]).toEqual([
              checked.kind,
              checked.seq,
              checked.timestampMs,
              checked.epoch,
            ]);
            expect(recognised.event).toEqual(checked.event);
          }
        }),
        { numRuns: 60 },
      );
    });

    it('gives the same events and the same fault however the bytes are cut', () => {
      fc.assert(
        fc.property(
          fc.oneof(anyLog, damagedLog),
          fc.array(fc.nat(), { maxLength: 12 }),
          fc.constantFrom('strict' as const, 'lenient' as const),
          (bytes, cuts, mode) => {
            expect(readInChunks(bytes, cuts, { mode, dialect })).toEqual(readInChunks(bytes, [], { mode, dialect }));
          },
        ),
        { numRuns: 60 },
      );
    });

    it('takes leniently what it takes strictly, without a word', () => {
      fc.assert(
        fc.property(fc.oneof(anyLog, damagedLog), (bytes) => {
          const strict = readInChunks(bytes, [], { dialect });
          const findings: unknown[] = [];
          const lenient = readInChunks(bytes, [], {
            mode: 'lenient',
            dialect,
            onFinding: (found) => findings.push(found),
          });
          if (strict.fault === null) expect([lenient, findings]).toEqual([strict, []]);
          else expect(lenient.records.slice(0, strict.records.length)).toEqual(strict.records);
        }),
        { numRuns: 60 },
      );
    });

    it('accounts for every byte of a damaged log', () => {
      fc.assert(
        fc.property(damagedLog, (bytes) => {
          const skipped: SkippedRange[] = [];
          const reader = new EventReader<Checked>({ mode: 'lenient', dialect, onSkip: (range) => skipped.push(range) });
          const records = [...reader.push(bytes), ...reader.end()];
          if (reader.fault !== null) return;
          const parts = [...records, ...skipped].map(({ offset, length }) => [offset, offset + length] as const);
          let end = 0;
          for (const [from, to] of parts.sort((a, b) => a[0] - b[0])) {
            expect(from).toBe(end);
            end = to;
          }
          expect(end).toBe(bytes.length);
        }),
        { numRuns: 60 },
      );
    });

    it.each(HOSTILE)('stays calm at %s, wherever it stands', (_, hostile) => {
      const [{ bytes }] = logs as readonly [DialectFixtures['logs'][number]];
      const lines = linesOf(bytes);
      for (const at of [0, 1, lines.length]) {
        const log = Buffer.concat([...lines.slice(0, at), hostile, ...lines.slice(at)]);
        const strict = new EventReader<Checked>({ dialect });
        strict.push(log);
        strict.end();
        expect(strict.fault === null || strict.fault instanceof LogError).toBe(true);
        const lenient = new EventReader<Checked>({ mode: 'lenient', dialect });
        const records = [...lenient.push(log), ...lenient.end()];
        if (lenient.fault === null) expect(records.length).toBeGreaterThanOrEqual(lines.length);
      }
      try {
        checkLine(dialect, hostile, 0, hostile.length);
      } catch (error) {
        expect(error).toBeInstanceOf(FrameError);
      }
    });

    it('refuses a line over its limit, and reads on behind it leniently', () => {
      const [{ bytes }] = logs as readonly [DialectFixtures['logs'][number]];
      const limit = Math.max(...linesOf(bytes).map((line) => line.length));
      const long = Buffer.concat([Buffer.alloc(limit + 1, 0x20), Buffer.from('\n')]);
      const log = Buffer.concat([bytes, long, bytes]);
      const strict = readInChunks(log, [], { dialect, maxFrameBytes: limit });
      expect(strict.fault).toMatchObject({ rule: 'frame/too-large', offset: bytes.length });
      const lenient = readInChunks(log, [], { dialect, maxFrameBytes: limit, mode: 'lenient' });
      expect(lenient.records.length).toBe(2 * linesOf(bytes).length);
    });

    it('is taken up behind every event', async () => {
      for (const { bytes } of logs.slice(0, 4)) {
        const records = eventsOf(bytes, { dialect });
        for (const [index, record] of records.entries()) {
          const resumption = await resumeFrom<Checked>(toToken(positionAfter(record)), bytes);
          expect(resumption.status).toBe('resumed');
          if (resumption.status !== 'resumed') continue;
          const rest: unknown[] = [];
          for await (const batch of resumption.events) rest.push(...batch.map(tell));
          expect(rest).toEqual(records.slice(index + 1).map(tell));
        }
      }
    });

    it('is followed while it grows, is cut and is replaced', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'fxlog-contract-'));
      const path = join(folder, dialect.layout.log);
      const signal = AbortSignal.timeout(20_000);
      try {
        const { bytes } = logs.find((log) => linesOf(log.bytes).length > 2) as DialectFixtures['logs'][number];
        const lines = linesOf(bytes);
        const last = lines.at(-1) as Buffer;
        const without = bytes.length - last.length;
        writeFileSync(path, bytes.subarray(0, without + 3));
        const happenings = follow<Checked>(path, { pollMs: 5, signal });
        let delivered: number[] = [];
        /** Reads on until so many events stand, and void ones are taken back. */
        const until = async (count: number): Promise<void> => {
          while (delivered.length !== count) {
            const { value, done } = await happenings.next();
            if (done === true) throw new Error(`Following ended with ${delivered.length} events instead of ${count}.`);
            if (value.type === 'events') delivered.push(...value.events.map(({ offset }) => offset));
            else if ('resumeAt' in value) delivered = delivered.filter((offset) => offset < value.resumeAt);
          }
        };
        await until(lines.length - 1);
        appendFileSync(path, last.subarray(3));
        await until(lines.length);
        truncateSync(path, without);
        await until(lines.length - 1);
        appendFileSync(path, last);
        await until(lines.length);
        // Another log, of one line, takes the place.
        rmSync(path);
        writeFileSync(path, lines[0] as Buffer);
        await until(1);
        await happenings.return();
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  });
}
