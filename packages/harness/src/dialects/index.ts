import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { durableText, type SessionState } from '@fxlog/assembler';
import type { NativeState, NativeTurn } from '@fxlog/assembler/internal';
import type { DurableBytes } from '@fxlog/format';
import type { PermissionRule } from '@fxlog/format/internal';
import { type JsonObject, parseJson } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import type { Session } from '@fxlog/store';

/** The permission rules that a session remembers, in its log or in a file beside it; null where they are there and cannot be read. */
export function savedRulesOf(session: Session, state: SessionState): readonly PermissionRule[] | null {
  const { native } = state;
  if (native.dialect === 'event-log-v1') return native.state.permission_state?.rules ?? [];
  const saved = session.settings(state).permissions;
  if (saved !== null) return saved.rules;
  // newer-formats §4.8: without the file there are no rules.
  const isThere =
    native.dialect === 'sessions-v2'
      ? (foldedState(native.state)?.permissions ?? null) !== null
      : lstatSync(join(session.dir, 'permissions.json'), { throwIfNoEntry: false }) !== undefined;
  return isThere ? null : [];
}

function foldedState(state: string): JsonObject | null {
  const folded = parseJson(Buffer.from(state));
  return isJsonObject(folded) ? folded : null;
}

/** The children of a session as its log has them (newer-formats §7.5); null where they do not stand in the log. */
export function childrenInState(state: NativeState): readonly JsonObject[] | null {
  if (state.dialect !== 'sessions-v2') return null;
  const children = foldedState(state.state)?.children;
  return Array.isArray(children) ? children.filter(isJsonObject) : [];
}

/** What a turn records of a file that a tool has written. */
interface RecordedContents {
  /** Null where there was no file, or it was not kept. */
  readonly before: string | null;
  /** Null where it was not kept. */
  readonly after: string | null;
  /** Whether both are UTF-8; else they have U+FFFD for what is not. */
  readonly isText: boolean;
}

/** The texts of a file before and after a result, by its place in the turn; null where nothing of them is recorded. */
export function recordedContents(native: NativeTurn, step: number, result: number): RecordedContents | null {
  const shown = presentationOf(native, step, result);
  if (shown === null) return null;
  const { previous_content: before, after_content: after } = shown;
  const isText = !(before instanceof Uint8Array) && !(after instanceof Uint8Array);
  return { before: textOf(before), after: textOf(after), isText };
}

/** What came of a terminal action, by its place in the turn, as later formats note it beside the result (newer-formats §4.3); null where none does. */
export function terminalActionOf(native: NativeTurn, step: number, result: number): JsonObject | null {
  const { turn } = native;
  const noted = 'steps' in turn ? turn.steps[step]?.results[result]?.terminal_action_presentation : null;
  return noted === null || noted === undefined ? null : { ...noted };
}

interface Presentation {
  readonly previous_content: DurableBytes | null;
  readonly after_content: DurableBytes | null;
}

function presentationOf(native: NativeTurn, step: number, result: number): Presentation | null {
  const { turn } = native;
  if ('steps' in turn) return turn.steps[step]?.results[result]?.committed_file_presentation ?? null;
  if (!('kind' in turn) || turn.kind === 'compacted_summary') return null;
  return turn.execution?.tool_steps[step]?.tool_results[result]?.committed_file_presentation ?? null;
}

function textOf(text: DurableBytes | null): string | null {
  return text === null ? null : durableText(text).text;
}
