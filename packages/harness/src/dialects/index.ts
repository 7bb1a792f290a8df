import { durableText } from '@fxlog/assembler';
import type { NativeState, NativeTurn } from '@fxlog/assembler/internal';
import type { DurableBytes } from '@fxlog/format';
import type { PermissionRule } from '@fxlog/format/internal';

/** The permission rules that a session remembers; null where its log does not record them. */
export function savedRulesOf(state: NativeState): readonly PermissionRule[] | null {
  return state.dialect === 'event-log-v1' ? (state.state.permission_state?.rules ?? []) : null;
}

/** What a turn records of a file that a tool has written. */
interface RecordedContents {
  /** Null where there was no file, or it was not kept. */
  readonly before: string | null;
  /** Null where it was not kept. */
  readonly after: string | null;
}

/** The texts of a file before and after a result, by its place in the turn; null where nothing of them is recorded. */
export function recordedContents(native: NativeTurn, step: number, result: number): RecordedContents | null {
  const shown = presentationOf(native, step, result);
  if (shown === null) return null;
  return { before: textOf(shown.previous_content), after: textOf(shown.after_content) };
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
