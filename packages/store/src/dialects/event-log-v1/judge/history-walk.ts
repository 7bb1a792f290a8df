import { isDeepStrictEqual } from 'node:util';
import {
  eventLogTurn,
  type FoldedEntry,
  type HistoryGatherer,
  type NativeTurn,
  StandingHistory,
} from '@fxlog/assembler/internal';
import type { HistoryTurn, StateDocument } from '@fxlog/format';
import { stateHead, stateTail, stateTurn } from '@fxlog/format/internal';
import { RecentTurns } from './recent-turns.js';
import { mayRefer, ReferenceCollector } from './references.js';

/** What is gathered of a history, of which no turn is held: what its turns refer to, and whether they are those that a checkpoint claims. */
class GatheredHistory implements HistoryGatherer {
  readonly references = new ReferenceCollector();
  readonly recent = new RecentTurns();
  turns = 0;
  isAsClaimed = true;

  readonly #claimed: readonly HistoryTurn[] | undefined;

  constructor(claimed: readonly HistoryTurn[] | undefined) {
    this.#claimed = claimed;
  }

  add(native: NativeTurn, index: number): void {
    const turn = eventLogTurn(native);
    this.references.add(turn, index);
    this.recent.add(turn, index);
    if (this.#claimed !== undefined) this.isAsClaimed &&= sameTurn(turn, this.#claimed[this.turns]);
    this.turns++;
  }

  /** Counts a turn that refers to nothing and need not be built; false where it has to be. */
  pass(line: Uint8Array, { source, index }: FoldedEntry): boolean {
    const isCompared = this.isAsClaimed && this.turns < (this.#claimed?.length ?? 0);
    if (isCompared || mayRefer(line)) return false;
    this.recent.add(source, index);
    this.turns++;
    return true;
  }
}

/** Goes through a history while its log is folded. */
export class HistoryWalk extends StandingHistory<GatheredHistory> {
  readonly #claimed: readonly HistoryTurn[] | undefined;

  constructor(claimed?: readonly HistoryTurn[]) {
    super(() => new GatheredHistory(claimed));
    this.#claimed = claimed;
  }

  override entry(entry: FoldedEntry): void {
    const line = entry.recognisedBytes ?? null;
    if (line === null || !this.standing.pass(line, entry)) super.entry(entry);
  }

  get references(): ReferenceCollector {
    return this.standing.references;
  }

  get recent(): RecentTurns {
    return this.standing.recent;
  }

  /** The history so far is exactly the claimed one. */
  matchesClaim(): boolean {
    return this.#claimed !== undefined && this.standing.isAsClaimed && this.standing.turns === this.#claimed.length;
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
