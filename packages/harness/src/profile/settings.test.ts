import { describe, expect, it } from 'vitest';
import { MAX_SETTINGS_BYTES, readSettings } from './settings.js';

const read = (text: string) => readSettings(Buffer.from(text), '/ws');

describe('readSettings', () => {
  it('takes the rules of the workspace in place of the user’s, an empty list too', () => {
    const user = '"permission":{"bash":"allow","read":"deny"}';
    expect(read(`{${user}}`)).toMatchObject({ rulesFrom: 'user', rules: [{ name: 'bash' }, { name: 'read' }] });
    expect(read(`{${user},"workspaces":{"/ws":{"permission":{}}}}`)).toMatchObject({
      rulesFrom: 'workspace',
      rules: [],
    });
    expect(read(`{${user},"workspaces":{"/ws/":{"permission":{}}}}`)).toMatchObject({ rulesFrom: 'user' });
  });

  it('keeps the order of rules whose names are numbers', () => {
    expect(read('{"permission":{"b":"ask","2":"deny","1":"allow"}}').rules.map(({ name }) => name)).toEqual([
      'b',
      '2',
      '1',
    ]);
  });

  it.each([
    ['an action that is none', '{"permission":{"bash":"maybe"},"permission_mode":"ask"}', '/permission'],
    ['an empty name', '{"permission":{" ":{}},"permission_mode":"ask"}', '/permission'],
    ['a mode that is none', '{"permission":"deny","permission_mode":"ASK"}', '/permission_mode'],
    ['an unknown limit', '{"context_limits":{"x":1},"permission":"deny","permission_mode":"ask"}', '/context_limits'],
    ['a removed key', '{"skill_match_fuzzy":true,"permission":"deny","permission_mode":"ask"}', '/skill_match_fuzzy'],
  ])('drops a whole layer for %s, and says where', (_what, text, path) => {
    const settings = read(text);
    expect(settings).toMatchObject({ rules: [], rulesFrom: null, mode: 'auto' });
    expect(settings.problems).toMatchObject([{ layer: 'user', path }]);
  });

  it('drops a layer of a workspace alone', () => {
    const text = '{"permission":"deny","workspaces":{"/ws":{"permission":null,"additional_directories":["/ext"]}}}';
    expect(read(text)).toMatchObject({ rulesFrom: 'user', additionalDirectories: [] });
    expect(read(text).problems).toMatchObject([{ layer: '/ws', path: '/workspaces/~1ws/permission' }]);
  });

  it.each([
    ['no file', null],
    ['too large a file', `{"permission":"deny"${' '.repeat(MAX_SETTINGS_BYTES)}}`],
    ['duplicate keys', '{"permission":"deny","permission":"allow"}'],
    ['a list', '[]'],
  ])('takes %s for no settings at all', (what, text) => {
    const settings = text === null ? readSettings(null, '/ws') : read(text);
    expect(settings.rules).toEqual([]);
    expect(settings.problems).toHaveLength(what === 'no file' ? 0 : 1);
  });

  it('reads limits as numbers, as digits and as off, and says which layer has which', () => {
    const { contextLimits } = read(
      '{"context_limits":{"skill_file_bytes":10,"skill_chunk_bytes":"20"},"workspaces":{"/ws":{"context_limits":{"mcp_description_bytes":"OFF"}}}}',
    );
    expect(contextLimits).toEqual({
      user: new Map([
        ['skill_file_bytes', 10n],
        ['skill_chunk_bytes', 20n],
      ]),
      workspace: new Map([['mcp_description_bytes', 'off']]),
    });
  });

  it.each(['1.5', '-1', 'null', 'true', '18446744073709551616', '"1_0"'])(
    'drops the layer of a limit that is %s',
    (limit) => {
      const settings = read(`{"permission":"deny","context_limits":{"skill_file_bytes":${limit}}}`);
      expect(settings).toMatchObject({ rules: [], problems: [{ path: '/context_limits' }] });
    },
  );

  it('knows no limit by a name that every object has', () => {
    expect(read('{"context_limits":{"toString":1}}').problems).toMatchObject([{ path: '/context_limits' }]);
  });
});
