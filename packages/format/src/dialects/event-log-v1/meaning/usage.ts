/**
 * What a usage snapshot must mean beyond its shape (event-log §3.5). One function per rule; each returns the JSON Pointer of the value
 * at fault, relative to the snapshot, or null.
 */

import { utf8ByteLength } from '@fxlog/json/internal';
import type { RuleId } from '../../../rules/index.js';
import type { Uint64 } from '../../../scalars.js';
import type { UsageSnapshot } from '../generated/types.js';
import { COST_TOLERANCE, MAX_USAGE_IDENTIFIER_BYTES } from '../limits.js';
import { addUint64 } from './exact-integer.js';

type UsageRule = (usage: UsageSnapshot) => string | null;

const SUMMED = [
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'billable_web_search_calls',
] as const;
const SUMMED_NULLABLE = ['reasoning_tokens', 'request_count'] as const;

/** event-log §3.5: settled is below next. */
const settledBelowNext: UsageRule = (usage) =>
  usage.settled_through_sequence < usage.next_sequence ? null : '/settled_through_sequence';

/** event-log §3.5.1: complete has nothing pending, pending has something. */
const billingFitsPending: UsageRule = (usage) => {
  if (usage.billing === 'complete' && usage.pending.length > 0) return '/pending';
  if (usage.billing === 'pending' && usage.pending.length === 0) return '/pending';
  return null;
};

/** event-log §3.5.3: model names are unique. */
const modelsUnique: UsageRule = (usage) => findRepeat('/models', usage.models, 'model');

/** event-log §3.5.3: first sequences rise strictly and stay below next. */
const modelSequencesRise: UsageRule = (usage) => {
  let last: Uint64 = 0;
  for (const [index, model] of usage.models.entries()) {
    if (model.first_sequence <= last || model.first_sequence >= usage.next_sequence) {
      return `/models/${index}/first_sequence`;
    }
    last = model.first_sequence;
  }
  return null;
};

/** event-log §3.5.3, §3.5.5: cached tokens are input tokens, reasoning tokens are output tokens. */
const partsWithinTotals: UsageRule = (usage) => {
  for (const [list, entries] of [['models', usage.models] as const, ['publication_backlog', factsOf(usage)] as const]) {
    for (const [index, entry] of entries.entries()) {
      const at = `/${list}/${index}`;
      if (entry.cache_read_tokens > entry.input_tokens) return `${at}/cache_read_tokens`;
      if (entry.cache_write_tokens > entry.input_tokens) return `${at}/cache_write_tokens`;
      const reasoning = 'reasoning_tokens' in entry ? entry.reasoning_tokens : null;
      if (reasoning !== null && reasoning > entry.output_tokens) return `${at}/reasoning_tokens`;
    }
  }
  return null;
};

/** event-log §3.5.4: ids and sequences of pending entries are unique, sequences below next. */
const pendingUnique: UsageRule = (usage) => {
  for (const [index, entry] of usage.pending.entries()) {
    if (entry.sequence >= usage.next_sequence) return `/pending/${index}/sequence`;
  }
  return findRepeat('/pending', usage.pending, 'id') ?? findRepeat('/pending', usage.pending, 'sequence');
};

/** event-log §3.5.5: fact ids are unique. */
const factsUnique: UsageRule = (usage) => findRepeat('/publication_backlog', factsOf(usage), 'id');

/** event-log §3.5.2: totals are the exact sums over the models. */
const tokenSums: UsageRule = (usage) => {
  for (const key of SUMMED) {
    let sum: Uint64 | null = 0;
    for (const model of usage.models) {
      sum = addUint64(sum, model[key]);
      if (sum === null) return `/${key}`;
    }
    if (sum !== usage[key]) return `/${key}`;
  }
  return null;
};

/** event-log §3.5.2: a null makes the sum null for good, and null equals null. */
const nullableSums: UsageRule = (usage) => {
  if (!('schema_version' in usage)) return null;
  for (const key of SUMMED_NULLABLE) {
    let sum: Uint64 | null = usage[key] === null ? null : 0;
    for (const model of usage.models) {
      const value: Uint64 | null = model[key];
      if (sum === null || value === null) sum = null;
      else {
        sum = addUint64(sum, value);
        if (sum === null) return `/${key}`;
      }
    }
    if (sum !== usage[key]) return `/${key}`;
  }
  return null;
};

/** event-log §3.5.2: costs add up left to right in doubles, within the tolerance. */
const costSum: UsageRule = (usage) => {
  let sum = 0;
  for (const model of usage.models) {
    sum += model.total_cost;
    if (!Number.isFinite(sum)) return '/total_cost';
  }
  const tolerance = Math.max(COST_TOLERANCE, usage.total_cost * COST_TOLERANCE);
  return Math.abs(sum - usage.total_cost) > tolerance ? '/total_cost' : null;
};

/** event-log §3.5.8: the identifiers together fit in 8192 bytes. */
const identifierBudget: UsageRule = (usage) => {
  let bytes = 0;
  for (const model of usage.models) bytes += utf8ByteLength(model.model);
  for (const entry of usage.pending) {
    bytes += utf8ByteLength(entry.id) + utf8ByteLength(entry.origin) + utf8ByteLength(entry.team ?? '');
  }
  for (const fact of factsOf(usage)) bytes += utf8ByteLength(fact.id) + utf8ByteLength(fact.model);
  return bytes > MAX_USAGE_IDENTIFIER_BYTES ? '' : null;
};

const USAGE_RULES: readonly (readonly [id: RuleId, rule: UsageRule])[] = [
  ['usage/settled-sequence', settledBelowNext],
  ['usage/billing-pending', billingFitsPending],
  ['usage/model-repeated', modelsUnique],
  ['usage/model-order', modelSequencesRise],
  ['usage/part-exceeds-total', partsWithinTotals],
  ['usage/pending-repeated', pendingUnique],
  ['usage/fact-repeated', factsUnique],
  ['usage/token-sum', tokenSums],
  ['usage/nullable-sum', nullableSums],
  ['usage/cost-sum', costSum],
  ['usage/identifier-budget', identifierBudget],
];

/**
 * Checks a usage snapshot of either shape that has passed its schema (event-log §3.5).
 *
 * @returns the first broken rule with the pointer of the value, relative to the snapshot, or null.
 */
export function findUsageFault(usage: UsageSnapshot): { readonly rule: RuleId; readonly path: string } | null {
  for (const [rule, check] of USAGE_RULES) {
    const path = check(usage);
    if (path !== null) return { rule, path };
  }
  return null;
}

function factsOf(usage: UsageSnapshot) {
  return 'publication_backlog' in usage ? usage.publication_backlog : [];
}

function findRepeat<Key extends string>(
  list: string,
  entries: readonly { readonly [key in Key]: unknown }[],
  key: Key,
): string | null {
  const seen = new Set<unknown>();
  for (const [index, entry] of entries.entries()) {
    if (seen.has(entry[key])) return `${list}/${index}/${key}`;
    seen.add(entry[key]);
  }
  return null;
}
