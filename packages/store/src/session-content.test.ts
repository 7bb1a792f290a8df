import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type HistoryEntry, readConversation } from '@fxlog/assembler';
import { decodeConversationFrame } from '@fxlog/format';
import { type DialectLoss, writeContent } from '@fxlog/writer/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSession } from './session.js';
import { sessionContent } from './session-content.js';
import { NEWER, SHAPES, TemporaryProfile } from './testing/fixtures.js';
import { verifySession } from './verify-session.js';

let profile: TemporaryProfile;
beforeEach(() => {
  profile = new TemporaryProfile();
});
afterEach(() => profile.remove());

/** Writes a session in another dialect; what was lost comes with it. */
async function convert(from: string, dialect: string, folder: string) {
  const losses: DialectLoss[] = [];
  const report = (loss: DialectLoss) => void losses.push(loss);
  const session = await openSession(from);
  const content = await sessionContent(session, { report });
  const dir = join(profile.home, folder, session.id);
  const { findings } = await writeContent(dialect, content, { root: join(profile.home, folder) }, { report });
  return { dir, losses, findings };
}

async function entriesOf(dir: string): Promise<HistoryEntry[]> {
  const log = (await openSession(dir)).read();
  if (!log.ok) throw new Error(log.finding.message);
  const entries: HistoryEntry[] = [];
  for await (const items of readConversation(log.path, { end: log.end, recall: true })) {
    for (const item of items) if (item.type === 'turn' || item.type === 'compaction') entries.push(item);
  }
  return entries;
}

/** What an entry says, without its place and its spelling. */
function said(entry: HistoryEntry) {
  if (entry.type === 'compaction') return { summary: entry.compaction.summary };
  const { user, steps, steering, end, files, timeMs } = entry.turn;
  return { user, steps, steering, end, files, timeMs };
}

/** The same, changed as the losses say. */
function asReported(entries: readonly HistoryEntry[], losses: readonly DialectLoss[]) {
  const changed = entries.map(said) as Record<string, unknown>[];
  for (const [at, entry] of entries.entries()) {
    if (entry.type !== 'turn' || entry.turn.end.kind !== 'running') continue;
    expect(losses.some(({ code, where }) => code === 'open-call' && where.turn === at)).toBe(true);
    const completedToolNames = entry.turn.steps.flatMap(({ results }) => results.map(({ toolName }) => toolName));
    const { text } = entry.turn.end;
    const end = { kind: 'interrupted', reason: 'failed', text, call: null, completedToolNames, cancelledCommand: null };
    changed[at] = { ...changed[at], end };
  }
  for (const { code, where } of losses) {
    const [, step, result] =
      /^\/execution\/tool_steps\/(\d+)\/tool_results\/(\d+)\/output$/.exec(where.path ?? '') ?? [];
    if (code !== 'unsure-output' || where.turn === undefined) continue;
    const turn = changed[where.turn] as { steps: { results: { isTruncated: boolean }[] }[] };
    const steps = structuredClone(turn.steps);
    (steps[Number(step)]?.results[Number(result)] as { isTruncated: boolean }).isTruncated = true;
    changed[where.turn] = { ...turn, steps };
  }
  return changed;
}

describe('an event log as a conversation log', () => {
  it.each(SHAPES.filter((shape) => shape !== 'legacy-v2'))(
    '%s passes the strict check, and comes back but for what is reported',
    async (shape) => {
      const source = profile.add(shape);
      const there = await convert(source, 'conversation-log', 'there');
      const verdict = await verifySession(there.dir);
      expect(verdict).toMatchObject({ format: 'conversation-log', readable: { ok: true }, resumable: { ok: true } });
      expect(verdict.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
      const back = await convert(there.dir, 'event-log-v1', 'back');
      expect(await verifySession(back.dir)).toMatchObject({ format: 'event-log-v1', resumable: { ok: true } });
      expect(back.losses.filter(({ code }) => code !== 'dropped-lineage')).toEqual([]);
      // A turn of a replaced history has no time of its own; in a conversation log it has that of the turn before.
      const untimed = (entries: readonly object[], as: readonly HistoryEntry[]) =>
        entries.map((entry, at) =>
          as[at]?.type === 'turn' && as[at].turn.timeMs === null ? { ...entry, timeMs: null } : entry,
        );
      const before = await entriesOf(source);
      const after = (await entriesOf(back.dir)).map(said);
      expect(untimed(after, before)).toEqual(asReported(before, there.losses));
    },
  );

  it('keeps who the session is, its title and what it has cost', async () => {
    const source = profile.add('usage-costs');
    const there = await convert(source, 'conversation-log', 'there');
    const sessions = await Promise.all([source, there.dir].map(openSession));
    const [before, after] = await Promise.all(
      sessions.map((session) => sessionContent(session, { report: () => undefined })),
    );
    expect(after?.head).toEqual(before?.head);
    expect(after?.usage).toEqual(before?.usage);
  });
});

/** Those of the newer format that fx shows. */
const CONVERSATIONS = readdirSync(join(NEWER, 'conversation-log'), { recursive: true, encoding: 'utf8' })
  .filter((name) => basename(name) === 'events.jsonl')
  .map((name) => join(NEWER, 'conversation-log', dirname(name)));

describe('a conversation log', () => {
  it.each(CONVERSATIONS)('is written again as it was, or differs as is reported: %s', async (dir) => {
    const before = await verifySession(dir);
    if (!before.readable.ok) return;
    const again = await convert(dir, 'conversation-log', 'again');
    expect(await verifySession(again.dir)).toMatchObject({ readable: { ok: true }, resumable: { ok: true } });
    if (again.losses.length > 0 || !before.resumable.ok) return;
    const frames = (path: string) =>
      readFileSync(join(path, 'events.jsonl'), 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => decodeConversationFrame(Buffer.from(`${line}\n`)));
    // Lines of older versions become lines of the newest.
    expect(frames(again.dir)).toEqual(frames(dir).map((frame) => ({ ...frame, schema_version: 3 })));
    expect((await sessionContent(await openSession(again.dir), { report: () => undefined })).head).toEqual(
      (await sessionContent(await openSession(dir), { report: () => undefined })).head,
    );
  });
});
