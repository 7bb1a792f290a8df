import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runs } from '../../../../../test/runs.js';
import { WriteError } from '../../write-error.js';
import { encodeLog } from './encode-log.js';
import { writeSession } from './write-session.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fxlog-bad-values-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const session = { workspace_root: '/w', preferences: { model: 'm' } };
const execution = { schema_version: 3, tool_steps: [], files: [] };
const good = { kind: 'assistant', user: { text: 'x', images: [] }, assistant: 'y', execution };

async function refusalOf(input: unknown): Promise<WriteError> {
  const error = await writeSession(input as never, { dir: join(folder, 'made') }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  // Nothing is left of what was begun.
  expect(readdirSync(folder)).toEqual([]);
  expect(error).toBeInstanceOf(WriteError);
  return error as WriteError;
}

describe('a value that is no turn', () => {
  it.each([
    ['a kind alone', { kind: 'assistant' }, '/payload/turn'],
    ['a kind alone, as a draft', { turn: { kind: 'assistant' } }, '/payload/turn'],
    ['another kind', { kind: 'zzz' }, '/payload/turn'],
    ['null', null, ''],
    ['a number', 7, ''],
    ['a text', 'x', ''],
    ['a function', () => 1, ''],
    ['null in a draft', { turn: null }, '/payload/turn'],
    ['no user', { ...good, user: null }, '/payload/turn/user'],
    ['no steps', { ...good, execution: { ...execution, tool_steps: null } }, '/payload/turn/execution/tool_steps'],
    ['a number for a text', { ...good, user: { text: 7, images: [] } }, '/payload/turn/user/text'],
    [
      'a step of nothing',
      { ...good, execution: { ...execution, tool_steps: [{}] } },
      '/payload/turn/execution/tool_steps/0',
    ],
  ])('is refused with its rule, its index and the place: %s', async (_, item, path) => {
    const error = await refusalOf({ turns: [good, item], session });
    expect(error).toMatchObject({ item: 1, rule: expect.stringMatching(/^(?:shape|frame|turn)\//) });
    expect(error.path ?? '').toContain(path);
    expect(error.message).not.toMatch(/undefined|Cannot read/);
  });

  it('is refused by an encoder of one item after the other, too', async () => {
    const encoding = async () => {
      for await (const bytes of encodeLog([good, null] as never, { session })) expect(bytes.length).toBeGreaterThan(0);
    };
    await expect(encoding()).rejects.toMatchObject({ name: 'WriteError', rule: 'shape/type', item: 1 });
  });

  it('is refused with an error of this kind, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything({ withBigInt: true, withNullPrototype: true }), async (item) => {
        const error = await writeSession({ turns: [item], session } as never, { dir: join(folder, 'made') }).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        rmSync(join(folder, 'made'), { recursive: true, force: true });
        // A list is a batch, and may be one of nothing.
        if (error !== null)
          expect(error).toMatchObject({ name: 'WriteError', rule: expect.not.stringMatching(/^write\/failed$/) });
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('a value that is no session', () => {
  it.each([
    ['nothing', undefined, ''],
    ['null', null, ''],
    ['an empty object', {}, '/state'],
    ['no session', { turns: [] }, '/session'],
    ['null for a session', { turns: [], session: null }, '/session'],
    ['an empty session', { turns: [], session: {} }, '/session/workspace_root'],
    ['no preferences', { turns: [], session: { workspace_root: '/w', preferences: null } }, '/session/preferences'],
    ['no model', { turns: [], session: { workspace_root: '/w', preferences: {} } }, '/session/preferences/model'],
    [
      'a number for a folder',
      { turns: [], session: { workspace_root: 7, preferences: { model: 'm' } } },
      '/session/workspace_root',
    ],
    ['null for turns', { turns: null, session }, '/turns'],
    ['a number for turns', { turns: 5, session }, '/turns'],
    ['null for events', { events: null }, '/events'],
  ])('is refused with its rule and the place: %s', async (_, input, path) => {
    expect(await refusalOf(input)).toMatchObject({
      path,
      rule: expect.stringMatching(/^shape\/(?:type|missing-key)$/),
    });
  });

  it.each([
    ['null', [null]],
    ['a payload of null', [{ kind: 'session_started', payload: null }]],
    ['no payload', [{ kind: 'session_started' }]],
    ['a frame of null', [{ rawFrame: null }]],
    ['a frame that is a text', [{ rawFrame: 'abc' }]],
    ['a state of null', [{ replacement: null, reason: 'compaction' }]],
  ])('neither is an event like it: %s', async (_, events) => {
    expect(await refusalOf({ events })).toMatchObject({ item: 0, rule: expect.not.stringMatching(/^write\/failed$/) });
  });
});
