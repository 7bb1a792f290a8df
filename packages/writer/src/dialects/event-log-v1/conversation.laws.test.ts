import {
  buildEntry,
  type ConversationCompaction,
  ConversationFold,
  type ConversationTurn,
  SessionHistoryReader,
} from '@fxlog/assembler/internal';
import { decodeConversationFrame, encodeConversationFrame, type HistoryTurn } from '@fxlog/format';
import { ConversationOrder, isSegment, settleHistoryTurn } from '@fxlog/format/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import type { ClimbContext, DialectLoss } from '../../dialect.js';
import { arbitraryTurn, FILES } from '../../testing/arbitrary-turns.js';
import { LogLines } from '../conversation-log/log-lines.js';
import { turnEvents } from '../conversation-log/turn-events.js';
import { Blobs } from '../sessions-v2/blobs.js';
import { StoreLines } from '../sessions-v2/store-lines.js';
import { sessionsV2 } from '../sessions-v2/write-dialect.js';
import { fromConversation } from './from-conversation.js';
import { toConversation } from './to-conversation.js';

/** A step of the ladder with the files that a session would have, and what it reports. */
function contextOf(losses: DialectLoss[], made: ReadonlyMap<string, Uint8Array> = new Map()): ClimbContext {
  return {
    readFile: async (path) => made.get(path) ?? FILES.get(path) ?? null,
    lose: (code, path, detail) => void losses.push({ code, where: { path }, detail }),
  };
}

/** Reads lines as fx does when it opens a log for writing, and when it shows one. */
function readLines(lines: readonly Uint8Array[]): (ConversationTurn | ConversationCompaction)[] {
  const entries: (ConversationTurn | ConversationCompaction)[] = [];
  const take = (entry: ConversationTurn | ConversationCompaction) => void entries.push(entry);
  const fold = new ConversationFold({ kind: 'archive' }, { turn: take, compacted: take });
  const order = new ConversationOrder();
  for (const line of lines) {
    const frame = decodeConversationFrame(line);
    expect(Buffer.compare(encodeConversationFrame(frame), line)).toBe(0);
    expect(order.accept(frame)).toBeNull();
    expect(fold.apply(frame)).toBeNull();
  }
  fold.end();
  return entries;
}

/** A turn after it was one of a session of the newer store, whose blobs lie in memory. */
async function throughStore(turn: ConversationTurn, context: ClimbContext): Promise<ConversationTurn> {
  const bodies = new Map<string, Uint8Array>();
  const blobs = new Blobs({
    has: (path) => bodies.has(path),
    write: async (parts, bytes) => void bodies.set(parts.join('/'), bytes),
  });
  const lines = new StoreLines(blobs, 1000);
  const created = { id: 'a', workspace: '/w', role: 'root', host: 'app', parent: null, forked_from: null } as const;
  const log = [lines.line({ kind: 'session_created', ...created }), lines.begin()];
  for (const event of turnEvents(turn)) for await (const line of lines.event(event)) log.push(line);
  const shown: (ConversationTurn | ConversationCompaction)[] = [];
  const take = (entry: ConversationTurn | ConversationCompaction) => void shown.push(entry);
  const reader = new SessionHistoryReader(
    { turn: take, compacted: take },
    (name) => bodies.get(`blobs/${name}`) ?? null,
  );
  let offset = 0;
  for (const line of log) {
    reader.accept(line, 0, line.length, offset);
    offset += line.length;
  }
  expect(reader.end()).toMatchObject({ damage: null, running: null });
  const [own, ...others] = shown as ConversationTurn[];
  expect(others).toEqual([]);
  const middle = await sessionsV2.toConversation({ dialect: 'sessions-v2', turn: own as ConversationTurn }, context);
  return middle?.native.turn as ConversationTurn;
}

/** There and back; null where the entry says nothing that a conversation log could hold. */
async function roundTrip(
  turn: HistoryTurn,
  viaStore: boolean,
): Promise<{ turns: readonly HistoryTurn[]; losses: DialectLoss[] } | null> {
  const losses: DialectLoss[] = [];
  const middle = await toConversation({ dialect: 'event-log-v1', turn }, contextOf(losses));
  if (middle === null) return null;
  const { turn: own } = middle.native;
  if ('end' in own && own.end === null) throw new TypeError('A turn that has an end comes with it.');
  const lines = [...new LogLines(1000).linesOf(own as ConversationTurn, 2000)].map(({ line }) => line);
  const [read, ...others] = readLines(lines);
  expect(others).toEqual([]);
  for (const path of middle.files.keys()) expect(path.split('/').every(isSegment)).toBe(true);
  // A summary is a line of its own in every format.
  const isTurn = read !== undefined && 'end' in read;
  const last = viaStore && isTurn ? await throughStore(read, contextOf(losses, middle.files)) : read;
  const native = { dialect: 'conversation-log', turn: last as ConversationTurn } as const;
  const { turns } = await fromConversation(native, contextOf(losses, middle.files));
  return { turns, losses };
}

const NOWHERE = { seq: 1, offset: 0, length: 0 };

/** What a turn says, whatever it is written in. */
function said(turn: HistoryTurn): unknown {
  const entry = buildEntry(turn, 0, NOWHERE, null);
  if (entry.type === 'compaction') return { summary: entry.compaction.summary };
  const { user, steps, steering, end, files } = entry.turn;
  // Where the copy of an image lies follows from its bytes, and is settled when the session is written.
  const images = user.images.map(({ id, path, mediaType }) => ({ id, path, mediaType }));
  return { user: { ...user, images }, steps, steering, end, files };
}

/** JSON Pointers to what differs. */
function differences(before: unknown, after: unknown, path = ''): string[] {
  if (Object.is(before, after)) return [];
  if (isTree(before) && isTree(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => differences(before[key], after[key], `${path}/${key}`));
  }
  return [path];
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
}

/** The part of a turn that a loss is about, as far as its words go. */
function partOf({ code, where: { path = '' } }: DialectLoss): string {
  const [, step, result] = /^\/(?:execution\/tool_steps|steps)\/(\d+)(?:\/(?:tool_)?results\/(\d+))?/.exec(path) ?? [];
  if (code === 'unsure-output') return `/steps/${step}/results/${result}/isTruncated`;
  // Without a step those behind it move up, and without a file those.
  if (code === 'dropped-record') return step === undefined ? '/files' : '/steps';
  if (step !== undefined) return `/steps/${step}`;
  if (path.startsWith('/execution/files')) return '/files';
  if (path.startsWith('/user')) return '/user';
  return path === '/summary' ? path : '/end';
}

describe('a turn of an event log', () => {
  it.each([
    ['a conversation log', false],
    ['a conversation log, and then of a session of the newer store', true],
  ])('is the same after it was one of %s, but for what is reported', async (_what, viaStore) => {
    await fc.assert(
      fc.asyncProperty(arbitraryTurn, async (turn) => {
        const trip = await roundTrip(turn, viaStore);
        if (trip === null) {
          expect(turn).toMatchObject({ kind: 'compacted_summary', summary: '' });
          return;
        }
        const [back, ...others] = trip.turns;
        expect(others).toEqual([]);
        const parts = trip.losses.map(partOf);
        const unreported = differences(said(turn), said(back as HistoryTurn)).filter(
          (path) => !parts.some((part) => path === part || path.startsWith(`${part}/`)),
        );
        expect(unreported).toEqual([]);
        expect(settleHistoryTurn(structuredClone(back as HistoryTurn), '')).toBeNull();
      }),
      { numRuns: runs(2000) },
    );
  });
});
