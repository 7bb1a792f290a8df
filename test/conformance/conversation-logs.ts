import {
  ConversationFold,
  ConversationSurvey,
  type ConversationTurn,
  type ConversationView,
  closingLine,
  isCommitted,
} from '@fxlog/assembler/internal';
import { decodeConversationFrame, FrameError } from '@fxlog/format';
import type { ConversationFrame } from '@fxlog/format/internal';
import type { Corpus } from './corpus.js';
import { MalformedRowError, type Row } from './row.js';
import { compare, compareBytes } from './verdict.js';

/** One whole `events.jsonl`: what the writer, the reader, the archive and `recover` make of it. */
export const conversationLogs: Corpus = {
  name: 'conversation-logs',
  async check(row) {
    const bytes = row.bytes('log_b64');
    const survey = surveyOf(bytes);
    const writer = writerView(survey);
    const resume = resumeView(bytes, survey);
    const verdict = resume.verdict;
    return [
      ...compare('verdict', row.string('verdict'), verdict),
      ...compareView(row, 'writer_open', writer),
      ...compareView(row, 'resume', resume),
      ...compareView(row, 'read', readView(bytes, survey)),
      ...compareView(row, 'archive', archiveView(bytes)),
      ...compareView(row, 'recover', recoverView(survey)),
    ];
  },
};

type Survey = ReturnType<ConversationSurvey['result']>;
type View = Record<string, unknown>;

/** The complete lines of a log. */
function* linesOf(bytes: Uint8Array): Generator<{ readonly start: number; readonly end: number }> {
  for (let start = 0, at = bytes.indexOf(0x0a); at >= 0; start = at + 1, at = bytes.indexOf(0x0a, start)) {
    yield { start, end: at + 1 };
  }
}

function surveyOf(bytes: Uint8Array): Survey {
  const survey = new ConversationSurvey();
  let goodEnd = 0;
  for (const { start, end } of linesOf(bytes)) {
    goodEnd = end;
    try {
      survey.frame(decodeConversationFrame(bytes, start, end), start, end - start);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      survey.fault(error, start);
    }
  }
  if (goodEnd < bytes.length) survey.torn(goodEnd);
  return survey.result();
}

function writerView({ writer }: Survey): View {
  if (!isCommitted(writer)) {
    const { fxError: error, offset, afterSeq } = writer;
    return { verdict: 'reject', error, rule: writer.rule.replace(/^conversation\//, ''), offset, after_seq: afterSeq };
  }
  return {
    verdict: 'accept',
    committed_bytes: writer.bytes,
    last_seq: writer.seq,
    coverage: writer.coverage,
    turn_open: writer.isTurnOpen,
    torn_from: writer.tornFrom,
    open_turn_from: writer.openTurnFrom,
  };
}

function resumeView(bytes: Uint8Array, { writer, newest }: Survey): View {
  if (!isCommitted(writer)) return { verdict: 'reject', stage: 'open', error: writer.fxError };
  const kept = bytes.subarray(0, writer.bytes);
  const whole = writer.isTurnOpen ? Buffer.concat([kept, closingLine(writer)]) : kept;
  const loaded = fold(whole, { kind: 'model', newest });
  if (loaded === null) return { verdict: 'reject', stage: 'load', error: 'InvalidConversationFrame' };
  return {
    verdict: 'accept',
    bytes: writer.bytes,
    last_seq: Number(writer.seq) + (writer.isTurnOpen ? 1 : 0),
    ...(writer.isTurnOpen ? { appends_interrupted: true } : {}),
    turns: loaded.turns,
  };
}

function readView(bytes: Uint8Array, { newest }: Survey): View {
  const loaded = fold(bytes, { kind: 'model', newest });
  if (loaded === null) return { verdict: 'reject', error: 'InvalidConversationFrame' };
  const { turns, settledSeq, isTurnOpen } = loaded;
  return { verdict: 'accept', turns, conversation_seq: settledSeq, open_turn: isTurnOpen };
}

function archiveView(bytes: Uint8Array): View {
  const loaded = fold(bytes, { kind: 'archive' });
  if (loaded === null) return { verdict: 'reject', error: 'InvalidConversationFrame' };
  return { verdict: 'accept', turns: loaded.turns, open_turn: loaded.isTurnOpen };
}

function recoverView({ recoverable, isWhole }: Survey): View {
  if (isWhole) return { outcome: 'not-needed', error: 'SessionRecoveryNotNeeded' };
  if (recoverable === null) return { outcome: 'error', error: 'SessionRecoveryBoundaryInvalid' };
  return {
    outcome: 'prefix',
    bytes: recoverable.bytes,
    seq: recoverable.seq,
    turn_open: recoverable.isTurnOpen,
    ...(recoverable.isTurnOpen ? { appended_b64: Buffer.from(closingLine(recoverable)).toString('base64') } : {}),
  };
}

/** The turns of a view, or null where it cannot be loaded. */
function fold(bytes: Uint8Array, view: ConversationView) {
  const turns: View[] = [];
  const folded = new ConversationFold(view, {
    turn: (turn) => turns.push(describeTurn(turn)),
    compacted: ({ summary, removedTurns, compactions }) =>
      turns.push({
        kind: 'compacted_summary',
        summary,
        removed_turn_count: removedTurns,
        compaction_count: compactions,
      }),
  });
  for (const { start, end } of linesOf(bytes)) {
    let frame: ConversationFrame;
    try {
      frame = decodeConversationFrame(bytes, start, end);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      return null;
    }
    if (folded.apply(frame) !== null) return null;
  }
  folded.end();
  return { turns, settledSeq: folded.settledSeq, isTurnOpen: folded.isTurnOpen };
}

/** A turn in the words of the corpus. */
export function describeTurn({ user, steps, steering, end }: ConversationTurn): View {
  const last = end.kind === 'completed' ? end.assistant : null;
  const { files } = end.payload;
  return {
    kind: end.kind === 'completed' ? 'assistant' : 'interrupted',
    user: user.text,
    ...(user.images.length > 0 ? { images: user.images.length } : {}),
    work_id: user.work_id,
    assistant: end.kind === 'completed' ? (last?.text ?? '') : end.payload.partial_text,
    ...(last?.provider_replay == null ? {} : { replay: true }),
    steps: steps.map(({ assistant, calls, results }) => ({
      assistant: assistant?.text,
      ...(assistant?.provider_replay == null ? {} : { replay: true }),
      calls: calls.map(({ call_id: id, tool_name: name }) => ({ id, name })),
      results: results.map(({ call_id: id, tool_name: name, status }) => ({ id, name, status })),
    })),
    ...(steering.length > 0
      ? {
          steering: steering.map(({ text, assistantPrefix, afterStep }) => ({
            text,
            assistant_prefix: assistantPrefix,
            after_step: afterStep,
          })),
        }
      : {}),
    ...(end.kind === 'interrupted'
      ? {
          reason: end.payload.reason,
          ...(end.payload.cancellation_origin === 'turn' ? {} : { origin: end.payload.cancellation_origin }),
          tool_call: end.call === null ? null : { id: end.call.call_id, name: end.call.tool_name },
        }
      : {}),
    ...(files.length > 0 ? { files: files.length } : {}),
  };
}

/** A sentence for each view that differs; keys without a value do not count, nor does what fx hides. */
function compareView(row: Row, key: string, found: View): string[] {
  const expected = row.value(key);
  if (typeof expected !== 'object' || expected === null) throw new MalformedRowError(`"${key}" is not an object`);
  const { cause, rule, appended_b64: appended, ...wanted } = expected as View;
  const { rule: ours, appended_b64: written, ...got } = found;
  return [
    ...compare(key, canonical(wanted), canonical(got)),
    ...(rule === undefined ? [] : compare(`${key} rule`, rule, ours)),
    ...(typeof appended === 'string' && typeof written === 'string'
      ? compareBytes(`${key} appended`, Buffer.from(appended, 'base64'), Buffer.from(written, 'base64'))
      : compare(`${key} appended`, appended, written)),
    ...(cause !== undefined && typeof cause !== 'string' ? ['"cause" is not a string'] : []),
  ];
}

/** JSON with sorted keys, without those that have no value. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member === 'bigint') return String(member);
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    const entries = Object.entries(member).filter(([, one]) => one !== null && one !== undefined);
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
