import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ConversationCompaction,
  ConversationFold,
  type ConversationLogTurn,
  type ConversationTurn,
  judgeSessionLog,
  SessionHistoryReader,
} from '@fxlog/assembler/internal';
import { decodeConversationFrame, type HistoryTurn } from '@fxlog/format';
import type { ConversationPayload } from '@fxlog/format/internal';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFull, runs } from '#test/runs';
import { checkStoreSession } from '../../../../../test/crash/check-store-session.js';
import type { DialectLoss, SessionContent } from '../../dialect.js';
import { ImageNumbers } from '../../image-numbers.js';
import { arbitraryTurn, FILES } from '../../testing/arbitrary-turns.js';
import { sampleContent } from '../../testing/sample-content.js';
import { SAMPLE_ID } from '../../testing/sample-session.js';
import { writeContent } from '../../write-content.js';
import { LogLines } from '../conversation-log/log-lines.js';
import { noResult } from '../conversation-log/whole-turn.js';
import { toConversation } from '../event-log-v1/to-conversation.js';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'fxlog-store-'));
});
// A hundred thousand files take a while to go.
afterEach(() => rmSync(base, { recursive: true, force: true }), 300_000);

type Shown = ConversationTurn | ConversationCompaction;

const said = (text: string): ConversationPayload<'assistant'> => ({
  text,
  provider_replay: null,
  standalone_response: false,
});
const turnOf = (text: string): ConversationLogTurn['turn'] => ({
  user: { text, images: [], work_id: null },
  steps: [],
  steering: [],
  end: { kind: 'completed', assistant: said(`answer ${text}`), payload: { files: [], turn_summary: null } },
});

/** A turn with one call, whose output lies in a file. */
function turnWithOutput(call_id: string, artifact_ref: string, bytes: number): ConversationLogTurn['turn'] {
  const call = {
    call_id,
    tool_name: 'shell',
    arguments_json: '{}',
    argument_integrity: 'valid',
    provisional_id: null,
    provider_result: null,
    final_identity: 'valid',
    provenance: 'fx_local',
  } as const;
  const results = [{ ...noResult(call, new Map()), artifact_ref, output_bytes: bytes, stored_bytes: bytes }];
  return { ...turnOf('x'), steps: [{ assistant: null, calls: [call], results }] } as ConversationLogTurn['turn'];
}

function contentOf(turns: readonly ConversationLogTurn['turn'][], rest: Partial<SessionContent> = {}): SessionContent {
  const items = turns.map((turn) => ({
    native: { dialect: 'conversation-log' as const, turn },
    timeMs: 1790000000000,
    language: null,
    usage: null,
  }));
  return { ...sampleContent(), lateFiles: () => [], permissions: null, usage: null, ...rest, items };
}

async function write(content: SessionContent) {
  const losses: DialectLoss[] = [];
  const written = await writeContent(
    'sessions-v2',
    content,
    { root: join(base, 'sessions') },
    {
      report: (loss) => losses.push(loss),
    },
  );
  const log = readFileSync(join(written.dir, 'log.jsonl'));
  const readBlob = (name: string) => readFileSync(join(written.dir, 'blobs', name));
  return {
    ...written,
    losses,
    log,
    readBlob,
    get lines() {
      const texts = log.toString().split('\n').slice(0, -1);
      return texts.map((line) => JSON.parse(line));
    },
  };
}

/** What fx shows of a log. */
function shownOf(log: Uint8Array, readBlob: (name: string) => Uint8Array): Shown[] {
  const shown: Shown[] = [];
  const take = (entry: Shown) => void shown.push(entry);
  const reader = new SessionHistoryReader({ turn: take, compacted: take }, readBlob);
  const bytes = Buffer.from(log);
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at) + 1;
    reader.accept(bytes, at, end, at);
    at = end;
  }
  expect(reader.end()).toMatchObject({ damage: null, running: null, answeredCalls: 0 });
  return shown;
}

/** The same turns as a conversation log gives them back. */
function asConversation(turns: readonly ConversationTurn[]): Shown[] {
  const shown: Shown[] = [];
  const take = (entry: Shown) => void shown.push(entry);
  const fold = new ConversationFold({ kind: 'archive' }, { turn: take, compacted: take });
  const lines = new LogLines(1000);
  for (const turn of turns) {
    for (const { line } of lines.linesOf(turn, 2000)) fold.apply(decodeConversationFrame(line));
  }
  fold.end();
  return shown;
}

describe('writeContent as a session of the newer store', () => {
  it('writes every kind of file as fx does, and lies below the root in the folder of the store', async () => {
    const { dir, lines, losses } = await write(sampleContent());
    expect(dir).toBe(join(base, 'sessions/v2', SAMPLE_ID));
    checkStoreSession(dir);
    expect(statSync(join(base, 'sessions/v2')).mode & 0o777).toBe(0o700);
    expect(lines.slice(0, 4).map(({ kind, key }) => key ?? kind)).toEqual([
      'session_created',
      'prefs',
      'title',
      'language',
    ]);
    expect(lines.at(-1)).toMatchObject({ kind: 'closed' });
    const moved = lines.find(({ key }) => key === 'moved_files');
    const map = JSON.parse(readFileSync(join(dir, 'blobs', moved.value.map), 'utf8'));
    expect(Object.keys(map)).toContain('artifacts/web-fetch/page.bin');
    expect(losses.filter(({ code }) => code === 'dropped-record')).toEqual([]);
  });

  it('shows the turns of an event log as a conversation log shows them', async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryTurn, { minLength: 1, maxLength: 3 }), async (history: HistoryTurn[]) => {
        const middle: ConversationTurn[] = [];
        const numbers = new ImageNumbers();
        for (const turn of history) {
          const climbed = await toConversation(
            { dialect: 'event-log-v1', turn },
            { readFile: async (path) => FILES.get(path) ?? null, lose: () => undefined },
          );
          const own = climbed?.native.turn;
          if (own === undefined || !('end' in own) || own.end === null) continue;
          const user = { ...own.user, images: [...numbers.settle(own.user.images)] };
          middle.push({ ...own, user });
        }
        const head = { ...sampleContent().head, id: `session-${number++}` };
        const { log, readBlob, dir } = await write(
          contentOf(middle, { head, readFile: async (path) => FILES.get(path) ?? null }),
        );
        checkStoreSession(dir);
        expect(shownOf(log, readBlob)).toEqual(asConversation(middle));
        const verdict = judgeSessionLog(log, {
          sessionId: head.id,
          workspace: head.workspaceRoot,
          parent: null,
          blobFault: () => null,
        });
        // Null: the session manager could have written all of it.
        expect(verdict).toMatchObject({ scan: { verdict: 'clean' }, open: { verdict: 'accept' }, order: null });
      }),
      { numRuns: runs(200) },
    );
  });

  it('puts a piece over 256 KiB into a blob, and a snapshot about every 64 KiB', async () => {
    const long = 'x'.repeat(300_000);
    const turns = [turnOf(long), ...Array.from({ length: 200 }, (_, index) => turnOf(`${index} ${'y'.repeat(500)}`))];
    const { lines, log, readBlob } = await write(contentOf(turns));
    const [user] = lines.filter(({ type }) => type === 'user');
    expect(user.data).toEqual({ $blob: user.blobs[0] });
    expect(shownOf(log, readBlob)).toHaveLength(201);
    const snapshots = lines.filter(({ kind }) => kind === 'snapshot');
    expect(snapshots.length).toBeGreaterThan(1);
    for (const { seq, covers_seq } of snapshots) expect(covers_seq).toBe(seq - 1);
    expect(snapshots.at(-1).state).toMatchObject({ open_turn: null, interrupted: 0, children: [] });
  });

  it('lets a summary stand for the turns that it covers, with a snapshot behind it', async () => {
    const summary = { summary: 'So far.', removedTurns: 1, compactions: 1, coveredTurns: 1 };
    const { lines, log, readBlob } = await write(contentOf([turnOf('1'), turnOf('2'), summary as never, turnOf('3')]));
    const at = lines.findIndex(({ kind }) => kind === 'compacted');
    expect(lines[at].data).toEqual({
      summary: 'So far.',
      removed_turn_count: 1,
      compaction_count: 1,
      keep_from_turn: 2,
    });
    expect(lines[at + 1]).toMatchObject({
      kind: 'snapshot',
      state: { committed: 2, last_compaction_seq: lines[at].seq },
    });
    // It is read as it was written.
    expect(shownOf(log, readBlob)[2]).toMatchObject({ summary: 'So far.', removedTurns: 2, coveredTurns: 1 });
  });

  it('never lets time go back', async () => {
    const items = [5, 3, 9].map((seconds) => ({
      native: { dialect: 'conversation-log' as const, turn: turnOf(String(seconds)) },
      timeMs: 1790000000000 + seconds,
      language: null,
      usage: null,
    }));
    const { lines } = await write({ ...contentOf([]), items });
    const times = lines.map(({ ts }) => ts);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it.each(['../up', 'a/b', '.hidden', 'index.lock', 'x'.repeat(300)])(
    'gives a session whose id is %j one of its own, and says so',
    async (id) => {
      const { head } = sampleContent();
      const written = await write(contentOf([turnOf('1')], { head: { ...head, id } }));
      expect(written.id).toMatch(/^[A-Za-z0-9_-]{12}$/);
      expect(written.losses).toContainEqual(expect.objectContaining({ code: 'renamed-id' }));
      expect(readdirSync(base)).toEqual(['sessions']);
    },
  );

  it('keeps many outputs, each under its hash, and holds one at a time', async () => {
    // Each of them is flushed to the disk.
    const count = isFull ? 10_000 : 1_010;
    const outputs = (index: number) => Buffer.from(`output ${index}`);
    function* items() {
      for (let index = 0; index < count; index++) {
        const turn = turnWithOutput(`call-${index}`, `out-${index}.txt`, outputs(index).length);
        yield { native: { dialect: 'conversation-log' as const, turn }, timeMs: index, language: null, usage: null };
      }
    }
    const asked: string[] = [];
    const blobsBeingWritten = () => {
      const store = join(base, 'sessions/v2');
      const [staging = ''] = readdirSync(store);
      return readdirSync(join(store, staging, 'blobs')).length;
    };
    const { dir, findings, log } = await write({
      ...contentOf([]),
      items: items(),
      readFile: async (path) => {
        // Whatever was asked for before lies on the disk by now, and need not be in memory.
        if (asked.length % 1000 === 999) expect(blobsBeingWritten()).toBe(asked.length);
        asked.push(path);
        return outputs(Number(/out-(\d+)/.exec(path)?.[1]));
      },
    });
    expect(findings).toEqual([]);
    expect(asked).toHaveLength(count);
    // And one that says where each of them went.
    expect(readdirSync(join(dir, 'blobs'))).toHaveLength(count + 1);
    const moved = /"key":"moved_files","value":\{"map":"([0-9a-f]{64})"/.exec(log.toString())?.[1];
    const map = JSON.parse(readFileSync(join(dir, 'blobs', moved ?? ''), 'utf8'));
    for (const index of [0, 1, count - 1]) {
      expect(readFileSync(join(dir, 'blobs', map[`tool-results/out-${index}.txt`]))).toEqual(outputs(index));
    }
  }, 1_200_000);

  it.each(['../../etc/passwd', '/etc/passwd', 'a/../../b', '..', 'x\u0000y', '__proto__'])(
    'looks for no file outside of a session where a turn names %j',
    async (handle) => {
      const asked: string[] = [];
      const { dir, findings } = await write({
        ...contentOf([turnWithOutput('a', handle, 7)]),
        readFile: async (path) => {
          asked.push(path);
          return Buffer.from('outputs');
        },
      });
      // A name that is strange and leads nowhere is that of a file.
      const isName = handle === '__proto__';
      expect(asked).toEqual(isName ? ['tool-results/__proto__'] : []);
      expect(findings.map(({ rule }) => rule)).toEqual(isName ? [] : ['write/handle']);
      checkStoreSession(dir);
      expect(readdirSync(base)).toEqual(['sessions']);
      expect(readdirSync(dir).sort()).toEqual(isName ? ['blobs', 'lock', 'log.jsonl'] : ['lock', 'log.jsonl']);
    },
  );

  it('never touches what lies there already', async () => {
    mkdirSync(join(base, 'sessions/v2', SAMPLE_ID), { recursive: true });
    await expect(write(contentOf([turnOf('1')]))).rejects.toMatchObject({ rule: 'write/exists' });
    expect(readdirSync(join(base, 'sessions/v2', SAMPLE_ID))).toEqual([]);
  });
});
