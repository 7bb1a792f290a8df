import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { detectFormat } from './detect-format.js';
import { DIALECT_DESCRIPTIONS } from './dialects/descriptions.js';
import { DIALECTS } from './dialects/index.js';

const FIXTURES = new URL('../../../test-fixtures/fx-0.0.5/', import.meta.url);

/** Every log that fx 0.0.5 wrote. */
const fixtureLogs = () =>
  readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('/events.jsonl'))
    .map((name) => new URL(name, FIXTURES));

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'utf8');

const startedLine = () =>
  `{"schema_version":1,"log_generation":"${'5'.repeat(32)}","seq":1,"event_id":"${'0'.repeat(32)}","timestamp_ms":1,"kind":"session_started","payload":{}}\n`;

function detect(text: string, name?: string) {
  const { dialect, readable, age } = { age: undefined, ...detectFormat(bytesOf(text), name) };
  return [dialect, readable, age];
}

const V2_LINE = '{"v":1,"seq":1,"ts":1790000000000,"kind":"session","id":"x","crc":"01234567"}\n';
const L4_LINE =
  '{"schema_version":3,"seq":1,"timestamp_ms":1790000000000,"event":{"user":{"text":"list","images":[],"work_id":null}}}\n';

describe('detectFormat', () => {
  it('knows every log that fx 0.0.5 wrote, also by a small prefix', () => {
    for (const path of fixtureLogs()) {
      const bytes = readFileSync(path);
      expect(detectFormat(bytes, path.pathname)).toMatchObject({
        dialect: 'event-log-v1',
        readable: true,
        age: 'current',
        part: 'log',
      });
      expect(detectFormat(bytes.subarray(0, 300))).toMatchObject({ dialect: 'event-log-v1', readable: true });
    }
  });

  it('decides by keys, not by their order or version', () => {
    expect(
      detect(
        `{"payload":{"event":{"user":{}}},"kind":"x","timestamp_ms":1,"event_id":"e","seq":1,"log_generation":"g","schema_version":7}\n`,
      ),
    ).toEqual(['event-log-v1', true, 'current']);
  });

  it('knows a log without its generation by the six other keys, and by no fewer', () => {
    const keys = ['schema_version', 'seq', 'event_id', 'timestamp_ms', 'kind', 'payload'];
    const line = (names: readonly string[]) => `{${names.map((name) => `"${name}":1`).join(',')}}\n`;
    expect(detect(line(keys))[0]).toBe('event-log-v1');
    expect(detect(line(keys.slice(1)))[0]).toBe('unknown');
  });

  it('names a conversation log, every frame version', () => {
    expect(detect(L4_LINE)).toEqual(['conversation-log', true, 'newer']);
    expect(detect(L4_LINE.replace('"schema_version":3,', ''))).toEqual(['conversation-log', true, 'newer']);
    expect(detect(L4_LINE.replace(':3', ':1'))).toEqual(['conversation-log', true, 'newer']);
  });

  it('names a sessions-v2 log and its index', () => {
    expect(detect(V2_LINE)).toEqual(['sessions-v2', true, 'newer']);
    expect(detect(V2_LINE.slice(0, 60))).toEqual(['sessions-v2', true, 'newer']);
    expect(detect('{"op":"put","seq":1,"id":"x","crc":"01234567"}\n')).toEqual(['sessions-v2', false, 'newer']);
  });

  it('names a legacy snapshot and tells manifests apart', () => {
    const manifest = (version: number, rest = '') =>
      `{"schema_version":${version},"id":"x","created_at_ms":1,"updated_at_ms":2${rest}}`;
    expect(detect(manifest(1, ',"history_len":0,"history":[]'))).toEqual(['legacy-snapshot', false, 'older']);
    expect(detect(manifest(2).slice(0, -1), 'session.json')).toEqual(['legacy-snapshot', false, 'older']);
    expect(detect(manifest(3), '/a/session.json')).toEqual(['event-log-v1', false, 'current']);
    expect(detect(manifest(4))).toEqual(['conversation-log', false, 'newer']);
    expect(detect(manifest(5))).toEqual(['unknown', false, 'newer']);
    expect(detect(manifest(9))).toEqual(['unknown', false, 'newer']);
  });

  it('says of an execution journal that a newer fx wrote it', () => {
    expect(detect('FXEJ\u0001\u0000')).toEqual(['unknown', false, 'newer']);
  });

  it('says what other bytes are', () => {
    const reason = (bytes: Uint8Array) => (detectFormat(bytes) as { reason: string }).reason;
    expect(reason(new Uint8Array(0))).toBe('The file is empty.');
    expect(reason(Uint8Array.of(0x1f, 0x8b, 8))).toContain('gzip');
    expect(reason(new Uint8Array(100))).toContain('binary');
    expect(reason(bytesOf('hello\n'))).toContain('not a JSON object');
    expect(reason(bytesOf('{"a":1}\n'))).toContain('none of the formats of fx');
  });

  it('looks through a byte-order mark', () => {
    expect(detect(`\ufeff${startedLine()}`)).toEqual(['event-log-v1', true, 'current']);
  });

  it('says that just those logs are read whose dialects read them', () => {
    const read = DIALECT_DESCRIPTIONS.filter(({ isRead }) => isRead).map(({ id }) => id);
    expect(DIALECTS.map(({ id }) => id).sort()).toEqual(read.sort());
  });

  it('takes deep and unclosed nesting', () => {
    expect(detect(`{"a":${'['.repeat(1_000_000)}`)).toEqual(['unknown', false, undefined]);
    expect(detect(`{"a":"${'x'.repeat(100_000)}`)).toEqual(['unknown', false, undefined]);
  });
});
