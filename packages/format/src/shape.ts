/**
 * What a compiled validator says, in the words of the rule catalogue.
 */

import { pointer } from '@fxlog/json';
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

/**
 * Runs a validator over a freshly parsed tree, which becomes the decoded value.
 *
 * @param path JSON Pointer of the tree in its document; the pointers of faults start with it.
 */
export function runValidator(validator: Validator, tree: unknown, path: string): ShapeResult {
  const deferred: DeferredFault[] = [];
  const isValid = validator.call({ deferred }, tree, { instancePath: path });
  const error = isValid ? undefined : validator.errors?.[0];
  return { fault: error === undefined ? null : shapeFault(error, path), deferred: deferred[0] ?? null };
}

function shapeFault(error: ValidatorError, root: string): Fault {
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
  return { rule, path, fxError: errorNameAt(path, error), ...(detail === undefined ? {} : { detail }) };
}

/** event-log §9: inside a history turn, faults of durable bytes and all others have names of their own; elsewhere the frame's. */
function errorNameAt(path: string, error: ValidatorError): FxErrorName {
  if (!path.startsWith('/payload/turn/'))
    return path === '/payload/turn' ? 'InvalidSessionFormat' : 'InvalidEventFrame';
  // A value that is not bytes at all where it might have been null has another keyword, and another name.
  return error.keyword === 'durableBytes' ? 'InvalidDurableBytes' : 'InvalidSessionFormat';
}
