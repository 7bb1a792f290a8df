import { isDeepStrictEqual } from 'node:util';
import type { FoldSink, ReplacementTurn } from '@fxlog/assembler';
import { EMPTY_PERMISSION_STATE, type HistoryTurn, type StateDocument } from '@fxlog/format';
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
    if (this.claimed !== undefined) history.isAsClaimed &&= isDeepStrictEqual(turn, this.claimed[history.turns]);
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
 * Are two states the same, apart from their histories? What fx fills in by default counts as there (event-log §3.13). The token totals are left out:
 * while a turn is under way fx writes those of the running turn into its checkpoints, which the log has only once the turn is committed.
 */
export function sameState(actual: StateDocument | null, claimed: StateDocument): boolean {
  return actual !== null && isDeepStrictEqual(comparable(actual), comparable(claimed));
}

function comparable(state: StateDocument): object {
  const { history: _, total_input_tokens: __, total_output_tokens: ___, preferences, ...rest } = state;
  return {
    ...rest,
    preferences: { provider: 'gateway', ...preferences },
    context_history_start: state.context_history_start ?? 0,
    permission_state: state.permission_state ?? EMPTY_PERMISSION_STATE,
  };
}
