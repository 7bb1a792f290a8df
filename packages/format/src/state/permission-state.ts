import type { JsonValue } from '@fxlog/json';
import type { Fault } from '../frame-error.js';
import { validators } from '../generated/validators.js';
import { runValidator } from '../shape.js';

/**
 * Judges a permission state where it is read, bounds included (event-log §3.13.1, §5.4). Which schema it may have is a question of the
 * state as a whole.
 */
export function judgePermissionState(tree: JsonValue): Fault | null {
  const { fault, deferred } = runValidator(validators.permission_state, tree, '');
  if (fault !== null) {
    // `unresolved` is a decision that fx knows, but does not let stand in a rule.
    const isUnresolved = fault.path.endsWith('/decision') && valueAt(tree, fault.path) === 'unresolved';
    return isUnresolved ? { ...fault, fxError: 'InvalidDurableField' } : fault;
  }
  return deferred?.rule === 'bounds/permission-schema' ? null : deferred;
}

function valueAt(tree: JsonValue, path: string): unknown {
  let value: unknown = tree;
  for (const key of path.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
