import type { NativeState } from '@fxlog/assembler/internal';
import type { PermissionRule } from '@fxlog/format/internal';

/** The permission rules that a session remembers; none where its log does not record them. */
export function savedRulesOf(state: NativeState): readonly PermissionRule[] {
  return state.dialect === 'event-log-v1' ? (state.state.permission_state?.rules ?? []) : [];
}
