import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { copySession } from '../../../copy/copy-session.js';
import { TemporaryProfile } from '../../../testing/fixtures.js';
import { verifySession } from '../../../verify-session.js';
import { appendTurn } from '../append/append-turn.js';
import { listAsFx } from '../listing/list-as-fx.js';

const profiles: TemporaryProfile[] = [];
function profile(): TemporaryProfile {
  const made = new TemporaryProfile();
  profiles.push(made);
  return made;
}
afterEach(() => {
  for (const made of profiles.splice(0)) made.remove();
});

describe('a copied session', () => {
  it.each(['image-input', 'result-handle', 'interrupted-command', 'subagent-parent', 'long-session'])(
    '%s: is listed, read and resumed in its new root, with everything that belongs to it',
    async (shape) => {
      const from = profile();
      const to = profile();
      const dir = from.add(shape);
      writeFileSync(join(dir, 'resume-view.bin'), 'cache', { mode: 0o600 });
      const before = readdirSync(dir, { recursive: true });
      const copied = await copySession(dir, { root: to.root });
      expect(copied.findings).toEqual([]);
      expect(copied.dir).toBe(join(to.root, basename(dir)));
      for (const name of ['events.jsonl', 'authority.json', 'display.json']) {
        expect(readFileSync(join(copied.dir, name)).equals(readFileSync(join(dir, name))), name).toBe(true);
      }
      const verdict = await verifySession(copied.dir);
      expect(verdict.readable).toEqual((await verifySession(dir)).readable);
      expect([verdict.readable.ok, verdict.listed.ok, verdict.resumable.ok]).toEqual([true, true, true]);
      expect(verdict.resumable.fromCheckpoint).toBe(true);
      const rules = verdict.findings.filter(({ severity }) => severity !== 'info').map(({ rule }) => rule);
      expect(rules.filter((rule) => rule !== 'store/usage-unused')).toEqual([]);
      const listed = await listAsFx(to.root);
      expect(listed.sessions.map(({ id }) => id)).toEqual([basename(dir)]);
      // Nothing has changed in the old place, and the caches and locks of the children stayed there.
      expect(readdirSync(dir, { recursive: true })).toEqual(before);
      expect(existsSync(join(copied.dir, 'resume-view.bin'))).toBe(false);
      expect(
        readdirSync(copied.dir, { recursive: true, encoding: 'utf8' }).filter((name) => /subagent.*\.lock$/.test(name)),
      ).toEqual([]);
      for (const name of ['tool-results', 'images', 'logs/commands']) {
        expect(existsSync(join(copied.dir, name))).toBe(existsSync(join(dir, name)));
      }
    },
  );

  it('keeps a log to the byte even where fx would have spelled it differently', async () => {
    const from = profile();
    const to = profile();
    const dir = from.add('plain-text');
    const written = await appendTurn(dir, {
      kind: 'assistant',
      user: { text: 'x', images: [] },
      assistant: 'é',
      execution: { schema_version: 3, tool_steps: [], files: [] },
    });
    const log = readFileSync(join(dir, 'events.jsonl'), 'utf8').replace('"é"', '"\\u00e9"');
    writeFileSync(join(dir, 'events.jsonl'), log);
    const watermark = join(dir, `commit.${written.boundary.generation}.json`);
    writeFileSync(watermark, readFileSync(watermark, 'utf8').replace(/\d+(?=}\n$)/, String(Buffer.byteLength(log))));
    const copied = await copySession(dir, { root: to.root });
    expect(readFileSync(join(copied.dir, 'events.jsonl'), 'utf8')).toBe(log);
    expect((await verifySession(copied.dir)).readable.ok).toBe(true);
  });

  it('leaves an uncommitted tail behind and says so; never takes the place of anything', async () => {
    const from = profile();
    const to = profile();
    const dir = from.add('multi-turn');
    appendFileSync(join(dir, 'events.jsonl'), 'tail');
    const { tailBytes, logBytes, dir: there } = await copySession(dir, { root: to.root });
    expect(tailBytes).toBe(4);
    expect(statSync(join(there, 'events.jsonl')).size).toBe(logBytes);
    await expect(copySession(dir, { root: to.root })).rejects.toMatchObject({ rule: 'write/exists' });
    mkdirSync(join(to.home, 'plain'));
    const alone = await copySession(dir, { dir: join(to.home, 'plain', basename(dir)) });
    expect((await verifySession(alone.dir)).resumable.ok).toBe(true);
    expect(readdirSync(join(to.home, 'plain'))).toEqual([basename(dir)]);
    await expect(copySession(dir, { dir: join(to.home, 'plain', 'another-name') })).rejects.toMatchObject({
      rule: 'write/id',
    });
    expect(readdirSync(join(to.home, 'plain'))).toEqual([basename(dir)]);
  });
});
