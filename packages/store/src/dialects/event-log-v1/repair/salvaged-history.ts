import {
  eventLogState,
  eventLogTurn,
  type HistoryGatherer,
  type NativeTurn,
  StandingHistory,
} from '@fxlog/assembler/internal';
import type { HistoryTurn, StateDocument } from '@fxlog/format';
import type { DisplayMetadata } from '@fxlog/format/internal';
import { DisplayDerivation } from '@fxlog/writer/internal';
import { ReferenceCollector } from '../judge/references.js';

class GatheredHistory implements HistoryGatherer {
  readonly references = new ReferenceCollector();
  readonly display = new DisplayDerivation();
  readonly kept: HistoryTurn[] = [];
  turns = 0;

  readonly #isKept: boolean;

  constructor(isKept: boolean) {
    this.#isKept = isKept;
  }

  add(native: NativeTurn): void {
    this.addTurn(eventLogTurn(native));
  }

  addTurn(turn: HistoryTurn): void {
    this.references.add(turn, this.turns);
    this.display.add(turn);
    if (this.#isKept) this.kept.push(turn);
    this.turns++;
  }
}

/** The history of a log while it is salvaged: what it refers to, its title, and, where it may take the memory, its turns. */
export class SalvagedHistory extends StandingHistory<GatheredHistory> {
  constructor(readonly isKept: boolean) {
    super(() => new GatheredHistory(isKept));
  }

  get turns(): readonly HistoryTurn[] {
    return this.standing.kept;
  }

  get length(): number {
    return this.standing.turns;
  }

  get references(): ReferenceCollector {
    return this.standing.references;
  }

  /** The state that the replacement which is being read would bring, once all of it is there. */
  get document(): StateDocument | null {
    const state = this.replacingState;
    return state === null ? null : eventLogState(state.native);
  }

  /** What fx would freeze as the title. */
  display(originRoot: string): DisplayMetadata | null {
    return this.standing.display.finish(originRoot);
  }

  /** Takes over the history of a state as a whole. */
  replaceWith(turns: readonly HistoryTurn[]): void {
    this.standing = new GatheredHistory(this.isKept);
    for (const turn of turns) this.standing.addTurn(turn);
  }
}
