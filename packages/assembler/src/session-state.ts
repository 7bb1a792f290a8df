import type { DurableBytes, Int64, Uint64 } from '@fxlog/format';
import type { UsageSnapshot } from '@fxlog/format/internal';
import type { NativeState } from './dialects/index.js';
import type { TurnUsage } from './turn.js';

/** A turn that was under way and that fx would continue. */
export interface PendingTurn {
  readonly prompt: DurableBytes;
  /** Steps that are complete. */
  readonly steps: number;
  /** Why it stopped, in fx's own words. */
  readonly cause: string;
}

/**
 * What a whole log folds to, without its history. The same type for every dialect; null is what the log does not say, since it stands in files
 * beside it.
 */
export interface SessionState {
  readonly id: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly createdAtMs: Int64;
  readonly updatedAtMs: Int64;
  readonly originWorkspaceRoot: string | null;
  readonly workspaceRoot: string | null;
  readonly language: string | null;
  readonly preferences: {
    readonly provider: string;
    readonly model: string;
    readonly effort: string;
    readonly fastMode: boolean;
  } | null;
  readonly totals: TurnUsage | null;
  /** Start of what the model still sees, as an index into the history. */
  readonly contextHistoryStart: Uint64;
  /** Costs and tokens per model of the whole session; null where the log does not record them. */
  readonly usage: UsageSnapshot | null;
  /** How many permission rules are kept. */
  readonly permissionRules: number | null;
  readonly pending: PendingTurn | null;
  /** The state as its dialect spells it. */
  readonly native: NativeState;
}
