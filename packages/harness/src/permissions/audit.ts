import { durableText, loggedOutput, type Turn, type TurnResult } from '@fxlog/assembler';
import type { PermissionRule as SavedRule } from '@fxlog/format/internal';
import type { JsonObject } from '@fxlog/json';
import type { Session } from '@fxlog/store';
import { recordedContents, savedRulesOf } from '../dialects/index.js';
import { jsonObjectOf, type ReadCallsOptions, type RecordedCall, readCalls } from '../recorded-calls.js';
import { PastWorkspace, UnseenWorkspace, type WorkspaceView } from '../workspace.js';
import { decideCall, type PermissionCircumstances, type PermissionDecision, type PermissionMode } from './decide.js';
import { type LogOutcome, logOutcome } from './log-outcome.js';
import { resolvePath } from './paths.js';
import { type RememberedMatch, rememberedFor } from './remembered.js';
import type { PermissionRule } from './rules.js';

/** One recorded call, and what three sources say of its leave (profile-and-tools §4.13). */
export interface AuditedCall {
  /** The turn, from 1, and the call within it, from 1. */
  readonly turn: number;
  readonly call: number;
  readonly id: string;
  readonly tool: string;
  /** The arguments as they were recorded; null where they are not a JSON object. */
  readonly arguments: JsonObject | null;
  /** What the given rules make of it in the assumed mode; null where the arguments are not a JSON object. */
  readonly decision: PermissionDecision | null;
  /** What the session remembers of just this call. */
  readonly remembered: RememberedMatch | null;
  /** The child session that a call of the tool `subagent` made or was about, as its result says; null for all others. */
  readonly child: string | null;
  readonly log: LogOutcome;
  /** What a person typed when asked; it proves that somebody was. */
  readonly feedback: readonly string[];
  /** Whether secrets were masked in the arguments, so that they are not what was judged. */
  readonly isMasked: boolean;
  /** Whether the rules refuse today what ran then. It is a difference, not a violation: neither the rules nor the mode of that time are recorded. */
  readonly differs: boolean;
}

/** Options of {@link auditPermissions}. */
export interface AuditOptions extends ReadCallsOptions {
  readonly rules: readonly PermissionRule[];
  readonly mode: PermissionMode;
  /** The workspace of now, in which paths are looked up; default: the one that the log names, unseen. */
  readonly workspace?: WorkspaceView | undefined;
}

const MASKED = /\[redacted\]|\[REDACTED\]/;

/**
 * Goes through the calls of a session, in their order, and says what the given rules make of each, with links and directories as
 * they are in the given workspace now. Without one every path is taken for a file that exists and lies where its name says.
 */
export async function* auditPermissions(session: Session, options: AuditOptions): AsyncGenerator<AuditedCall> {
  const recorded = await readCalls(session, options);
  if (recorded === null) return;
  const { outline, root } = recorded;
  const circumstances = {
    rules: options.rules,
    mode: options.mode,
    workspace: options.workspace ?? new UnseenWorkspace(root),
    saved: outline.state === null ? [] : (savedRulesOf(session, outline.state) ?? []),
  };
  for await (const { turn, step, calls } of recorded.steps()) {
    for (const call of calls) {
      const workspace = new PastWorkspace(circumstances.workspace, madeFile(turn, step, call, circumstances.workspace));
      yield judge(turn.index + 1, call, { ...circumstances, workspace });
    }
  }
}

/** The file that a call made; null where it made none, or that is not recorded. */
function madeFile(turn: Turn, step: number, call: RecordedCall, workspace: WorkspaceView): string | null {
  const path = call.arguments?.path;
  if (call.resultIndex === null || typeof path !== 'string') return null;
  const contents = recordedContents(turn.native, step, call.resultIndex);
  return contents?.before === null && contents.after !== null ? resolvePath(path, workspace) : null;
}

function judge(
  turn: number,
  { number, id, tool, text, arguments: args, result }: RecordedCall,
  { rules, mode, workspace, saved }: PermissionCircumstances & { readonly saved: readonly SavedRule[] },
): AuditedCall {
  const call = args === null ? null : { tool, arguments: args };
  const remembered = call === null ? null : rememberedFor(call, saved, { root: workspace.root, cwd: null });
  const decision =
    call === null ? null : decideCall(call, { rules, mode, workspace, remembered: remembered?.decision ?? null });
  const log = logOutcome(result);
  const isRefused = decision?.outcome === 'deny' || decision?.outcome === 'replan';
  return {
    turn,
    call: number,
    id,
    tool,
    child: tool === 'subagent' && result !== null ? childOf(result) : null,
    log,
    feedback: result?.permissionFeedback.map((feedback) => durableText(feedback).text) ?? [],
    arguments: args,
    decision,
    remembered,
    isMasked: MASKED.test(text),
    differs: isRefused && log.kind === 'ran',
  };
}

function childOf(result: TurnResult): string | null {
  const output = loggedOutput(result);
  const child = output === null ? null : jsonObjectOf(durableText(output).text)?.child_id;
  return typeof child === 'string' ? child : null;
}
