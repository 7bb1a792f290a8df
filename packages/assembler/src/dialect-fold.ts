import type { EventRecord, LogError } from '@fxlog/reader';
import { foldDialectOf } from './dialects/index.js';
import type { Fold, FoldOptions, FoldOutcome, FoldPoint } from './fold.js';
import type { SessionState } from './session-state.js';

/** The fold of whatever dialect the events are of: which one that is, the first event says, or the place to begin at. */
export class DialectFold implements Fold {
  readonly #options: FoldOptions;
  #fold: Fold | null = null;

  constructor(options: FoldOptions) {
    this.#options = options;
    if (options.start !== undefined) this.#fold = this.#create(options.start.state.native.dialect);
  }

  get turns(): number {
    return this.#fold?.turns ?? 0;
  }

  get isAtSafePoint(): boolean {
    return this.#fold?.isAtSafePoint ?? true;
  }

  get safePoint(): FoldPoint | null {
    return this.#fold?.safePoint ?? null;
  }

  get state(): SessionState | null {
    return this.#fold?.state ?? null;
  }

  apply(record: EventRecord): void {
    this.#fold ??= this.#create(record.dialect);
    this.#fold.apply(record);
  }

  keepRecords(): void {
    this.#fold?.keepRecords();
  }

  fail(error: LogError): void {
    if (this.#fold === null) throw error;
    this.#fold.fail(error);
  }

  end(): FoldOutcome {
    this.#fold ??= this.#create(undefined);
    return this.#fold.end();
  }

  #create(dialect: string | undefined): Fold {
    return foldDialectOf(dialect).createFold(this.#options);
  }
}
