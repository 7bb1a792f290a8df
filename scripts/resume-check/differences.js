// @ts-check
// Where two programs tell their models something else of the same conversation, and whether the report of the conversion names it.
import { diffArrays } from 'diff';

/** @typedef {import('./told.js').Fact} Fact */

/**
 * @typedef {object} Difference
 * @property {string} what Kind of it: how it is looked up in the report.
 * @property {string} detail
 * @property {string | null} code The loss that names it; null when none does.
 */

/**
 * The losses that can name a difference. What a target program adds in its own words is none.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const NAMED_BY = {
  'own words missing': ['injected-context', 'dropped-record'],
  'text missing': [
    'untold',
    'dropped-message',
    'dropped-block',
    'dropped-artifact',
    'compaction-applied',
    'skipped-entry',
  ],
  'text added': ['dropped-artifact', 'dropped-image', 'dropped-block', 'flattened-output', 'untold'],
  'text moved': ['moved-text'],
  'reasoning missing': ['dropped-thinking', 'untold'],
  'reasoning added': ['untold'],
  'reasoning moved': ['moved-thinking', 'moved-text'],
  'call missing': ['dropped-message', 'dropped-block'],
  'call added': [],
  'call moved': ['moved-text'],
  'result missing': ['dropped-message', 'orphan-result'],
  'result added': ['open-call'],
  'result moved': ['moved-text'],
  'output missing': ['open-call', 'flattened-output', 'partial-output', 'untold'],
  'output added': ['untold', 'flattened-output', 'open-call', 'dropped-image'],
  'output moved': ['moved-text', 'flattened-output'],
  'image missing': ['dropped-image'],
  'image added': [],
  'image moved': ['moved-text'],
  'argument changed': ['changed-arguments', 'dropped-bash-option', 'dropped-replace-all', 'malformed-arguments'],
};

/** Losses of which one stands for each fact; the others can stand for a whole text. */
const ONE_BY_ONE = new Set(['reasoning missing', 'image missing', 'call missing', 'result missing']);

/**
 * @param {import('./told.js').Told} source
 * @param {import('./told.js').Told} target
 * @param {ReadonlyMap<string, number>} losses how often each was reported
 * @returns {Difference[]}
 */
export function differencesOf(source, target, losses) {
  const isSaid = (/** @type {Fact} */ { isOwn }) => !isOwn;
  const comparator = (/** @type {Fact} */ left, /** @type {Fact} */ right) =>
    left.kind === right.kind && left.key === right.key;
  /** @type {Fact[]} */
  const missing = [];
  /** @type {Fact[]} */
  const added = [];
  for (const { value, removed, added: isAdded } of diffArrays(
    source.facts.filter(isSaid),
    target.facts.filter(isSaid),
    {
      comparator,
    },
  )) {
    if (removed) missing.push(...value);
    else if (isAdded) added.push(...value);
  }
  // Where programs say something in their own words is their own affair.
  const own = target.facts.filter(({ isOwn }) => isOwn);
  const take = (/** @type {Fact[]} */ from, /** @type {Fact} */ fact) => {
    const at = from.findIndex((other) => comparator(fact, other));
    if (at >= 0) from.splice(at, 1);
    return at >= 0;
  };
  /** @type {{ what: string, detail: string }[]} */
  const found = [];
  const untold = source.facts.filter((fact) => fact.isOwn && !take(added, fact) && !take(own, fact));
  if (untold.length > 0) found.push({ what: 'own words missing', detail: untold.map(({ key }) => key).join(' | ') });
  for (const fact of missing) {
    if (take(own, fact)) continue;
    found.push({ what: `${fact.kind} ${take(added, fact) ? 'moved' : 'missing'}`, detail: fact.key });
  }
  for (const fact of added) found.push({ what: `${fact.kind} added`, detail: fact.key });
  for (const [at, input] of source.inputs.entries()) {
    const text = JSON.stringify(target.inputs[at] ?? null);
    for (const leaf of leavesOf(input)) {
      if (!text.includes(leaf)) found.push({ what: 'argument changed', detail: `${at + 1} ${leaf}` });
    }
  }
  /** @type {Map<string, number>} */
  const named = new Map();
  return found.map(({ what, detail }) => {
    const code = (NAMED_BY[what] ?? []).find((candidate) => {
      const left = (losses.get(candidate) ?? 0) - (ONE_BY_ONE.has(what) ? (named.get(candidate) ?? 0) : 0);
      return left > 0;
    });
    if (code !== undefined) named.set(code, (named.get(code) ?? 0) + 1);
    return { what, detail, code: code ?? null };
  });
}

/**
 * What arguments say, in the spelling of JSON: numbers, and texts line by line, because tools name their arguments each in its own way. The marks of a
 * patch are its form.
 *
 * @param {unknown} value
 * @returns {string[]}
 */
function leavesOf(value) {
  if (typeof value === 'string') {
    const isPatch = value.startsWith('*** Begin Patch');
    return value
      .split('\n')
      .map((line) =>
        isPatch
          ? line.replace(/^(?:\*\*\* (?:(?:Add|Update|Delete) File: )?(?:Begin Patch|End Patch)?|@@|[-+ ])/, '')
          : line,
      )
      .map((line) => JSON.stringify(line.trim()).slice(1, -1))
      .filter((line) => line !== '');
  }
  if (typeof value === 'number') return [`${value}`];
  if (typeof value !== 'object' || value === null) return value === true ? ['true'] : [];
  return Object.values(value).flatMap(leavesOf);
}
