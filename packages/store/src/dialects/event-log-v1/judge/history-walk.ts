import { isDeepStrictEqual } from 'node:util';
import type { FoldSink, ReplacementTurn } from '@fxlog/assembler';
import { type HistoryTurn, type StateDocument, stateHead, stateTail, stateTurn } from '@fxlog/format';
import { ReferenceCollector } from './references.js';

/** The history that stands, or the one that a replacement under way would bring. */
class History {
  references = new ReferenceCollector();
  turns = 0;
  isAsClaimed = true;
}

/**
 * Goes through a history while its log is folded, holding no turn of it: gathers what the turns refer to, and compares them with those that a
 * checkpoint claims.
 */
export class HistoryWalk implements FoldSink {
  private standing = new History();
  private replacing: History | null = null;

  constructor(
    references: ReferenceCollector,
    private readonly claimed?: readonly HistoryTurn[],
  ) {
    this.standing.references = references;
  }

  get references(): ReferenceCollector {
    return this.standing.references;
  }

  /** The history so far is exactly the claimed one. */
  matchesClaim(): boolean {
    return this.claimed !== undefined && this.standing.isAsClaimed && this.standing.turns === this.claimed.length;
  }

  private add(history: History, turn: HistoryTurn, index: number): void {
    history.references.add(turn, index);
    if (this.claimed !== undefined) history.isAsClaimed &&= sameTurn(turn, this.claimed[history.turns]);
    history.turns++;
  }

  turn(turn: HistoryTurn, index: number): void {
    this.add(this.standing, turn, index);
  }

  replacementStarted(): void {
    this.replacing = new History();
  }

  replacementTurn({ inDocument }: ReplacementTurn): void {
    const { replacing } = this;
    if (replacing !== null) this.add(replacing, inDocument.turn, replacing.turns);
  }

  replacementCommitted(): void {
    if (this.replacing !== null) this.standing = this.replacing;
    this.replacing = null;
  }

  replacementDropped(): void {
    this.replacing = null;
  }
}

/**
 * Are two turns the same once fx has written them? A checkpoint is written anew, in the spelling of today; the log keeps older ones
 * (event-log §4.3).
 */
function sameTurn(actual: HistoryTurn, claimed: HistoryTurn | undefined): boolean {
  if (claimed === undefined) return false;
  return isDeepStrictEqual(actual, claimed) || stateTurn(actual) === stateTurn(claimed);
}

/**
 * Are two states the same once fx has written them, apart from their histories? The token totals are left out: while a turn is under way fx
 * writes those of the running turn into its checkpoints, which the log has only once the turn is committed.
 */
export function sameState(actual: StateDocument | null, claimed: StateDocument): boolean {
  return actual !== null && textOf(actual) === textOf(claimed);
}

function textOf(state: StateDocument): string {
  const comparable = { ...state, total_input_tokens: 0, total_output_tokens: 0 };
  return stateHead(comparable) + stateTail(comparable);
}
