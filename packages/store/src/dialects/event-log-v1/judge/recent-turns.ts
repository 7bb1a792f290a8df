import { decodeFrame, type Finding, type HistoryTurn, ruleById } from '@fxlog/format';
import { findPairingFault } from '@fxlog/format/internal';

/** As many entries of a history fx sends word for word, at most (model-view §2). */
const VERBATIM = 8;

/** A step, or a call that was interrupted; where neither stands in the line of a turn there is nothing to compare. */
const SIGNS = ['"tool_steps":[{', '"tool_call":{'].map((sign) => Buffer.from(sign));

interface RecentTurn {
  readonly index: number;
  /** The turn, or a copy of its line, which is decoded when somebody asks; null where it has no calls. */
  readonly content: HistoryTurn | Uint8Array | null;
}

/** The last turns of a history, which alone fx compares with its rules for calls and results before it sends them. */
export class RecentTurns {
  #turns: RecentTurn[] = [];

  /** The turns so far were replaced. */
  clear(): void {
    this.#turns = [];
  }

  add(turn: HistoryTurn, index: number): void {
    this.#push({ index, content: turn });
  }

  /** Adds a turn by its line, which is spelled as fx does it and may be overwritten after this. */
  addLine(line: Uint8Array, index: number): void {
    const bytes = Buffer.from(line.buffer, line.byteOffset, line.byteLength);
    const hasCalls = SIGNS.some((sign) => bytes.includes(sign));
    this.#push({ index, content: hasCalls ? Buffer.from(line) : null });
  }

  #push(turn: RecentTurn): void {
    this.#turns.push(turn);
    if (this.#turns.length > VERBATIM) this.#turns.shift();
  }

  /** Calls and results that do not fit, the first of each turn. */
  pairingFindings(): Finding[] {
    return this.#turns.flatMap(({ index, content }) => {
      const turn = content instanceof Uint8Array ? turnIn(content) : content;
      const fault = turn === null ? null : findPairingFault(turn);
      if (fault === null) return [];
      const rule = 'store/call-pairing';
      const message = `In turn ${index + 1} ${fault.reason}; fx resumes the session and then refuses every prompt while the turn is among the last.`;
      const { severity, fxError } = ruleById(rule);
      return [{ rule, severity, message, file: 'events.jsonl', ...(fxError !== undefined && { fxError }) }];
    });
  }
}

function turnIn(line: Uint8Array): HistoryTurn | null {
  const event = decodeFrame(line);
  return event.kind === 'history_turn_committed' ? event.payload.turn : null;
}
