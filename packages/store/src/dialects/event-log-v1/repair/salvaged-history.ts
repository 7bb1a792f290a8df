import type { FoldSink, ReplacementTurn } from '@fxlog/assembler';
import type { DisplayMetadata, HistoryTurn, StateDocument } from '@fxlog/format';
import { DisplayDerivation } from '@fxlog/writer';
import { ReferenceCollector } from '../judge/references.js';

type OpenReplacement = Parameters<FoldSink['replacementStarted']>[0];

class History {
  readonly references = new ReferenceCollector();
  readonly display = new DisplayDerivation();
  readonly kept: HistoryTurn[] = [];
  turns = 0;
}

/** The history of a log while it is salvaged: what it refers to, its title, and, where it may take the memory, its turns. */
export class SalvagedHistory implements FoldSink {
  private standing = new History();
  private replacing: History | null = null;
  private openReplacement: OpenReplacement | null = null;

  constructor(readonly isKept: boolean) {}

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
    return this.openReplacement?.document ?? null;
  }

  /** What fx would freeze as the title. */
  display(originRoot: string): DisplayMetadata | null {
    return this.standing.display.finish(originRoot);
  }

  /** Takes over the history of a state as a whole. */
  replaceWith(turns: readonly HistoryTurn[]): void {
    this.standing = new History();
    for (const turn of turns) this.add(this.standing, turn);
  }

  private add(history: History, turn: HistoryTurn): void {
    history.references.add(turn, history.turns);
    history.display.add(turn);
    if (this.isKept) history.kept.push(turn);
    history.turns++;
  }

  turn(turn: HistoryTurn): void {
    this.add(this.standing, turn);
  }

  replacementStarted(replacement: OpenReplacement): void {
    this.replacing = new History();
    this.openReplacement = replacement;
  }

  replacementTurn({ inDocument }: ReplacementTurn): void {
    if (this.replacing !== null) this.add(this.replacing, inDocument.turn);
  }

  replacementCommitted(): void {
    if (this.replacing !== null) this.standing = this.replacing;
    this.replacing = null;
    this.openReplacement = null;
  }

  replacementDropped(): void {
    this.replacing = null;
    this.openReplacement = null;
  }
}
