import {
  judgeSessionLog,
  type OpenVerdict,
  type RepairLine,
  type ScanVerdict,
  SessionHistoryReader,
  type SessionLogVerdict,
} from '@fxlog/assembler/internal';
import { FrameError } from '@fxlog/format';
import { type BlobReader, encodeSessionState, readBlob, type SessionV2State } from '@fxlog/format/internal';
import { describeTurn } from './conversation-logs.js';
import type { Corpus } from './corpus.js';
import type { Row } from './row.js';
import { compare } from './verdict.js';

/** One whole log of a session in `sessions/v2/`: what fx makes of it when it opens, checks, folds, recovers and shows the session. */
export const v2Logs: Corpus = {
  name: 'v2-logs',
  check(row) {
    const log = row.bytes('log_b64');
    const blobs = blobsOf(row);
    const verdict = judgeSessionLog(log, {
      sessionId: row.string('session_id'),
      workspace: row.string('opened_in'),
      parent: row.has('opened_with_parent') ? row.string('opened_with_parent') : null,
      blobFault: (name) => {
        const found = readBlob(name, (blob) => blobs.get(blob) ?? null);
        return typeof found === 'string' ? found : null;
      },
    });
    const found = {
      verdict: verdict.open.verdict,
      error: verdict.open.verdict === 'reject' ? verdict.open.error : undefined,
      open: openOf(verdict.open),
      scan: scanOf(verdict.scan),
      tail: scanOf(verdict.tail),
      verify: verifyOf(verdict),
      fold: foldOf(verdict.fold),
      order: verdict.order === null ? { ok: true } : orderOf(verdict.order),
      recover: verdict.recover,
      history: historyOf(log, (blob) => blobs.get(blob) ?? null),
    };
    return Object.entries(found).flatMap(([key, value]) => compare(key, inOrder(row.value(key)), inOrder(value)));
  },
};

function blobsOf(row: Row): Map<string, Uint8Array> {
  const entries = Object.entries((row.value('blobs') ?? {}) as Record<string, string>);
  return new Map(entries.map(([name, base64]) => [name, Buffer.from(base64, 'base64')]));
}

function openOf(open: OpenVerdict): object {
  if (open.verdict === 'reject') {
    return { verdict: 'reject', error: open.error, damaged_at: open.damagedAt, cut_at: open.cutAt };
  }
  return {
    verdict: 'accept',
    cut_at: open.cutAt,
    state: foldOf(open),
    snapshot_seq: open.snapshotSeq ?? undefined,
    created_ms: open.createdMs,
    updated_ms: open.updatedMs,
    repair: open.repair.map(repairOf).join(''),
  };
}

/** The lines that fx would append, in the words of the corpus. */
function repairOf(line: RepairLine): string {
  switch (line.kind) {
    case 'turn_interrupted':
      return `turn_interrupted ${line.turn} crash;`;
    case 'child_finished':
      return `child_finished ${line.child} ${line.workId} lost|interrupted;`;
    default:
      return 'set workspace;';
  }
}

function scanOf({ verdict, at, version, goodEnd, goodLines }: ScanVerdict): object {
  return { verdict, at, v: version, good_end: goodEnd, good_lines: goodLines };
}

function verifyOf({ verify }: SessionLogVerdict): object {
  return {
    verdict: 'done',
    lines: verify.lines,
    damaged_at: verify.damage?.at,
    bad_snapshots: verify.badSnapshots.length,
    bad_blobs: verify.badBlobs.length,
  };
}

function foldOf({ state, lastSeq, isClosed }: { state: SessionV2State; lastSeq: unknown; isClosed: boolean }): object {
  return { state: Buffer.from(encodeSessionState(state)).toString(), last_seq: lastSeq, clean_exit: isClosed };
}

function orderOf({ offset, seq, fault }: NonNullable<SessionLogVerdict['order']>): object {
  return { ok: false, offset, seq, why: fault };
}

function historyOf(log: Uint8Array, read: BlobReader): object {
  const turns: object[] = [];
  const history = new SessionHistoryReader(
    {
      turn: (turn) => turns.push(describeTurn(turn)),
      compacted: ({ summary, removedTurns, compactions }) =>
        turns.push({
          kind: 'compacted_summary',
          summary,
          removed_turn_count: removedTurns,
          compaction_count: compactions,
        }),
    },
    read,
  );
  for (let start = 0, end = log.indexOf(10) + 1; end > 0; start = end, end = log.indexOf(10, start) + 1) {
    try {
      history.accept(log, start, end, start);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      const isRuleOfShape = error.fxError === 'InvalidConversationEvent';
      const rule = isRuleOfShape ? error.rule.slice(error.rule.indexOf('/') + 1) : undefined;
      return { verdict: 'reject', error: error.fxError, rule, offset: start };
    }
  }
  const { damage, running, answeredCalls, supersededTurns } = history.end();
  return {
    verdict: 'accept',
    damaged: damage === null ? undefined : true,
    turns,
    open_turn: running === null ? undefined : true,
    answered_running: answeredCalls || undefined,
    dropped_superseded: supersededTurns || undefined,
  };
}

/** JSON of a value with its keys in one order, those without a value left out; integers agree whether they are number or bigint. */
function inOrder(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, member) => {
    if (typeof member === 'bigint') return Number(member);
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    const entries = Object.entries(member).filter(([, item]) => item !== null);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
