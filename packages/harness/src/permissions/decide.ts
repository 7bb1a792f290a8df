import type { WorkspaceView } from '../workspace.js';
import { isDestructive } from './commands/destructive.js';
import { isReadOnlyPlan } from './commands/read-only-plan.js';
import { isKnownReversible } from './commands/reversible.js';
import { isInWorkspace, isSensitive } from './paths.js';
import { lastMatch, type PermissionRule, type RuleAction } from './rules.js';
import { type MatchedCall, matchCall, type PermissionTarget, type ToolCall } from './targets.js';

/** How fx treats what no rule decides (profile-and-tools §4.1). No session records it. */
export type PermissionMode = 'ask' | 'auto' | 'yolo';

/**
 * What becomes of a call: it runs, it is refused, a person is asked (because a rule says so, or none says anything), a reviewing model is asked, it is
 * refused so that the model plans anew, or it fails before anybody looks at permissions.
 */
export type PermissionOutcome = 'allow' | 'deny' | 'ask' | 'ask_by_rule' | 'review' | 'replan' | 'not_evaluated';

/** Which rule decides about one thing that a call is about. */
export interface TargetDecision {
  readonly target: PermissionTarget;
  /** The last rule that matches; null when none does. */
  readonly rule: PermissionRule | null;
}

/** What the rules of a profile say of a call. */
export interface PermissionDecision {
  readonly outcome: PermissionOutcome;
  /** What the rules alone say; null when they leave the call to the mode. */
  readonly ruleResult: RuleAction | null;
  readonly targets: readonly TargetDecision[];
  /** Why, in a sentence. */
  readonly reason: string;
}

/** Under which circumstances a call is judged. */
export interface PermissionCircumstances {
  /** The one list of rules that is in force (profile-and-tools §4.2). */
  readonly rules: readonly PermissionRule[];
  readonly mode: PermissionMode;
  readonly workspace: WorkspaceView;
  /** What the session remembers of just this call; null or absent where it remembers nothing. */
  readonly remembered?: 'allow' | 'deny' | null;
}

/** Longest content that fx writes, in bytes. */
const MAX_CONTENT_BYTES = 4_194_304;

const NEEDS_NO_APPROVAL: ReadonlySet<string> = new Set([
  ...['read_file', 'list_files', 'glob_files', 'grep_files', 'file_info', 'semantic_search', 'web_fetch', 'web_search'],
  ...['perplexity_search', 'parallel_search', 'memory', 'skill', 'subagent', 'mcp_search_tools', 'mcp_select_tool'],
  ...['mcp_features', 'ask_user_question', 'read_tool_result'],
]);
const LOOKING_ACTIONS: ReadonlySet<string> = new Set(['read', 'screen', 'list', 'inspect']);
const READ = { permission: 'read', alias: 'read_file' };

/**
 * Says what fx 0.0.5 makes of a call (profile-and-tools §4).
 */
export function decideCall(call: ToolCall, circumstances: PermissionCircumstances): PermissionDecision {
  const { rules, mode, workspace, remembered = null } = circumstances;
  const matched = matchCall(call, workspace);
  if ('kind' in matched) {
    const outcome = matched.kind === 'outside' ? 'deny' : 'not_evaluated';
    return { outcome, ruleResult: null, targets: [], reason: `${matched.reason}: no rule is asked.` };
  }
  const targets = matched.targets.map((target) => ({ target, rule: lastMatch(rules, matched.names, target) }));
  const ruleResult = resultOf(targets);
  const decided = (outcome: PermissionOutcome, reason: string) => ({ outcome, ruleResult, targets, reason });
  if (mode === 'yolo') return decided('allow', 'In yolo mode everything runs, whatever the rules say.');
  if (ruleResult === 'deny') return decided('deny', 'A rule denies it.');
  if (remembered === 'deny') return decided('deny', 'The session remembers that it was denied.');
  if (remembered === 'allow') return decided('allow', 'The session remembers that it was allowed.');
  const isWrite = matched.names.permission === 'edit';
  const disclosure = isWrite && disclosesFile(matched, rules, workspace);
  if (isWrite) {
    const change = judgeChange(call, matched, workspace);
    if (change === 'impossible') {
      return decided(
        'not_evaluated',
        'The text to replace does not occur exactly once in the file: the call fails before.',
      );
    }
    if (change === 'none') {
      return disclosure
        ? decided('ask', 'The file has this content already, and to say so would tell what the read rules protect.')
        : decided('allow', 'The file has this content already.');
    }
  }
  if (ruleResult === 'ask') return decided('ask_by_rule', 'A rule says to ask.');
  if (ruleResult === 'allow' && !disclosure) return decided('allow', 'Rules allow everything that it is about.');
  const [outcome, reason] = undecided(call, matched, { mode, workspace, disclosure });
  return decided(outcome, reason);
}

function resultOf(targets: readonly TargetDecision[]): RuleAction | null {
  const actions = targets.map(({ rule }) => rule?.action ?? null);
  if (actions.includes('deny')) return 'deny';
  if (actions.includes('ask')) return 'ask';
  return actions.length > 0 && actions.every((action) => action === 'allow') ? 'allow' : null;
}

/** Whether what happens to a write would tell what is in a file that may not be read just so. */
function disclosesFile(
  { targets: [file] }: MatchedCall,
  rules: readonly PermissionRule[],
  workspace: WorkspaceView,
): boolean {
  if (file?.path == null || workspace.look(file.path) !== 'file') return false;
  const action = lastMatch(rules, READ, file)?.action;
  return action === 'deny' || action === 'ask';
}

/** Whether a write changes the file; it is taken for a change where the content is not known. */
function judgeChange(
  { tool, arguments: args }: ToolCall,
  { targets: [file] }: MatchedCall,
  workspace: WorkspaceView,
): 'some' | 'none' | 'impossible' {
  const content = file?.path == null ? null : workspace.read(file.path, MAX_CONTENT_BYTES);
  if (content === null) return 'some';
  if (tool === 'write_file') {
    return typeof args.content === 'string' && Buffer.from(args.content).equals(content) ? 'none' : 'some';
  }
  const { old_string: before, new_string: after } = args;
  if (typeof before !== 'string' || typeof after !== 'string') return 'some';
  const bytes = Buffer.from(content);
  const at = bytes.indexOf(before);
  if (before === '' || at < 0 || bytes.indexOf(before, at + 1) >= 0) return 'impossible';
  return before === after ? 'none' : 'some';
}

/** What becomes of a call that no rule decides (profile-and-tools §4.6). */
function undecided(
  { tool }: ToolCall,
  { names, targets, command, action }: MatchedCall,
  { mode, workspace, disclosure }: { mode: PermissionMode; workspace: WorkspaceView; disclosure: boolean },
): [PermissionOutcome, string] {
  if (NEEDS_NO_APPROVAL.has(tool)) return ['allow', 'No rule says anything, and this tool needs no approval.'];
  if (mode === 'ask') return ['ask', 'No rule decides, so a person is asked.'];
  if (command !== null) return undecidedCommand(command.text, command.isClean);
  if (action !== null) {
    return LOOKING_ACTIONS.has(action)
      ? ['allow', 'It only looks at a terminal.']
      : ['review', 'No rule decides, so the reviewing model does.'];
  }
  if (tool === 'vision') return ['allow', 'Looking at pictures needs approval in ask mode only.'];
  if (tool === 'delete_file') return ['replan', 'Deletions are refused back to the model.'];
  const path = targets[0]?.path ?? null;
  if (path !== null && (names.permission === 'edit' || tool === 'create_folder')) {
    const isNew = names.permission === 'edit' && workspace.look(path) === null;
    if ((isInWorkspace(path, workspace) || isNew) && !isSensitive(path) && !disclosure) {
      return ['allow', isNew ? 'The file does not exist yet.' : 'It is in the workspace and not sensitive.'];
    }
  }
  return ['review', 'No rule decides, so the reviewing model does.'];
}

function undecidedCommand(text: string, isClean: boolean): [PermissionOutcome, string] {
  if (isClean && isReadOnlyPlan(text)) return ['allow', 'The command only reads.'];
  if (isKnownReversible(text)) return ['allow', 'The command is one that can be done again or undone.'];
  if (isDestructive(text)) return ['replan', 'The command deletes something or throws changes away.'];
  return ['review', 'No rule decides, so the reviewing model does.'];
}
