import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findSessions } from '../inputs/find-sessions.js';
import { type TestEntry, tarOf, zipOf } from '../testing/archives.js';
import { sessionFiles, TestDirectory } from '../testing/sessions.js';
import { type ListedSession, listSession, listText, readShard } from './shard-list.js';

let place: TestDirectory;
beforeEach(() => {
  place = new TestDirectory();
});
afterEach(() => place.remove());

const SESSIONS = 12;
/** A path so long that a tar says it in a header of its own, before that of the entry. */
const FOLDER = `store/${'long/'.repeat(30)}sessions`;
const HEADER_BYTES = 512;
const SIGNATURE_BYTES = 4;

function entries(): TestEntry[] {
  return Array.from({ length: SESSIONS }, (_, i) => sessionFiles('one-tool-call', i)).flatMap(({ id, files }) => [
    { name: `${FOLDER}/${id}`, type: 'directory' as const, mode: 0o750 },
    ...[...files].map(([name, content]) => ({ name: `${FOLDER}/${id}/${name}`, content })),
  ]);
}

async function listed(archive: string): Promise<ListedSession[]> {
  const sessions: ListedSession[] = [];
  for await (const input of findSessions([archive], { isWanted: () => false })) {
    sessions.push(await listSession(input, '/'));
    await input.release();
  }
  return sessions;
}

/** What a worker gets of a shard: the files of each session, by their paths, and what was said of it. */
async function read(shard: readonly ListedSession[]) {
  const list = place.file('list.jsonl', listText(shard));
  const sessions: Record<string, unknown> = {};
  for await (const input of readShard(list, new AbortController().signal)) {
    const { path } = await input.open();
    const names = readdirSync(path, { recursive: true, withFileTypes: true }).filter((name) => name.isFile());
    const files = names.map((name) => [name.name, readFileSync(join(name.parentPath, name.name), 'latin1')]);
    sessions[input.key] = { files: files.sort(), findings: input.findings, refused: input.refused };
    await input.release();
  }
  return sessions;
}

/** Makes a tar unreadable but for where some sessions lie. Its first header says that it is one. */
function spoilTar(tar: Buffer, shard: readonly ListedSession[]): void {
  const start = Math.min(...shard.map(({ span }) => span?.start ?? 0));
  const end = Math.max(...shard.map(({ span }) => span?.end ?? tar.length));
  expect(end - start).toBeLessThan(tar.length / 2);
  tar.fill(0xff, HEADER_BYTES, start).fill(0xff, end);
}

/** Makes the content of a zip unreadable but for that of some sessions. */
function spoilZip(zip: Buffer, shard: readonly ListedSession[]): void {
  const contents = zip.indexOf('PK\x01\x02', 0, 'latin1');
  for (let at = 0; at < contents; ) {
    const next = zip.indexOf('PK\x03\x04', at + 4, 'latin1');
    const end = next === -1 || next > contents ? contents : next;
    const isWanted = shard.some(({ origin }) => zip.subarray(at, end).includes(`${origin.entry}`));
    if (!isWanted) zip.fill(0xff, at + SIGNATURE_BYTES, end);
    at = end;
  }
}

it.each([
  ['tar', tarOf, spoilTar],
  ['zip', async (all: TestEntry[]) => zipOf(all), spoilZip],
] as const)('reads of a %s nothing but where the sessions of its shard lie', async (kind, pack, spoil) => {
  const bytes = await pack(entries());
  const archive = place.file(`archive.${kind}`, bytes);
  const all = await listed(archive);
  expect(all).toHaveLength(SESSIONS);
  for (const shard of [all.slice(0, 4), all.slice(4, 8), all.slice(9), all.slice(5, 6)]) {
    place.file(`archive.${kind}`, bytes);
    const whole = await read(shard);
    expect(Object.keys(whole)).toEqual(shard.map(({ key }) => key));
    const spoilt = Buffer.from(bytes);
    spoil(spoilt, shard);
    place.file(`archive.${kind}`, spoilt);
    expect(await read(shard)).toEqual(whole);
    const expected = sessionFiles('one-tool-call', all.indexOf(shard[0] as ListedSession)).files.get('events.jsonl');
    expect(JSON.stringify(Object.values(whole)[0])).toContain(JSON.stringify(expected?.toString('latin1')));
  }
});
