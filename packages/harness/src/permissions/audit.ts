import { durableText, outlineConversation, readConversation } from '@fxlog/assembler';
import type { Finding } from '@fxlog/format';
import type { PermissionRule as SavedRule } from '@fxlog/format/internal';
import { JsonError, type JsonObject, parseJson } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import type { Session } from '@fxlog/store';
import { savedRulesOf } from '../dialects/index.js';
import { UnseenWorkspace } from '../workspace.js';
import { decideCall, type PermissionDecision, type PermissionMode } from './decide.js';
import { type LogOutcome, logOutcome } from './log-outcome.js';
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
  readonly log: LogOutcome;
  /** What a person typed when asked; it proves that somebody was. */
  readonly feedback: readonly string[];
  /** Whether secrets were masked in the arguments, so that they are not what was judged. */
  readonly isMasked: boolean;
  /** Whether the rules refuse today what ran then. It is a difference, not a violation: neither the rules nor the mode of that time are recorded. */
  readonly differs: boolean;
}

/** Options of {@link auditPermissions}. */
export interface AuditOptions {
  readonly rules: readonly PermissionRule[];
  readonly mode: PermissionMode;
  readonly signal?: AbortSignal | undefined;
  /** Is told what is wrong with the log. */
  readonly onFinding?: ((finding: Finding) => void) | undefined;
}

const MASKED = /\[redacted\]|\[REDACTED\]/;

/**
 * Goes through the calls of a session, in their order, and says what the given rules make of each. The workspace is not looked at: every path is taken for a file that
 * exists and lies where its name says.
 */
export async function* auditPermissions(session: Session, options: AuditOptions): AsyncGenerator<AuditedCall> {
  const log = session.read();
  if (!log.ok) {
    options.onFinding?.(log.finding);
    return;
  }
  const reading = {
    mode: 'lenient',
    end: log.end,
    file: log.file,
    signal: options.signal,
    readBlob: log.readBlob,
    unfinished: log.unfinished,
  } as const;
  const outline = await outlineConversation(log.source, { ...reading, onFinding: options.onFinding });
  const root = outline.workspaceRoot ?? session.facts()?.workspaceRoot ?? '/';
  const saved = outline.state === null ? [] : (savedRulesOf(outline.state.native) ?? []);
  for await (const items of readConversation(log.source, { ...reading, outline })) {
    for (const item of items) {
      if (item.type !== 'turn') continue;
      let number = 0;
      for (const { calls, results } of item.turn.steps) {
        for (const call of calls) {
          const result = call.resultIndex === null ? null : (results[call.resultIndex] ?? null);
          yield judge(
            {
              turn: item.turn.index + 1,
              call: ++number,
              id: durableText(call.id).text,
              tool: durableText(call.name).text,
              text: durableText(call.argumentsJson).text,
            },
            {
              log: logOutcome(result),
              feedback: result?.permissionFeedback.map((text) => durableText(text).text) ?? [],
            },
            { root, saved, ...options },
          );
        }
      }
    }
  }
}

function judge(
  { text, ...place }: { turn: number; call: number; id: string; tool: string; text: string },
  recorded: Pick<AuditedCall, 'log' | 'feedback'>,
  { root, saved, rules, mode }: AuditOptions & { root: string; saved: readonly SavedRule[] },
): AuditedCall {
  const args = argumentsOf(text);
  const call = args === null ? null : { tool: place.tool, arguments: args };
  const remembered = call === null ? null : rememberedFor(call, saved, { root, cwd: null });
  const decision =
    call === null
      ? null
      : decideCall(call, {
          rules,
          mode,
          workspace: new UnseenWorkspace(root),
          remembered: remembered?.decision ?? null,
        });
  const isRefused = decision?.outcome === 'deny' || decision?.outcome === 'replan';
  return {
    ...place,
    ...recorded,
    arguments: args,
    decision,
    remembered,
    isMasked: MASKED.test(text),
    differs: isRefused && recorded.log.kind === 'ran',
  };
}

function argumentsOf(text: string): JsonObject | null {
  try {
    const value = parseJson(Buffer.from(text));
    return isJsonObject(value) ? value : null;
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}
