import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reduceLog } from '@fxlog/assembler';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionContent } from '../../dialect.js';
import { SAMPLE_ID, SAMPLE_WORKSPACE, sampleTurns } from '../../testing/sample-session.js';
import { WRITTEN_DIALECTS, writeDialectOf } from '../index.js';

const CONTENT: SessionContent = {
  head: {
    id: SAMPLE_ID,
    createdAtMs: 1767225600000,
    updatedAtMs: 1767225600000,
    workspaceRoot: SAMPLE_WORKSPACE,
    originWorkspaceRoot: '/home/dev/before',
    language: 'en',
    provider: 'codex',
    model: 'gpt-5',
    effort: 'high',
    fastMode: true,
    ultrafastMode: false,
    title: 'A picture',
    isChild: false,
  },
  items: sampleTurns().map((turn) => ({
    native: { dialect: 'event-log-v1', turn },
    timeMs: 1767225660000,
    language: 'de',
    usage: { totalInputTokens: 7, totalOutputTokens: 5 },
  })),
  readFile: async () => null,
  permissions: null,
  usage: null,
};

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'fxlog-write-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

describe('the writer of event logs', () => {
  it('writes who the session is, its turns and its title', async () => {
    const dir = join(base, SAMPLE_ID);
    const written = await writeDialectOf('event-log-v1').write(CONTENT, { dir }, { report: () => undefined });
    expect(written).toMatchObject({ id: SAMPLE_ID, dir });
    const { state } = await reduceLog(join(dir, 'events.jsonl'));
    expect(state).toMatchObject({
      origin_workspace_root: '/home/dev/before',
      conversation_language: 'de',
      total_input_tokens: 7,
      preferences: { model: 'gpt-5', effort: 'high', fast_mode: true, provider: 'codex' },
    });
    expect(state.history).toHaveLength(2);
    expect(JSON.parse(readFileSync(join(dir, 'display.json'), 'utf8'))).toMatchObject({ title: 'A picture' });
  });

  it('is one of those that are known', () => {
    expect(WRITTEN_DIALECTS).toContain('event-log-v1');
    expect(() => writeDialectOf('execution-journal')).toThrow(RangeError);
  });
});
