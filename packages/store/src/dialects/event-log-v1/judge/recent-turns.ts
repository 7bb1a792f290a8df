import { closeSync, openSync, readSync } from 'node:fs';
import type { TurnSource } from '@fxlog/assembler';
import { decodeFrame, type Finding, FrameError, type HistoryTurn, ruleById } from '@fxlog/format';
import { findPairingFault } from '@fxlog/format/internal';

/** As many entries of a history fx sends word for word, at most (model-view §2). */
const VERBATIM = 8;

interface RecentTurn {
  readonly index: number;
  /** The turn, or where its line stands, which is read when somebody asks. */
  readonly content: HistoryTurn | TurnSource;
}

/** The last turns of a history, which alone fx compares with its rules for calls and results before it sends them. */
export class RecentTurns {
  /** The next one takes the place of the oldest. */
  readonly #turns: RecentTurn[] = [];
  #count = 0;

  add(content: HistoryTurn | TurnSource, index: number): void {
    this.#turns[this.#count++ % VERBATIM] = { index, content };
  }

  /**
   * Calls and results that do not fit, the first of each turn.
   *
   * @param path of the log
   */
  pairingFindings(path: string): Finding[] {
    if (this.#turns.length === 0) return [];
    const file = openSync(path, 'r');
    try {
      const turns = this.#turns.toSorted((a, b) => a.index - b.index);
      return turns.flatMap(({ index, content }) => {
        const turn = 'kind' in content ? content : turnAt(file, content);
        const fault = turn === null ? null : findPairingFault(turn);
        return fault === null ? [] : [pairingFinding(index, fault.reason)];
      });
    } finally {
      closeSync(file);
    }
  }
}

function pairingFinding(index: number, reason: string): Finding {
  const rule = 'store/call-pairing';
  const message = `In turn ${index + 1} ${reason}; fx resumes the session and then refuses every prompt while the turn is among the last.`;
  const { severity, fxError } = ruleById(rule);
  return { rule, severity, message, file: 'events.jsonl', ...(fxError !== undefined && { fxError }) };
}

/** Null where the log is no longer what was read. */
function turnAt(file: number, { offset, length }: TurnSource): HistoryTurn | null {
  const line = new Uint8Array(length);
  if (readSync(file, line, 0, length, offset) < length) return null;
  try {
    const event = decodeFrame(line);
    return event.kind === 'history_turn_committed' ? event.payload.turn : null;
  } catch (error) {
    if (error instanceof FrameError) return null;
    throw error;
  }
}
