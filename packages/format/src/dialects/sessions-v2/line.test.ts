import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { FrameError } from '../../frame-error.js';
import { mutateFrame, seededRandom } from '../event-log-v1/testing/mutate-frame.js';
import { encodeLine } from './encode-line.js';
import { readLine, type SessionLine } from './line.js';
import { seal } from './line-frame.js';
import { LINE_SHAPES, type LineBody, type LineKind } from './line-kinds.js';

const count = Number(process.env.FXLOG_CHANGED_FRAMES ?? 10_000);
const seed = Number(process.env.FXLOG_CHANGED_FRAMES_SEED ?? 20261130);

const corpus = new URL('../../../../../test-fixtures/conformance/v2-logs.jsonl', import.meta.url);

/** Every line of every log in the corpus that is whole. */
const lines = readFileSync(corpus, 'utf8')
  .trim()
  .split('\n')
  .flatMap((row) => splitLines(Buffer.from(JSON.parse(row).log_b64, 'base64')))
  .filter((line) => typeof outcomeOf(() => readLine(line).seq) !== 'string');

function splitLines(log: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let start = 0, end = log.indexOf(10); end >= 0; start = end + 1, end = log.indexOf(10, start)) {
    found.push(log.subarray(start, end + 1));
  }
  return found;
}

/** What comes of it, or the rule that is broken. */
function outcomeOf(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    return `${error.fxError} ${error.rule}`;
  }
}

const describeLine = (line: SessionLine) => [line.seq, line.timestampMs, line.kind, line.body()];

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'a\n\r\t\u0001"\\/', 'é\u2028😀', 'plain'),
  // Bytes that are not UTF-8 are read back only where nothing beside them has to be escaped.
  fc.constantFrom(Uint8Array.of(0xff), Uint8Array.of(0x2f, 0xc3), Uint8Array.of(0xed, 0xa0, 0x80, 0x41)),
);
const u64 = fc.oneof(
  fc.nat(),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }),
  fc.constantFrom(0, Number.MAX_SAFE_INTEGER),
);
const raw = fc.json().map((json) => Buffer.from(json));

/** Fields of every kind, by the types of its shape. */
const body: fc.Arbitrary<LineBody> = fc.constantFrom(...(Object.keys(LINE_SHAPES) as LineKind[])).chain((kind) => {
  const fields = LINE_SHAPES[kind].fields.map(({ name, shape, absent }) => {
    const value = anyValue(shape);
    return [name, absent === undefined ? value : fc.oneof(fc.constant(absent), value)] as const;
  });
  return fc.record({ kind: fc.constant(kind), ...Object.fromEntries(fields) }) as fc.Arbitrary<LineBody>;
});

function anyValue(shape: (typeof LINE_SHAPES)['item']['fields'][number]['shape']): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case 'nullable':
      return anyValue(shape.of);
    case 'integer':
      return u64;
    case 'text':
      return text;
    case 'enum':
      return fc.constantFrom(...shape.names);
    case 'list':
      return fc.array(fc.string(), { minLength: 1, maxLength: 3 });
    case 'struct':
      return fc.record({ id: fc.string(), seq: u64 });
    default:
      return raw;
  }
}

describe('a line', () => {
  it('is read as it was written, whatever its fields', () => {
    const header = fc.record({ seq: u64.filter((seq) => seq !== 0), timestampMs: u64, body });
    fc.assert(
      fc.property(header, (line) => {
        const bytes = encodeLine(line);
        const found = readLine(bytes);
        expect([found.seq, found.timestampMs]).toEqual([line.seq, line.timestampMs]);
        expect(plain(found.body())).toEqual(plain(line.body));
        expect(encodeLine({ ...line, body: found.body() as LineBody })).toEqual(bytes);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('says the same in the middle of other bytes, and refers to nothing but its own', () => {
    for (const line of lines.slice(0, 200)) {
      const padded = Buffer.concat([Buffer.from('{"v":1,'), line, Buffer.from('"}\n')]);
      expect(describeLine(readLine(padded, 7, 7 + line.length))).toEqual(describeLine(readLine(line)));
    }
  });

  it('is refused when any of its bits is another', () => {
    const line = lines[3] as Buffer;
    for (let bit = 0; bit < line.length * 8; bit++) {
      const changed = Buffer.from(line);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      expect(outcomeOf(() => readLine(changed))).toMatch(/^BadLine/);
    }
  });

  it(`is judged alike on the fast way and on the exact one, in ${count} changed lines`, () => {
    const random = seededRandom(seed);
    let [whole, accepted] = [0, 0];
    for (let index = 0; index < count; index++) {
      const line = lines[random(lines.length)] as Buffer;
      const unsealed = Buffer.concat([line.subarray(0, line.lastIndexOf(',"crc":"')), Buffer.from('\n')]);
      const mutated = mutateFrame(unsealed, random);
      const changed = Buffer.from(seal(mutated.subarray(0, mutated.length - 1)));
      const found = outcomeOf(() => readLine(changed)) as SessionLine | string;
      if (typeof found === 'string') continue;
      whole += 1;
      const fast = outcomeOf(() => found.body());
      if (found.isSpelledByFx()) expect(typeof fast).toBe('object');
      const exact = outcomeOf(() => found.exactBody());
      if (!isDeepStrictEqual(fast, exact)) throw new Error(`${changed}: ${JSON.stringify([fast, exact])}`);
      accepted += typeof fast === 'string' ? 0 : 1;
    }
    expect(whole).toBeGreaterThan(count / 10);
    expect(accepted).toBeGreaterThan(count / 20);
  });
});

/** Bytes as text, for comparing. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, member) => {
      if (typeof member === 'bigint') return `${member}n`;
      return member?.type === 'Buffer' || member instanceof Uint8Array
        ? Buffer.from(member.data ?? member).toString('latin1')
        : member;
    }),
  );
}
