import { isOrderedObject, type OrderedJson, trimOf } from '@fxlog/json/internal';
import { isStaticText } from './static-text.js';
import type { PermissionTarget } from './targets.js';
import { Wildcard } from './wildcard.js';

/** What a rule says. */
export type RuleAction = 'allow' | 'ask' | 'deny';

/** One rule of a profile (profile-and-tools §4.2). */
export interface PermissionRule {
  /** Permission name or alias of a tool, with wildcards. */
  readonly name: string;
  /** What the call is about, with wildcards. */
  readonly pattern: string;
  readonly action: RuleAction;
  /** Place in the list, from 0: the last rule that matches decides. */
  readonly index: number;
}

const ACTIONS: readonly string[] = ['allow', 'ask', 'deny'];
const BLANKS = ' \t\r\n';
/**
 * The rules of a `permission` value, in the order of the text.
 *
 * @returns null where anything in it is wrong: fx drops the whole layer then.
 */
export function parseRules(permission: OrderedJson): readonly PermissionRule[] | null {
  const found: Omit<PermissionRule, 'index'>[] = [];
  const add = (name: string, pattern: string, action: OrderedJson): boolean => {
    const word = typeof action === 'string' ? action.toLowerCase() : '';
    const rule = { name: trimOf(name, BLANKS), pattern: trimOf(pattern, BLANKS), action: word as RuleAction };
    found.push(rule);
    return rule.name !== '' && rule.pattern !== '' && ACTIONS.includes(word);
  };
  if (!isOrderedObject(permission)) {
    if (!add('*', '*', permission)) return null;
  } else {
    for (const [name, value] of permission) {
      const patterns = isOrderedObject(value) ? [...value] : [['*', value] as const];
      if (trimOf(name, BLANKS) === '') return null;
      for (const [pattern, action] of patterns) if (!add(name, pattern, action)) return null;
    }
  }
  return found.map((rule, index) => ({ ...rule, index }));
}

/** What a tool is called by rules. */
export interface ToolNames {
  readonly permission: string;
  readonly alias: string;
}

/** The patterns of rules, made ready once for all calls. */
const NAMES = new WeakMap<PermissionRule, Wildcard>();
const PATTERNS = new WeakMap<PermissionRule, Wildcard>();
const COMMANDS = new WeakMap<PermissionRule, Wildcard>();

function ready(
  known: WeakMap<PermissionRule, Wildcard>,
  rule: PermissionRule,
  make: (rule: PermissionRule) => Wildcard,
): Wildcard {
  const found = known.get(rule) ?? make(rule);
  known.set(rule, found);
  return found;
}

/** The last rule that matches a target; null when none does. */
export function lastMatch(
  rules: readonly PermissionRule[],
  names: ToolNames,
  { text }: PermissionTarget,
): PermissionRule | null {
  const target = Buffer.from(text);
  for (let index = rules.length - 1; index >= 0; index--) {
    const rule = rules[index] as PermissionRule;
    if (matchesName(rule, names) && matchesTarget(rule, names, text, target)) return rule;
  }
  return null;
}

/** Whether the name of a rule is that of a tool. */
function matchesName(rule: PermissionRule, { permission, alias }: ToolNames): boolean {
  if (permission === 'web_fetch') return rule.name === 'web_fetch';
  const name = ready(NAMES, rule, () => Wildcard.ofRule(Buffer.from(rule.name)));
  return name.matches(Buffer.from(permission)) || name.matches(Buffer.from(alias));
}

function matchesTarget(rule: PermissionRule, { permission }: ToolNames, text: string, target: Uint8Array): boolean {
  // The target is a host in its canonical spelling: a pattern with a wildcard, a port or a capital letter is never equal to it.
  if (permission === 'web_fetch') return rule.pattern === text;
  if (permission === 'bash' && rule.action === 'allow') return allowsCommand(rule, text, target);
  if (isInTree(rule.pattern, text)) return true;
  return ready(PATTERNS, rule, () => Wildcard.ofRule(Buffer.from(rule.pattern))).matches(target);
}

function allowsCommand(rule: PermissionRule, command: string, target: Uint8Array): boolean {
  const { pattern } = rule;
  if (!pattern.includes('*') && !pattern.includes('?')) return pattern === command;
  if (!isStaticText(pattern, true) || !isStaticText(command, false)) return false;
  return ready(COMMANDS, rule, () => Wildcard.ofCommand(Buffer.from(pattern))).matches(target);
}

function isInTree(pattern: string, target: string): boolean {
  if (!pattern.endsWith('/**')) return false;
  const directory = pattern.slice(0, -3);
  if (directory === '') return target.startsWith('/');
  return target === directory || target.startsWith(`${directory}/`);
}

/**
 * Whether the rules hide a tool from the model: the last rule about all that it could do denies it, and no later rule says otherwise
 * (profile-and-tools §4.10).
 */
export function isHidden(rules: readonly PermissionRule[], names: ToolNames): boolean {
  let hidden = false;
  for (const rule of rules) {
    if (!matchesName(rule, names)) continue;
    if (/^\*+$/.test(rule.pattern)) hidden = rule.action === 'deny';
    else if (rule.action !== 'deny') hidden = false;
  }
  return hidden;
}
