import type { StateDocument } from '@fxlog/format';
import type { SessionManifest } from '@fxlog/format/internal';

type Effort = string;

// ASCII folding only, as fx does it: `toLowerCase` alone would take the Kelvin sign for a k.
function fold(word: string): string {
  return word.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The three spellings of "auto" are one effort; every other name counts as spelled (event-log §3.4.2). */
function effortOf(effort: Effort): string {
  return ['auto', 'adaptive', 'default'].includes(fold(effort)) ? 'auto' : effort;
}

/** The members in which a manifest and the state of its log differ (session-directory §2.3, step 3); empty when it describes the log. */
export function manifestDifferences(manifest: SessionManifest, state: StateDocument, turns: number): readonly string[] {
  const same = (a: number | bigint, b: number | bigint): boolean => BigInt(a) === BigInt(b);
  const { preferences: claimed } = manifest;
  const { preferences: actual } = state;
  const checks: readonly (readonly [string, boolean])[] = [
    ['id', manifest.id === state.id],
    ['origin_workspace_root', manifest.origin_workspace_root === state.origin_workspace_root],
    ['workspace_root', manifest.workspace_root === state.workspace_root],
    ['created_at_ms', same(manifest.created_at_ms, state.created_at_ms)],
    ['updated_at_ms', same(manifest.updated_at_ms, state.updated_at_ms)],
    ['conversation_language', manifest.conversation_language === state.conversation_language],
    ['history_len', same(manifest.history_len, turns)],
    ['total_input_tokens', same(manifest.total_input_tokens, state.total_input_tokens)],
    ['total_output_tokens', same(manifest.total_output_tokens, state.total_output_tokens)],
    ['preferences/model', claimed.model === actual.model],
    ['preferences/effort', effortOf(claimed.effort) === effortOf(actual.effort)],
    ['preferences/fast_mode', claimed.fast_mode === actual.fast_mode],
    ['preferences/provider', fold(claimed.provider ?? 'gateway') === fold(actual.provider ?? 'gateway')],
  ];
  return checks.filter(([, equal]) => !equal).map(([name]) => name);
}

/** Does the manifest describe this state? */
export function matchesState(manifest: SessionManifest, state: StateDocument, turns: number): boolean {
  return manifestDifferences(manifest, state, turns).length === 0;
}
