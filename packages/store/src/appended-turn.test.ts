import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { appendConversationTurn } from './dialects/conversation-log/append/append-turn.js';
import { laySession, TURN } from './dialects/conversation-log/append/testing/appended-turn.js';
import { appendStoreTurn } from './dialects/sessions-v2/append/append-turn.js';
import { layStoreSession } from './dialects/sessions-v2/append/testing/appended-turn.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fxlog-appended-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['nothing', undefined, 'shape/missing-key', ''],
  ['null', null, 'shape/type', ''],
  ['a text', 'turn', 'shape/type', ''],
  ['a list', [], 'shape/type', ''],
  ['no turn', { kind: 'assistant' }, 'shape/missing-key', '/user'],
  ['no steps', { ...TURN, steps: null }, 'shape/type', '/steps'],
  ['an end of another kind', { ...TURN, end: 'completed' }, 'shape/type', '/end'],
  ['a step of another kind', { ...TURN, steps: [5] }, 'shape/type', ''],
  ['an unknown format', { native: { dialect: 'other', turn: TURN } }, 'shape/type', '/native/dialect'],
])('refuses %s with a rule, the item and the place in it', async (_, turn, rule, path) => {
  for (const [append, dir, log] of [
    [appendConversationTurn, laySession(folder), 'events.jsonl'],
    [appendStoreTurn, layStoreSession(folder), 'log.jsonl'],
  ] as const) {
    const before = readFileSync(join(dir, log));
    await expect(append(dir, turn as never)).rejects.toMatchObject({ name: 'WriteError', rule, item: 0, path });
    expect(readFileSync(join(dir, log))).toEqual(before);
  }
});
