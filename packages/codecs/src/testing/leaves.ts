/**
 * An independent count of what a common transcript holds. It looks at the JSON alone and knows nothing of codecs.
 */
import type { Loss, LossReport } from '../loss.js';

/** A text, call, result, image, piece of reasoning or number, and where it stands. */
export interface Leaf {
  readonly kind: string;
  readonly value: string;
  readonly message: number | null;
  readonly block: number | null;
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The leaves of a transcript as Common JSON. */
export function leavesOf(commonJson: string): Leaf[] {
  const { meta, messages } = JSON.parse(commonJson) as { meta: Record<string, Json>; messages: Record<string, Json>[] };
  const leaves: Leaf[] = Object.entries(meta).map(([key, value]) => ({
    kind: `meta.${key}`,
    value: textOf(value),
    message: null,
    block: null,
  }));
  for (const [message, { content, ...rest }] of messages.entries()) {
    for (const [key, value] of Object.entries(rest)) {
      if (key === 'usage') continue;
      leaves.push({ kind: `message.${key}`, value: textOf(value), message, block: null });
    }
    for (const [block, value] of (content as Record<string, Json>[]).entries()) {
      for (const [kind, text] of leavesOfBlock(value)) leaves.push({ kind, value: text, message, block });
    }
  }
  return leaves;
}

/** Tokens in all, per kind. */
export function tokensOf(commonJson: string): Record<string, number> {
  const { messages } = JSON.parse(commonJson) as { messages: { usage?: Record<string, number> }[] };
  const totals: Record<string, number> = {};
  for (const { usage = {} } of messages) {
    for (const [key, value] of Object.entries(usage)) totals[key] = (totals[key] ?? 0) + value;
  }
  return totals;
}

/**
 * Leaves of the first transcript that are neither in the second nor explained by a loss that names their message. A text also counts
 * when it is part of another one: texts are joined. Each leaf of the second stands for one of the first.
 */
export function missingLeaves(before: readonly Leaf[], after: readonly Leaf[], losses: LossReport): Leaf[] {
  const rest = new Map<string, number>();
  for (const { kind, value } of after) rest.set(`${kind} ${value}`, (rest.get(`${kind} ${value}`) ?? 0) + 1);
  const texts = after.filter(({ kind }) => kind === 'text' || kind === 'result').map(({ value }) => value);
  const all = losses.kinds().flatMap(({ samples }) => samples);
  return before.filter((leaf) => {
    const key = `${leaf.kind} ${leaf.value}`;
    const count = rest.get(key) ?? 0;
    if (count > 0) {
      rest.set(key, count - 1);
      return false;
    }
    if (leaf.kind === 'text' && texts.some((text) => text.includes(leaf.value))) return false;
    return !all.some((loss) => explains(loss, leaf));
  });
}

function explains({ where }: Loss, { message, block }: Leaf): boolean {
  if (where.message === undefined) return message === null;
  if (where.message !== message && message !== null) return where.block === undefined && where.message < message;
  return where.block === undefined || block === null || where.block === block;
}

function leavesOfBlock({ type, ...rest }: Record<string, Json>): [kind: string, text: string][] {
  switch (type) {
    case 'tool_use':
      return [['call', textOf([rest.id as Json, rest.tool as Json])]];
    case 'tool_result':
      return [
        ['result', typeof rest.content === 'string' ? rest.content : textOf(rest.content as Json)],
        ['result.id', textOf([rest.tool_use_id as Json, rest.is_error ?? false])],
      ];
    case 'text':
      return [['text', rest.text as string]];
    default:
      return [[String(type), textOf(rest)]];
  }
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
