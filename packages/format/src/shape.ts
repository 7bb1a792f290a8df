/**
 * What a compiled validator says, in the words of the rule catalogue.
 */

import { pointer } from '@fxlog/json/internal';
import type { Fault } from './frame-error.js';
import type { FxErrorName } from './fx-error-name.js';
import type { DeferredFault } from './keywords.js';
import type { RuleId } from './rules/index.js';
import type { Validator, ValidatorError } from './validator.js';

/** The outcome of a validator: the fault that stopped it, or the first bound that fx looks at only after parsing (event-log §2.1). */
export interface ShapeResult {
  readonly fault: Fault | null;
  readonly deferred: Fault | null;
}

const RULE_OF_KEYWORD: Readonly<Record<string, RuleId>> = {
  required: 'shape/missing-key',
  dependentRequired: 'shape/missing-key',
  additionalProperties: 'shape/unknown-key',
  // A key of a tool result that its execution's version does not have.
  'false schema': 'shape/unknown-key',
  type: 'shape/type',
  fxInteger: 'shape/integer',
  fxCost: 'shape/cost',
  enum: 'shape/enum',
  const: 'shape/enum',
  discriminator: 'shape/enum',
  asciiWord: 'shape/enum',
  minBytes: 'shape/length',
  maxBytes: 'shape/length',
  pattern: 'shape/text',
  effort: 'shape/text',
  durableBytes: 'shape/durable-bytes',
  bytesOrNull: 'shape/type',
  canonicalBase64: 'shape/base64',
  maxItems: 'shape/too-many',
  minProperties: 'shape/too-many',
  maxProperties: 'shape/too-many',
  keyOrder: 'shape/key-order',
};

const IDENTIFIER_PATTERN = /^\^\[0-9a-f\]/;

/** Keys that fx 0.0.6 and 0.0.7 added to this dialect (newer-formats §1). */
const LATER_KEYS: ReadonlySet<unknown> = new Set([
  'subagent_child',
  'route_identity',
  'delivery',
  'network_error_name',
  'network_failure_stage',
  'steering',
  'turn_summary',
]);

/** The name that fx has for a fault: by its place, and by the keyword of the schema that the value breaks. */
export type FaultNamer = (path: string, keyword: string) => FxErrorName;

/**
 * Runs a validator over a freshly parsed tree, which becomes the decoded value.
 *
 * @param path JSON Pointer of the tree in its document; the pointers of faults start with it.
 * @param nameOf the names of faults; default those of a frame.
 */
export function runValidator(
  validator: Validator,
  tree: unknown,
  path: string,
  nameOf: FaultNamer = nameInFrame,
): ShapeResult {
  const deferred: DeferredFault[] = [];
  const isValid = validator.call({ deferred }, tree, { instancePath: path });
  const error = isValid ? undefined : validator.errors?.[0];
  return { fault: error === undefined ? null : shapeFault(error, path, nameOf), deferred: deferred[0] ?? null };
}

function shapeFault(error: ValidatorError, root: string, nameOf: FaultNamer): Fault {
  const { keyword, params } = error;
  let rule: RuleId = RULE_OF_KEYWORD[keyword] ?? 'shape/value';
  if (keyword === 'pattern' && IDENTIFIER_PATTERN.test(String(params.pattern))) rule = 'shape/hex';
  let path = error.instancePath;
  const extra = params.additionalProperty;
  if (extra !== undefined) {
    path += pointer(String(extra));
    if (LATER_KEYS.has(extra)) rule = 'shape/later-key';
  }
  if (keyword === 'enum' && path === '/kind' && root === '') rule = 'envelope/unknown-kind';
  const missing = params.missingProperty;
  const detail = missing === undefined ? error.message : String(missing);
  // A key too much belongs to the object that has it.
  const fxError = nameOf(extra === undefined ? path : `${error.instancePath}/`, keyword);
  return { rule, path, fxError, ...(detail === undefined ? {} : { detail }) };
}

const TURN = '/payload/turn';

/** event-log §9: a history turn has names of its own; elsewhere a fault has that of the frame. */
function nameInFrame(path: string, keyword: string): FxErrorName {
  return path === TURN || path.startsWith(`${TURN}/`) ? nameInTurn(path, keyword) : 'InvalidEventFrame';
}

/** The name of a fault in a history turn, or in a part of one. */
export function nameInTurn(_path: string, keyword: string): FxErrorName {
  // A value that is not bytes at all where it might have been null has another keyword, and another name.
  return keyword === 'durableBytes' ? 'InvalidDurableBytes' : 'InvalidSessionFormat';
}
