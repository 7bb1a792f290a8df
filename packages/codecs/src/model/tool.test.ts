import { describe, expect, it } from 'vitest';
import { FreeJson } from './free-json.js';
import { fromCanonical, toCanonical } from './tool.js';

const from = (name: string, input: string) => fromCanonical(name, FreeJson.parse(input));

describe('fromCanonical', () => {
  it('types a call whose arguments fit exactly', () => {
    expect(from('Read', '{"file_path":"/a","offset":null,"limit":3}')).toEqual({
      name: 'Read',
      file_path: '/a',
      limit: 3,
    });
    expect(from('/release', '{"args":"patch"}')).toEqual({ name: 'Command', command: '/release', args: 'patch' });
    expect(from('/release', '{}')).toEqual({ name: 'Command', command: '/release' });
    expect(
      from('MultiEdit', '{"file_path":"/a","edits":[{"old_string":"a","new_string":"b","replace_all":true}]}'),
    ).toEqual({
      name: 'MultiEdit',
      file_path: '/a',
      edits: [{ old_string: 'a', new_string: 'b', replace_all: true }],
    });
  });

  it.each([
    ['Bash', '{"command":"ls","timeout_ms":5.0}'],
    ['Bash', '{"command":"ls","timeout":5}'],
    ['Read', '{"offset":1}'],
    ['Read', '{"file_path":"/a","offset":-1}'],
    ['Read', '"text"'],
    ['/release', 'null'],
    ['/release', '{"args":1}'],
    ['/release', '{"command":"/x"}'],
    ['Glob', '{"pattern":"*"}'],
    ['Command', '{"command":"/x"}'],
    ['Raw', '{}'],
  ])('leaves %s with %s as it is', (name, input) => {
    expect(from(name, input)).toEqual({ name: 'Raw', tool_name: name, input: FreeJson.parse(input) });
  });

  it('undoes toCanonical', () => {
    for (const [name, input] of [
      [
        'Bash',
        '{"command":"ls","workdir":"/","timeout_ms":18446744073709551615,"description":"d","run_in_background":true}',
      ],
      ['Edit', '{"file_path":"/a","old_string":"a","new_string":"b","replace_all":true}'],
      ['Write', '{"file_path":"/a","content":"__proto__"}'],
      ['/x', '{}'],
    ] as const) {
      const tool = from(name, input);
      expect(tool.name).not.toBe('Raw');
      const canonical = toCanonical(tool);
      expect(canonical).toEqual({ name, input: FreeJson.parse(input) });
      expect(fromCanonical(canonical.name, canonical.input)).toEqual(tool);
    }
  });
});
