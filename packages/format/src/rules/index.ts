import { ASSEMBLER_RULES } from './assembler-rules.js';
import { BATCH_RULES } from './batch-rules.js';
import { CHANGE_RULES } from './change-rules.js';
import { CODEC_RULES } from './codec-rules.js';
import { CONVERSATION_RULES } from './conversation-rules.js';
import { EVENT_RULES } from './event-rules.js';
import { FRAME_RULES } from './frame-rules.js';
import { HARNESS_RULES } from './harness-rules.js';
import { READER_RULES } from './reader-rules.js';
import { REPAIR_RULES } from './repair-rules.js';
import type { Rule } from './rule.js';
import { SESSIONS_V2_RULES } from './sessions-v2-rules.js';
import { STORE_RULES } from './store-rules.js';
import { WRITER_RULES } from './writer-rules.js';

const CATALOGUE = [
  ...FRAME_RULES,
  ...EVENT_RULES,
  ...CONVERSATION_RULES,
  ...SESSIONS_V2_RULES,
  ...READER_RULES,
  ...ASSEMBLER_RULES,
  ...WRITER_RULES,
  ...STORE_RULES,
  ...REPAIR_RULES,
  ...CHANGE_RULES,
  ...CODEC_RULES,
  ...HARNESS_RULES,
  ...BATCH_RULES,
];

/** Stable id of a rule, `area/name`: what a finding or an error names. */
export type RuleId = (typeof CATALOGUE)[number]['id'];

/** The rule catalogue: every rule that a finding or an error can name, in the order of the layers that check them. */
export const RULES: readonly Rule[] = CATALOGUE;

const BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

/** The rule with an id. */
export function ruleById(id: RuleId): Rule {
  const rule = findRule(id);
  if (rule === undefined) throw new RangeError(`There is no rule ${id}.`);
  return rule;
}

/** The rule with an id that came from outside; undefined where the catalogue has no such rule. */
export function findRule(id: string): Rule | undefined {
  return BY_ID.get(id);
}
