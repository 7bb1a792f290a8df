/**
 * Validation of a state as a whole (event-log §5.5): what fx checks at the end of a state document, and again after a change of the
 * preferences or the workspace.
 */

import type { Fault } from '../../../frame-error.js';
import type { RuleId } from '../../../rules/index.js';
import { isSessionId } from '../../../session-layout.js';
import type { StateDocument } from '../generated/types.js';
import { isLanguage, isModel, isWorkId, isWorkspaceRoot } from './state-values.js';

export interface ValidateStateOptions {
  /** History turns of the state, which may not hold them; default the length of its history. */
  readonly turns?: number;
  /** Whether a permission state of schema 1 passes, as it does when a state document is read (event-log §5.4, step 4). */
  readonly allowPermissionSchema1?: boolean;
}

type StateRule = (state: StateDocument, options: ValidateStateOptions) => string | null;

const STATE_RULES: readonly (readonly [rule: RuleId, check: StateRule])[] = [
  ['state/session-id', (state) => (isSessionId(state.id) ? null : '/id')],
  [
    'state/workspace-root',
    (state) =>
      !isWorkspaceRoot(state.origin_workspace_root)
        ? '/origin_workspace_root'
        : !isWorkspaceRoot(state.workspace_root)
          ? '/workspace_root'
          : null,
  ],
  [
    'state/negative-time',
    (state) => (state.created_at_ms < 0 ? '/created_at_ms' : state.updated_at_ms < 0 ? '/updated_at_ms' : null),
  ],
  ['state/language', (state) => (isLanguage(state.conversation_language) ? null : '/conversation_language')],
  ['state/model', (state) => (isModel(state.preferences.model) ? null : '/preferences/model')],
  [
    'state/context-start',
    (state, { turns = state.history.length }) =>
      (state.context_history_start ?? 0) <= turns ? null : '/context_history_start',
  ],
  [
    'state/work-id',
    ({ last_subagent_work_id: workId }) => (workId === undefined || isWorkId(workId) ? null : '/last_subagent_work_id'),
  ],
  [
    'state/permission-schema',
    (state, { allowPermissionSchema1 = false }) => {
      const schema = state.permission_state?.schema_version ?? 2;
      return schema === 2 || (schema === 1 && allowPermissionSchema1) ? null : '/permission_state/schema_version';
    },
  ],
  ['state/checkpoint-bounds', checkpointBounds],
];

/** event-log §3.11 */
function checkpointBounds({ recovery_checkpoint: checkpoint }: StateDocument): string | null {
  if (checkpoint === undefined) return null;
  const fault = (key: keyof typeof checkpoint): string => `/recovery_checkpoint/${key}`;
  if (checkpoint.turn_id < 1) return fault('turn_id');
  const model = checkpoint.route_model;
  if (typeof model !== 'string' || !isModel(model)) return fault('route_model');
  const { consumed_provider_attempts: consumed, max_provider_attempts: max } = checkpoint;
  if (max < 1) return fault('max_provider_attempts');
  if (consumed > max) return fault('consumed_provider_attempts');
  return checkpoint.outstanding_reservation && consumed >= max ? fault('outstanding_reservation') : null;
}

/**
 * Finds what is wrong with a state whose parts are each of the right shape.
 *
 * @returns the first broken rule, always an `InvalidDurableField` to fx, or null. Usage, permission rules and turns are judged where they
 * are read.
 */
export function findStateFault(state: StateDocument, options: ValidateStateOptions = {}): Fault | null {
  for (const [rule, check] of STATE_RULES) {
    const path = check(state, options);
    if (path !== null) return { rule, path, fxError: 'InvalidDurableField' };
  }
  return null;
}
