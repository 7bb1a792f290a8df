import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { spanOver } from '../inputs/archive-entry.js';
import { archiveFormatOf, FORMAT_PREFIX_BYTES } from '../inputs/archive-format.js';
import { type ArchivePart, archiveSessions } from '../inputs/archive-sessions.js';
import { readPrefix } from '../inputs/directory-sessions.js';
import { DEFAULT_LIMITS } from '../inputs/input-limits.js';
import { Spool } from '../inputs/spool.js';
import { bigintAsText, readLines } from '../job/line-file.js';
import type { SessionInput } from '../model/session-input.js';

/** A session in the list of a shard: all that is known of it without reading it. */
export interface ListedSession
  extends Pick<SessionInput, 'key' | 'kind' | 'origin' | 'bytes' | 'findings' | 'refused' | 'span'> {
  /** Absolute path of the session directory or log, or of the archive that holds it. */
  readonly path: string;
}

/** What a shard has to know of a session. */
export async function listSession(input: SessionInput, cwd: string): Promise<ListedSession> {
  const { key, kind, origin, bytes, findings, refused, span } = input;
  const isPlain = origin.type !== 'archive' && refused === undefined;
  const path = isPlain ? (await input.open()).path : resolve(cwd, origin.path);
  return {
    ...{ key, kind, origin, bytes, findings, path },
    ...(refused !== undefined && { refused }),
    ...(span !== undefined && { span }),
  };
}

/** The sessions of a list, one a line. */
export function listText(sessions: readonly ListedSession[]): string {
  return sessions.map((session) => `${JSON.stringify(session, bigintAsText)}\n`).join('');
}

/** The sessions of a list, ready to be processed, in their order. */
export async function* readShard(list: string, signal: AbortSignal): AsyncGenerator<SessionInput, void, undefined> {
  const spool = { made: null as Spool | null };
  try {
    let together: ListedSession[] = [];
    for await (const session of readList(list)) {
      const [first] = together;
      if (first !== undefined && !isSameArchive(first, session)) {
        yield* inputsOf(together, spool, signal);
        together = [];
      }
      together.push(session);
    }
    yield* inputsOf(together, spool, signal);
  } finally {
    spool.made?.end();
  }
}

/** The sessions of a list as they are listed. */
export async function* readList(list: string): AsyncGenerator<ListedSession, void, undefined> {
  const file = await open(list, 'r');
  try {
    for await (const { text } of readLines(file)) yield JSON.parse(text);
  } finally {
    await file.close();
  }
}

function isSameArchive(a: ListedSession, b: ListedSession): boolean {
  return isInArchive(a) && isInArchive(b) && a.path === b.path && a.origin.path === b.origin.path;
}

function isInArchive({ origin, refused }: ListedSession): boolean {
  return origin.type === 'archive' && refused === undefined;
}

async function* inputsOf(
  sessions: readonly ListedSession[],
  spool: { made: Spool | null },
  signal: AbortSignal,
): AsyncGenerator<SessionInput, void, undefined> {
  const [first] = sessions;
  if (first === undefined) return;
  if (isInArchive(first)) {
    spool.made ??= Spool.create(DEFAULT_LIMITS.maxWaitingBytes);
    yield* fromArchive(first, sessions, spool.made, signal);
    return;
  }
  for (const { path, ...session } of sessions) {
    yield { ...session, open: () => Promise.resolve({ path, copied: false }), release: () => Promise.resolve() };
  }
}

/** Reads of an archive no more than where the sessions lie; of a compressed tar, all as far as the last of them. */
async function* fromArchive(
  { path, origin }: ListedSession,
  sessions: readonly ListedSession[],
  spool: Spool,
  signal: AbortSignal,
): AsyncGenerator<SessionInput, void, undefined> {
  const left = new Map(sessions.map((session) => [`${origin.path}!/${session.origin.entry ?? ''}`, session]));
  const format = archiveFormatOf(readPrefix(path, FORMAT_PREFIX_BYTES));
  if (format !== null) {
    const isWanted = (key: string) => left.has(key);
    const source = { name: origin.path, path, format, part: partOf(sessions) };
    const found = archiveSessions(source, spool, DEFAULT_LIMITS, { isWanted, signal });
    for await (const input of found) {
      const listed = left.get(input.key);
      if (listed === undefined) {
        await input.release();
        continue;
      }
      left.delete(input.key);
      yield { ...input, key: listed.key, findings: [...input.findings, ...added(listed, input)] };
      if (left.size === 0) return;
    }
  }
  for (const listed of left.values()) yield gone(listed);
}

function partOf(sessions: readonly ListedSession[]): ArchivePart {
  const isKnown = sessions.every(({ span }) => span !== undefined);
  const span = sessions.reduce<ArchivePart['span']>((all, session) => spanOver(all, session.span ?? null), null);
  return { entries: new Set(sessions.map(({ origin }) => origin.entry ?? '')), span: isKnown ? span : null };
}

/** What was said of a session when all were listed, beyond what its archive tells. */
function added({ findings }: ListedSession, input: SessionInput): SessionInput['findings'] {
  const known = new Set(input.findings.map((finding) => JSON.stringify(finding)));
  return findings.filter((finding) => !known.has(JSON.stringify(finding)));
}

function gone({ path: _, ...listed }: ListedSession): SessionInput {
  return {
    ...listed,
    refused: {
      status: 'failed',
      rule: 'batch/input-unreadable',
      reason: 'It was in the archive when the job began, and is not there now.',
    },
    open: () => Promise.reject(new RangeError('it is gone')),
    release: () => Promise.resolve(),
  };
}
