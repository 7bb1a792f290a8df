import { encodeLine, type LineBody, nameOfBlob } from '@fxlog/format/internal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { judgeSessionLog, SessionLogJudge } from './judge-log.js';

const AS = { sessionId: 'plum', workspace: '/orchard', parent: null, blobFault: () => null };

const CREATED: LineBody = {
  kind: 'session_created',
  id: 'plum',
  workspace: '/orchard',
  role: 'root',
  host: 'app',
  parent: null,
  forked_from: null,
};

/** The bytes of a log with these lines, the first one in front. */
function logOf(...bodies: readonly LineBody[]): Buffer {
  return Buffer.concat(
    [CREATED, ...bodies].map((body, index) => encodeLine({ seq: index + 1, timestampMs: 1000 + index, body })),
  );
}

const turn = (number: number): LineBody[] => [
  { kind: 'turn_started', turn: number },
  { kind: 'turn_committed', turn: number },
];
const title = (text: string): LineBody => ({ kind: 'set', key: 'title', value: Buffer.from(`"${text}"`), blobs: [] });

describe('judging a log', () => {
  it('finds nothing wrong with what the session manager writes', () => {
    const verdict = judgeSessionLog(logOf(title('Plums'), ...turn(1), ...turn(2), { kind: 'closed' }), AS);
    expect(verdict.scan.verdict).toBe('clean');
    expect(verdict.order).toBeNull();
    expect(verdict.open).toMatchObject({
      verdict: 'accept',
      isClosed: true,
      createdMs: 1000,
      updatedMs: 1006,
      repair: [],
    });
    expect(verdict.recover).toMatchObject({ outcome: 'ok', seq: 6 });
  });

  it('says the same wherever the bytes of a line lie', () => {
    const log = logOf(title('Plums'), ...turn(1), { kind: 'turn_started', turn: 2 });
    const change = fc.record({
      at: fc.nat({ max: log.length - 1 }),
      byte: fc.nat({ max: 255 }),
      cut: fc.nat({ max: 40 }),
    });
    fc.assert(
      fc.property(change, fc.nat({ max: 64 }), ({ at, byte, cut }, padding) => {
        const damaged = Buffer.from(log.subarray(0, log.length - cut));
        if (at < damaged.length) damaged[at] = byte;
        const judge = new SessionLogJudge(AS);
        let start = 0;
        for (let end = damaged.indexOf(10); end >= 0; end = damaged.indexOf(10, start)) {
          const elsewhere = Buffer.concat([Buffer.alloc(padding, 'x'), damaged.subarray(start, end + 1)]);
          judge.accept(elsewhere, padding, elsewhere.length, start);
          // The bytes of a line may be used again once it was taken.
          elsewhere.fill(0);
          start = end + 1;
        }
        expect(judge.end(start < damaged.length, AS)).toEqual(judgeSessionLog(damaged, AS));
      }),
      { numRuns: runs(300) },
    );
  });

  it('opens from the newest snapshot, and notices that it is wrong only when it checks', () => {
    const text = (committed: number) =>
      Buffer.from(`{"last_turn":1,"committed":${committed},"interrupted":0,"children":[],"later":1}`);
    const log = (committed: number) =>
      logOf(
        ...turn(1),
        { kind: 'snapshot', covers_seq: 3, state: text(committed), compaction_offset: null },
        ...turn(2),
      );
    expect(judgeSessionLog(log(1), AS).verify.badSnapshots).toEqual([]);
    const wrong = judgeSessionLog(log(7), AS);
    expect(wrong.open).toMatchObject({ verdict: 'accept', snapshotSeq: 4, state: { committed: 8 } });
    expect(wrong.fold.state.committed).toBe(2);
    expect(wrong.verify.badSnapshots).toMatchObject([{ rule: 'sessions-v2/snapshot-differs', seq: 4 }]);
  });

  it('asks once about a blob, and keeps only what lies before the line that names a bad one', () => {
    const missing = nameOfBlob(Buffer.from('a'));
    const item: LineBody = { kind: 'item', turn: 2, type: 'x', data: Buffer.from('{}'), blobs: [missing] };
    const asked: unknown[] = [];
    const verdict = judgeSessionLog(
      logOf(...turn(1), { kind: 'turn_started', turn: 2 }, item, item, { kind: 'turn_committed', turn: 2 }),
      {
        ...AS,
        blobFault: (name) => {
          asked.push(name);
          return 'missing';
        },
      },
    );
    expect(asked).toEqual([missing]);
    expect(verdict.verify.badBlobs.map(({ seq, fault }) => [seq, fault])).toEqual([
      [5, 'missing'],
      [6, 'missing'],
    ]);
    expect(verdict.recover).toMatchObject({ outcome: 'ok', seq: 3 });
  });

  it('leaves the children of a fork to its source', () => {
    const created: LineBody = { ...CREATED, forked_from: { id: 'pear', seq: 2 } } as LineBody;
    const spawn = (child: string): LineBody => ({ kind: 'child_spawned', child, work_id: 'w', data: null });
    const lines = [created, spawn('kid-1'), spawn('kid-2')];
    const log = Buffer.concat(lines.map((body, index) => encodeLine({ seq: index + 1, timestampMs: 1, body })));
    expect(judgeSessionLog(log, AS).fold.state.children.map(({ id }) => id)).toEqual(['kid-2']);
  });
});
