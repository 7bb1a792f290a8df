import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { handlePath, imagePath, judgeOutput, outputPaths } from './artifacts.js';
import { isHistoryOnly, judgeRecovery, readConversationSidecar } from './sidecars.js';

const fixtures = new URL('../../../../../test-fixtures/newer/conversation-log/', import.meta.url);
const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' });
const read = (file: string) => readFileSync(new URL(file, fixtures));

const PERMISSIONS = {
  schema_version: 2,
  next_generation: 3,
  rules: [
    { id: 1, kind: 'command', canonical: 'a', display_identity: 'a', decision: 'allow', generation: 1 },
    { id: 2, kind: 'command', canonical: 'b', display_identity: 'b', decision: 'deny', generation: 2 },
  ],
};
const permissions = (changes: object, second: object = {}) => {
  const [one, two] = PERMISSIONS.rules;
  const value = { ...PERMISSIONS, rules: [one, { ...two, ...second }], ...changes };
  return readConversationSidecar('permissions', Buffer.from(JSON.stringify(value)));
};

describe('the files beside a conversation log', () => {
  it.each([
    ['recovery', /\/recovery\.json$/, 2],
    ['permissions', /\/permissions\.json$/, 22],
    ['usage-v2', /\/usage-v2\.json$/, 21],
    ['children', /\/children\.json$/, 1],
    ['owner', /\/owner\.live$/, 1],
  ] as const)('are read: %s', (name, pattern, count) => {
    const matching = files.filter((file) => pattern.test(`/${file}`));
    expect(matching).toHaveLength(count);
    for (const file of matching) {
      const [, id] = file.split('/');
      expect({ file, ...readConversationSidecar(name, read(file), id) }).toMatchObject({ file, findings: [] });
    }
  });

  it('are a finding with file, place and rule where they cannot be read', () => {
    expect(readConversationSidecar('permissions', Buffer.from('{"schema_version":2,"more":1}'))).toEqual({
      value: null,
      findings: [
        {
          rule: 'conversation/permissions-invalid',
          severity: 'warning',
          message: expect.stringContaining('The saved permissions cannot be read'),
          file: 'permissions.json',
          offset: 20,
          path: '/more',
          fxError: 'InvalidPermissionState',
        },
      ],
    });
    expect(readConversationSidecar('permissions', Buffer.alloc(1_048_577, 0x20)).value).toBeNull();
  });

  it.each([
    ['an id above its generation', {}, { id: 3 }, '/rules/1/id'],
    ['a generation that is still to come', {}, { generation: 3 }, '/rules/1/generation'],
    ['an id twice', {}, { id: 1 }, '/rules/1/id'],
    ['the same rule twice', {}, { canonical: 'a' }, '/rules/1/canonical'],
    ['an unknown version', { schema_version: 3 }, {}, '/schema_version'],
    ['the generation 0', { next_generation: 0, rules: [] }, {}, '/next_generation'],
  ])('refuses permissions with %s', (_what, changes, second, path) => {
    expect(permissions(changes, second)).toMatchObject({ value: null, findings: [{ path }] });
    expect(permissions({}).findings).toEqual([]);
  });

  it('refuses the usage of another session, and of a version that nobody knows', () => {
    const usage = JSON.parse(read('ordinary/orchard_0001/usage-v2.json').toString());
    const judged = (value: object, id?: string) =>
      readConversationSidecar('usage-v2', Buffer.from(JSON.stringify(value)), id);
    expect(judged(usage, 'other')).toMatchObject({ value: null, findings: [{ path: '/session_id' }] });
    for (const [version, isKnown] of [
      [1, false],
      [2, true],
      [4, true],
      [5, false],
    ] as const) {
      const { value } = judged({ ...usage, snapshot: { ...usage.snapshot, schema_version: version } });
      expect(value !== null).toBe(isKnown);
    }
  });

  it('tells whether the turn in flight belongs to the end of the log', () => {
    const { value } = readConversationSidecar('recovery', read('running-turn/orchard_0017/recovery.json'));
    if (value === null) throw new Error('the fixture cannot be read');
    expect(judgeRecovery(value, 6)).toBe('fresh');
    expect(judgeRecovery(value, 9)).toBe('stale');
    expect(judgeRecovery(value, 5)).toBe('inconsistent');
    expect(isHistoryOnly(value)).toBe(false);
  });
});

describe('the files that a log names', () => {
  it('lie in folders of the session, whatever a handle says', () => {
    expect(outputPaths({ artifact_ref: 'result-a.txt' })).toEqual([
      'tool-results/result-a.txt',
      'logs/commands/result-a.txt',
    ]);
    for (const handle of ['../../etc/passwd', '..', 'a/b', 'a\0b', '']) {
      expect(outputPaths({ artifact_ref: handle })).toEqual([]);
      expect(handlePath(handle)).toBeNull();
      expect(imagePath(`images/${handle}`)).toBeNull();
    }
    expect(imagePath('images/1.png')).toBe('images/1.png');
    expect(imagePath('tool-results/1.png')).toBeNull();
  });

  it('are whole, partial, of another size or missing', () => {
    const result = { stored_bytes: 5, completeness: 'complete' } as const;
    expect(judgeOutput(result, 5)).toBe('whole');
    expect(judgeOutput({ ...result, completeness: 'unknown' }, 5)).toBe('partial');
    expect(judgeOutput(result, 4)).toBe('wrong-size');
    expect(judgeOutput(result, null)).toBe('missing');
  });
});
