import { loggedOutput, type Turn } from '@fxlog/assembler';
import type { Session } from '@fxlog/store';
import { type ReadCallsOptions, readCalls } from '../recorded-calls.js';
import type { WorkspaceView } from '../workspace.js';
import { endpointsOf } from './endpoints.js';

/** What fx answers in place of a call when instructions came in just before it (profile-and-tools §5.5). */
const DEFERRED =
  'Scoped project instructions were added before execution. Review them and reissue this tool call if it is still appropriate.';

/** A recorded call, and where fx looked for instructions on its account. */
export interface GovernedCall {
  /** The turn, from 1, and the call within it, from 1. */
  readonly turn: number;
  readonly call: number;
  readonly id: string;
  readonly tool: string;
  /** When its turn began, or was recorded where only that is known, in milliseconds since 1970; null where neither is. */
  readonly timeMs: number | null;
  /** Directories of the workspace, as real paths as they are now. */
  readonly endpoints: readonly string[];
  /** Those of the calls of the same turn so far, this one's among them: what they brought in stays in the prompt. */
  readonly turnEndpoints: readonly string[];
  /** Whether the log shows that it was put off because new instructions came in: the only trace that they leave. */
  readonly isDeferred: boolean;
}

/** Goes through the calls of a session and says where each made fx look for instructions. */
export async function* governedCalls(
  session: Session,
  workspace: WorkspaceView,
  options: ReadCallsOptions = {},
): AsyncGenerator<GovernedCall> {
  const recorded = await readCalls(session, options);
  if (recorded === null) return;
  let current: Turn | null = null;
  const delivered = new Set<string>();
  for await (const { turn, calls } of recorded.steps()) {
    if (turn !== current) delivered.clear();
    current = turn;
    const time = turn.startedMs ?? turn.timeMs;
    const batch = calls.map((call) => ({
      ...call,
      endpoints: call.arguments === null ? [] : endpointsOf({ tool: call.tool, arguments: call.arguments }, workspace),
    }));
    for (const { endpoints } of batch) for (const directory of endpoints) delivered.add(directory);
    for (const { number, id, tool, result, endpoints } of batch) {
      yield {
        turn: turn.index + 1,
        call: number,
        id,
        tool,
        timeMs: time === null ? null : Number(time),
        endpoints,
        turnEndpoints: [...delivered],
        isDeferred: result !== null && result.status !== 'success' && loggedOutput(result) === DEFERRED,
      };
    }
  }
}
