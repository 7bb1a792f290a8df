import type { ConversationSink, HistoryReplacement, ReplacementOutcome, UsageReport } from '../fold.js';
import type { SessionState } from '../session-state.js';

/** Who wants to know more of a log than its conversation. Every event of the log counts here, also those of superseded turns. */
export interface ConversationWatch {
  /** The session has begun. */
  began?(state: SessionState): void;
  /** The log has a new running total of costs and tokens. */
  usage?(report: UsageReport): void;
  moved?(workspaceRoot: string): void;
  /** Another state took the place of the one so far. */
  replaced?(state: SessionState): void;
}

/** A sink that passes on what a watch asks for. */
export class WatchingSink implements ConversationSink {
  constructor(protected readonly watch: ConversationWatch | undefined) {}

  began(state: SessionState): void {
    this.watch?.began?.(state);
  }

  usage(report: UsageReport): void {
    this.watch?.usage?.(report);
  }

  moved(workspaceRoot: string): void {
    this.watch?.moved?.(workspaceRoot);
  }

  replacementCommitted({ state }: HistoryReplacement, _superseded: number, _outcome: ReplacementOutcome): void {
    if (state !== null) this.watch?.replaced?.(state);
  }
}
