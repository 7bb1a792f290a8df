import { ASSEMBLER_RULES } from './assembler-rules.js';
import { BATCH_RULES } from './batch-rules.js';
import { CHANGE_RULES } from './change-rules.js';
import { CODEC_RULES } from './codec-rules.js';
import { EVENT_RULES } from './event-rules.js';
import { FRAME_RULES } from './frame-rules.js';
import { READER_RULES } from './reader-rules.js';
import { REPAIR_RULES } from './repair-rules.js';
import type { Rule } from './rule.js';
import { STORE_RULES } from './store-rules.js';
import { WRITER_RULES } from './writer-rules.js';

/** The rule catalogue: every rule that a finding or an error can name, in the order of the layers that check them. */
export const RULES: readonly Rule[] = [
  ...FRAME_RULES,
  ...EVENT_RULES,
  ...READER_RULES,
  ...ASSEMBLER_RULES,
  ...WRITER_RULES,
  ...STORE_RULES,
  ...REPAIR_RULES,
  ...CHANGE_RULES,
  ...CODEC_RULES,
  ...BATCH_RULES,
];

const BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

/**
 * The rule with an id.
 *
 * @throws RangeError if the catalogue has no such rule.
 */
export function ruleById(id: string): Rule {
  const rule = BY_ID.get(id);
  if (rule === undefined) throw new RangeError(`There is no rule ${id}.`);
  return rule;
}
