import type { JsonValue } from '@fxlog/json';
import type { Fault } from '../../../frame-error.js';
import type { FxErrorName } from '../../../fx-error-name.js';
import type { Uint64 } from '../../../scalars.js';
import { nameInTurn, runValidator } from '../../../shape.js';
import { contentValidators } from '../generated/content-validators.js';
import type { PermissionState } from '../generated/types.js';

/** Rules that fx takes; that there is one more it minds when it comes to it. */
const MAX_RULES = 1024;

/**
 * Judges a permission state where it is read, bounds included, in fx's order (event-log §3.13.1, §5.4). Which schema it may have is a question
 * of the state as a whole.
 */
export function judgePermissionState(tree: JsonValue, path: string): Fault | null {
  const excess = takeExcess(tree);
  const { fault, deferred } = runValidator(contentValidators.permission_state, tree, path, nameInDurableField);
  if (fault !== null) return fault;
  if (excess) return { rule: 'state/permission-rules', path: `${path}/rules`, fxError: 'InvalidDurableField' };
  if (deferred !== null && deferred.rule !== 'state/permission-schema') return deferred;
  return findRuleFault(tree as unknown as PermissionState, path);
}

/** Cuts off the rules that are too many, so that those before them are judged first; says whether there were any. */
function takeExcess(tree: JsonValue): boolean {
  if (typeof tree !== 'object' || tree === null || !('rules' in tree) || !Array.isArray(tree.rules)) return false;
  return tree.rules.splice(MAX_RULES).length > 0;
}

/** Keywords that a value of the right type breaks when it is none of those that may stand there. */
const VALUE_KEYWORDS: ReadonlySet<string> = new Set(['enum', 'const', 'asciiWord', 'maximum', 'minBytes', 'maxBytes']);

/** The name of a fault in the permission state, and in the fields of a recovery checkpoint (event-log §3.11, §3.13.1). */
export function nameInDurableField(path: string, keyword: string): FxErrorName {
  return VALUE_KEYWORDS.has(keyword) ? 'InvalidDurableField' : nameInTurn(path, keyword);
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
