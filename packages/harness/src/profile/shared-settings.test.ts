import { describe, expect, it } from 'vitest';
import { sharedSettings } from './shared-settings.js';

const shared = (value: unknown, root = '/ws') => sharedSettings(Buffer.from(JSON.stringify(value)), root);

describe('settings that may be shared', () => {
  it('are the known keys of the top level and of the one workspace, in a fixed order', () => {
    const settings = shared({
      effort: 'high',
      api_key: 'kq3J9xWz81',
      permission_mode: 'ask',
      additional_directories: ['/home/ann'],
      workspaces: { '/ws': { permission: { bash: 'ask' }, token: 'x' }, '/other': { permission_mode: 'yolo' } },
    });
    expect(settings).toEqual({
      user: { permission_mode: 'ask', effort: 'high' },
      workspace: { permission: { bash: 'ask' } },
      leftOut: { keys: 3, workspaces: 1 },
      problem: null,
    });
    expect(Object.keys(settings.user)).toEqual(['permission_mode', 'effort']);
  });

  it('are none where there is no file, and say why there are none', () => {
    expect(sharedSettings(null, '/ws')).toMatchObject({ user: {}, workspace: null, problem: null });
    for (const text of ['[]', '{"a":1,"a":2}', '{', `{"a":"${'x'.repeat(65_536)}"}`]) {
      const { user, problem } = sharedSettings(Buffer.from(text), '/ws');
      expect([user, problem], text.slice(0, 20)).toEqual([{}, expect.any(String)]);
    }
  });

  it('take no key of the prototype for a setting', () => {
    expect(shared(JSON.parse('{"__proto__":{"model":"x"},"workspaces":{}}'), 'toString')).toMatchObject({
      user: {},
      workspace: null,
    });
  });
});
