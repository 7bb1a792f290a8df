import type { JsonValue } from '@fxlog/json';
import type { Fault } from '../../../frame-error.js';
import type { Uint64 } from '../../../scalars.js';
import { runValidator } from '../../../shape.js';
import { contentValidators } from '../generated/content-validators.js';
import type { PermissionState } from '../generated/types.js';

/**
 * Judges a permission state where it is read, bounds included (event-log §3.13.1, §5.4). Which schema it may have is a question of the
 * state as a whole.
 */
export function judgePermissionState(tree: JsonValue, path: string): Fault | null {
  const { fault, deferred } = runValidator(contentValidators.permission_state, tree, path);
  if (fault !== null) {
    // `unresolved` is a decision that fx knows, but does not let stand in a rule.
    const isUnresolved =
      fault.path.endsWith('/decision') && valueAt(tree, fault.path.slice(path.length)) === 'unresolved';
    return isUnresolved ? { ...fault, fxError: 'InvalidDurableField' } : named(fault);
  }
  if (deferred !== null && deferred.rule !== 'state/permission-schema') return deferred;
  return findRuleFault(tree as unknown as PermissionState, path);
}

/** Gives a fault of the shape the name it has in a state document (event-log §9). */
export function named(fault: Fault | null): Fault | null {
  if (fault === null) return null;
  const fxError = fault.rule === 'shape/durable-bytes' ? 'InvalidDurableBytes' : 'InvalidSessionFormat';
  return { ...fault, fxError };
}

/** The relations between the rules (event-log §3.13.1). */
function findRuleFault(state: PermissionState, path: string): Fault | null {
  const ids = new Set<Uint64>();
  const subjects = new Set<string>();
  for (const [index, { id, generation, kind, canonical }] of state.rules.entries()) {
    const fault = (key: string): Fault => ({
      rule: 'state/permission-rules',
      path: `${path}/rules/${index}/${key}`,
      fxError: 'InvalidDurableField',
    });
    if (id > generation || id >= state.next_generation || ids.has(id)) return fault('id');
    if (generation >= state.next_generation) return fault('generation');
    const subject = `${kind} ${Buffer.from(canonical).toString('hex')}`;
    if (subjects.has(subject)) return fault('canonical');
    ids.add(id);
    subjects.add(subject);
  }
  return null;
}

function valueAt(tree: JsonValue, path: string): unknown {
  let value: unknown = tree;
  for (const key of path.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
