import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeConversationManifest } from '@fxlog/format/internal';
import { WriteError } from '@fxlog/writer';
import { writeContent } from '@fxlog/writer/internal';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sample } from '#test/runs';
import { openSession } from './session.js';
import { sessionContent } from './session-content.js';
import { StoreError } from './store-error.js';
import { TemporaryProfile } from './testing/fixtures.js';
import { verifySession } from './verify-session.js';

vi.setConfig({ testTimeout: 600_000 });

const CORPORA = new URL('../../../test-fixtures/conformance/', import.meta.url);

function cases(name: string): { readonly id: string; readonly log: Buffer }[] {
  return readFileSync(new URL(name, CORPORA), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; log_b64: string })
    .map(({ id, log_b64 }) => ({ id, log: Buffer.from(log_b64, 'base64') }));
}

let profile: TemporaryProfile;
beforeEach(() => {
  profile = new TemporaryProfile();
});
afterEach(() => profile.remove());

/** Writes a session anew; null where it is refused by name. */
async function write(from: string, dialect: string): Promise<string | null> {
  const report = () => undefined;
  const target = { root: join(profile.home, `as-${dialect}`) };
  try {
    const content = await sessionContent(await openSession(from), { report });
    const { dir } = await writeContent(dialect, content, target, { report });
    return dir;
  } catch (error) {
    if (error instanceof StoreError || error instanceof WriteError) return null;
    throw error;
  }
}

describe('whatever logs fx was asked about', () => {
  it('become sessions that fx resumes: conversation logs', async () => {
    let written = 0;
    for (const { id, log } of sample(cases('conversation-logs.jsonl'))) {
      const dir = join(profile.root, id);
      mkdirSync(dir, { mode: 0o700 });
      writeFileSync(join(dir, 'events.jsonl'), log, { mode: 0o600 });
      const manifest = encodeConversationManifest({
        schema_version: 4,
        id,
        origin_workspace_root: '/w',
        workspace_root: '/w',
        created_at_ms: 1,
        updated_at_ms: 1,
        conversation_language: 'und',
        provider: 'gateway',
        model: 'm',
        effort: 'auto',
        fast_mode: false,
        ultrafast_mode: null,
        title: null,
        subagent_child: false,
      });
      writeFileSync(join(dir, 'session.json'), manifest, { mode: 0o600 });
      for (const dialect of ['conversation-log', 'event-log-v1']) {
        const made = await write(dir, dialect);
        if (made === null) continue;
        written++;
        const { format, readable, resumable } = await verifySession(made);
        expect({ format, readable: readable.ok, resumable: resumable.ok }, `${id} as ${dialect}`).toEqual({
          format: dialect,
          readable: true,
          resumable: true,
        });
      }
    }
    expect(written).toBeGreaterThan(10);
  });

  it('become sessions that fx resumes: event logs', async () => {
    let written = 0;
    for (const { id, log } of sample(cases('logs.jsonl'))) {
      const dir = profile.add('plain-text');
      for (const name of readdirSync(dir)) if (name.startsWith('commit.')) rmSync(join(dir, name));
      writeFileSync(join(dir, 'events.jsonl'), log);
      const made = await write(dir, 'conversation-log');
      rmSync(dir, { recursive: true });
      if (made === null) continue;
      written++;
      const { format, readable, resumable } = await verifySession(made);
      expect({ format, readable: readable.ok, resumable: resumable.ok }, id).toEqual({
        format: 'conversation-log',
        readable: true,
        resumable: true,
      });
      const back = await write(made, 'event-log-v1');
      expect((await verifySession(back ?? '')).resumable.ok, id).toBe(true);
      for (const root of [made, back ?? '']) rmSync(root, { recursive: true });
    }
    expect(written).toBeGreaterThan(10);
  });
});
