import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32c } from '@fxlog/json/internal';
import { openSession } from '@fxlog/store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readMemories, rememberedPermissions } from './memories.js';

const FIXTURES = fileURLToPath(new URL('../../../../test-fixtures/newer/', import.meta.url));
const RULES = {
  schema_version: 2,
  next_generation: 4,
  rules: [
    {
      ...{ id: 2, kind: 'command', canonical: 'x', display_identity: 'npm test', decision: 'allow' },
      generation: 3,
    },
  ],
};
const REMEMBERED = [{ id: '2', kind: 'command', decision: 'allow', display: 'npm test', generation: '3' }];

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'fxlog-memories-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const rememberedIn = async (dir: string) => rememberedPermissions(await openSession(dir));

describe('the permissions that a session remembers', () => {
  it('stand beside a conversation log, none where the file is missing, and unknown where it is broken', async () => {
    const dir = join(place, 'orchard_0001');
    cpSync(join(FIXTURES, 'conversation-log/ordinary/orchard_0001'), dir, { recursive: true });
    const file = join(dir, 'permissions.json');
    expect(await rememberedIn(dir)).toEqual([]);
    writeFileSync(file, JSON.stringify(RULES));
    expect(await rememberedIn(dir)).toEqual(REMEMBERED);
    writeFileSync(file, '{"schema_version":2');
    expect(await rememberedIn(dir)).toBeNull();
    rmSync(file);
    expect(await rememberedIn(dir)).toEqual([]);
    symlinkSync('/nowhere', file);
    expect(await rememberedIn(dir)).toBeNull();
  });

  it('stand in the log of a session of the store v2/', async () => {
    const dir = join(place, 'v2/orchard_0950');
    cpSync(join(FIXTURES, 'sessions-v2/ordinary/v2/orchard_0950'), dir, { recursive: true });
    expect(await rememberedIn(dir)).toEqual([]);
    const log = join(dir, 'log.jsonl');
    const lines = readFileSync(log, 'utf8');
    const set = (value: object) => {
      const line = `{"v":1,"seq":16,"ts":1790000000200,"kind":"set","key":"permissions","value":${JSON.stringify(value)}`;
      return `${line},"crc":"${crc32c(Buffer.from(line)).toString(16).padStart(8, '0')}"}\n`;
    };
    writeFileSync(log, lines + set(RULES));
    expect(await rememberedIn(dir)).toEqual(REMEMBERED);
    writeFileSync(log, lines + set({ schema_version: 9 }));
    expect(await rememberedIn(dir)).toBeNull();
  });
});

describe('memories.json', () => {
  it('is a list of texts or nothing, of at most 1 MiB, and no link', () => {
    const file = join(place, 'memories.json');
    expect(readMemories(file)).toEqual({ memories: [], problem: null });
    writeFileSync(file, '[\n  "The gate is green.",\n  "\\u001b[31m"\n]\n');
    expect(readMemories(file)).toEqual({ memories: ['The gate is green.', '\u001b[31m'], problem: null });
    for (const broken of ['{}', '["a", 1]', '["a"', '', '[]x']) {
      writeFileSync(file, broken);
      expect(readMemories(file), broken).toMatchObject({ memories: [], problem: expect.any(String) });
    }
    const long = (bytes: number) => `["${'x'.repeat(bytes - 4)}"]`;
    writeFileSync(file, long(1_048_576));
    expect(readMemories(file).problem).toBeNull();
    writeFileSync(file, long(1_048_577));
    expect(readMemories(file).problem).toContain('more than 1048576');
    rmSync(file);
    symlinkSync('/etc/hostname', file);
    expect(readMemories(file).problem).not.toBeNull();
  });
});
