import type { Int64 } from '@fxlog/format';

/** Who a session is, as a file beside its log says it; null is what it does not say. */
export interface SessionFacts {
  readonly title: string | null;
  readonly workspaceRoot: string | null;
  /** The workspace in which it began. */
  readonly originWorkspaceRoot: string | null;
  readonly language: string | null;
  readonly provider: string | null;
  readonly model: string | null;
  readonly effort: string | null;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly createdAtMs: Int64 | null;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly updatedAtMs: Int64 | null;
}
