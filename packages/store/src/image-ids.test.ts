/** Two images with one number, for which fx refuses every prompt: named in every format, mended by whatever writes (model-view §6.2). */
import { chmodSync, cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readConversation, type Turn } from '@fxlog/assembler';
import { encodeLine, readLine } from '@fxlog/format/internal';
import { sha256Hex, writeContent } from '@fxlog/writer/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { appendConversationTurn } from './dialects/conversation-log/append/append-turn.js';
import { rewriteSession } from './dialects/event-log-v1/rewrite/rewrite-session.js';
import { appendStoreTurn } from './dialects/sessions-v2/append/append-turn.js';
import { repairSession } from './repair/repair-session.js';
import { openSession } from './session.js';
import { sessionContent } from './session-content.js';
import { NEWER, setModes, TemporaryProfile } from './testing/fixtures.js';
import { verifySession } from './verify-session.js';

let profile: TemporaryProfile;
beforeEach(() => {
  profile = new TemporaryProfile();
});
afterEach(() => profile.remove());

type Place = 'in another turn' | 'in one prompt';
const PLACES: readonly Place[] = ['in another turn', 'in one prompt'];

function layOut(path: string, below = ''): string {
  const dir = join(profile.root, below, basename(path));
  cpSync(path, dir, { recursive: true });
  setModes(dir);
  return dir;
}

/** A session of fx whose first turn has image 1, its second one 2 and 3, with the number of one changed. */
function eventLog(place: Place): string {
  const shape = join(NEWER, '../conformance/model-view/image-native');
  const id = readdirSync(shape).find((name) => /^\d+-/.test(name)) ?? '';
  const dir = layOut(join(shape, id));
  const [from, to] = place === 'in another turn' ? [2, 1] : [3, 2];
  const log = join(dir, 'events.jsonl');
  const text = readFileSync(log, 'utf8')
    .replaceAll(`"id":${from},`, `"id":${to},`)
    .replaceAll(`images/image-${from}-`, `images/image-${to}-`);
  writeFileSync(log, text);
  for (const name of readdirSync(join(dir, 'images'))) {
    const path = join(dir, 'images', name);
    renameSync(path, path.replace(`image-${from}-`, `image-${to}-`));
  }
  // Its history is that of the log as it was.
  rmSync(join(dir, 'checkpoint.json'));
  return dir;
}

const TWICE = /"images":\[(\{.*?\})\]/;

function conversation(place: Place): string {
  const dir = layOut(join(NEWER, 'conversation-log/images/orchard_0011'));
  const log = join(dir, 'events.jsonl');
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  const later = lines.map((line) => line.replace(/"seq":(\d+)/, (_, seq) => `"seq":${Number(seq) + lines.length}`));
  const all =
    place === 'in another turn' ? [...lines, ...later] : [lines.join('\n').replace(TWICE, '"images":[$1,$1]')];
  writeFileSync(log, `${all.join('\n')}\n`);
  return dir;
}

function storeSession(place: Place): string {
  const dir = layOut(join(NEWER, 'sessions-v2/images/v2/orchard_0957'), 'v2');
  const log = join(dir, 'log.jsonl');
  const lines = readFileSync(log, 'utf8')
    .split(/(?<=\n)/)
    .map((line) => readLine(Buffer.from(line)));
  const made: Uint8Array[] = [];
  for (let copy = 1; copy <= (place === 'in another turn' ? 2 : 1); copy++) {
    for (const line of lines) {
      const { timestampMs } = line;
      const body = line.body();
      if (body === null || body.kind === 'closed' || body.kind === 'snapshot') continue;
      const isTurned = 'turn' in body && body.turn !== null;
      if (copy > 1 && !isTurned) continue;
      const own = isTurned ? { ...body, turn: copy } : body;
      if (place === 'in one prompt' && own.kind === 'item' && own.type === 'user') {
        const data = Buffer.from(
          Buffer.from(own.data as Uint8Array)
            .toString()
            .replace(TWICE, '"images":[$1,$1]'),
        );
        made.push(encodeLine({ seq: made.length + 1, timestampMs, body: { ...own, data } }));
      } else made.push(encodeLine({ seq: made.length + 1, timestampMs, body: own }));
    }
  }
  writeFileSync(log, Buffer.concat(made));
  return dir;
}

const MAKERS = { 'event-log-v1': eventLog, 'conversation-log': conversation, 'sessions-v2': storeSession } as const;
const FORMATS = Object.keys(MAKERS) as (keyof typeof MAKERS)[];
const CASES = FORMATS.flatMap((format) => PLACES.map((place) => ({ format, place })));

async function turnsOf(dir: string): Promise<Turn[]> {
  const log = (await openSession(dir)).read();
  if (!log.ok) throw new Error(log.finding.message);
  const turns: Turn[] = [];
  for await (const items of readConversation(log.source, { ...log })) {
    for (const item of items) if (item.type === 'turn') turns.push(item.turn);
  }
  return turns;
}

const idsOf = (turns: readonly Turn[]): string[] =>
  turns.flatMap(({ user }) => user.images.map(({ id }) => String(id)));

/** The pictures of a session, each by its digest; null for one whose copy is not there. */
async function picturesOf(dir: string): Promise<(string | null)[]> {
  const session = await openSession(dir);
  return (await turnsOf(dir)).flatMap(({ user }) =>
    user.images.map(({ snapshotPath, snapshotSha256 }) => {
      if (snapshotPath === null) return String(snapshotSha256);
      const read = session.image(String(snapshotPath));
      return read.ok ? sha256Hex(read.bytes) : null;
    }),
  );
}

async function rulesOf(dir: string): Promise<string[]> {
  return (await verifySession(dir)).findings.map(({ rule }) => rule);
}

/** Every image has a number of its own and its picture; nothing else has changed. */
async function expectMended(dir: string, source: string): Promise<void> {
  const ids = idsOf(await turnsOf(dir));
  expect(new Set(ids).size).toBe(ids.length);
  expect(await picturesOf(dir)).toEqual(await picturesOf(source));
  const { findings, resumable } = await verifySession(dir);
  expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  expect(resumable.ok).toBe(true);
}

describe.each(CASES)('an image of $format with the number of one $place', ({ format, place }) => {
  it('is a warning', async () => {
    const dir = MAKERS[format](place);
    const ids = idsOf(await turnsOf(dir));
    expect(new Set(ids).size).toBe(ids.length - 1);
    const said = (await verifySession(dir)).findings.filter(({ rule }) => rule === 'store/image-id');
    expect(said).toMatchObject([{ severity: 'warning', fxError: 'DuplicateImageId' }]);
    expect(await picturesOf(dir)).not.toContain(null);
  });

  it('gets a number of its own when the session is repaired', async () => {
    const dir = MAKERS[format](place);
    const before = readFileSync(join(dir, format === 'sessions-v2' ? 'log.jsonl' : 'events.jsonl'));
    const report = await repairSession(dir, { folder: join(profile.home, 'repaired') });
    expect(report.status).toBe('repaired');
    await expectMended(report.dir ?? '', dir);
    expect((await repairSession(report.dir ?? '', null, { dryRun: true })).status).toBe('nothing-to-do');
    expect(readFileSync(join(dir, format === 'sessions-v2' ? 'log.jsonl' : 'events.jsonl'))).toEqual(before);
  });

  it.each(FORMATS)('gets a number of its own when the session becomes one of %s', async (dialect) => {
    const dir = MAKERS[format](place);
    const codes: string[] = [];
    const report = ({ code }: { readonly code: string }) => void codes.push(code);
    const content = await sessionContent(await openSession(dir), { report });
    const written = await writeContent(dialect, content, { root: join(profile.home, 'out') }, { report });
    await expectMended(written.dir, dir);
    if (dialect !== 'event-log-v1') expect(codes).toContain('renamed-id');
  });
});

describe.each(PLACES)('an image of an event log with the number of one %s', (place) => {
  it.each([{}, { compact: true }, { rebind: '/home/ann/elsewhere' }])(
    'gets its own in a rewritten log: %j',
    async (change) => {
      const dir = eventLog(place);
      const { dir: written, findings } = await rewriteSession(dir, { root: join(profile.home, 'rewritten') }, change);
      expect(findings).toMatchObject([{ rule: 'store/image-id', severity: 'info' }]);
      await expectMended(written, dir);
      expect(await rulesOf(written)).not.toContain('store/artifact-missing');
    },
  );

  it('gets its own where the new log takes the place of the old one', async () => {
    const dir = eventLog(place);
    const source = join(profile.home, 'source', basename(dir));
    cpSync(dir, source, { recursive: true });
    setModes(dirname(source));
    await rewriteSession(dir, 'replace', { compact: true });
    await expectMended(dir, source);
  });
});

describe('a turn that is appended', () => {
  it.each([
    { append: appendConversationTurn, make: () => layOut(join(NEWER, 'conversation-log/images/orchard_0011')) },
    { append: appendStoreTurn, make: () => layOut(join(NEWER, 'sessions-v2/images/v2/orchard_0957'), 'v2') },
  ])('gets images with numbers that the session does not have', async ({ append, make }) => {
    const dir = make();
    for (const name of readdirSync(dir)) if (name.endsWith('.jsonl')) chmodSync(join(dir, name), 0o600);
    const session = await openSession(dir);
    const [turn] = await turnsOf(dir);
    if (turn === undefined) throw new Error('The session has no turn.');
    await append(dir, turn, { readFile: async (path) => session.attachment(path), recover: true });
    expect(idsOf(await turnsOf(dir))).toEqual(['1', '2']);
    expect(await rulesOf(dir)).not.toContain('store/image-id');
  });
});
