import type { Finding } from '@fxlog/format';
import { harnessFinding } from '../harness-finding.js';
import type { AuditedCall } from './audit.js';
import type { PermissionMode } from './decide.js';
import { lastMatch, type PermissionRule } from './rules.js';
import { isStaticText } from './static-text.js';
import { Wildcard } from './wildcard.js';

/** The names of rules that are about paths of files and directories. */
const ABOUT_PATHS: ReadonlySet<string> = new Set([
  ...[
    'read',
    'read_file',
    'list',
    'list_files',
    'glob',
    'glob_files',
    'grep',
    'grep_files',
    'edit',
    'write_file',
    'edit_file',
  ],
  ...['create_folder', 'rename_file', 'copy_file', 'delete_file', 'file_info', 'open_file', 'semantic_search'],
]);
const WRITES: ReadonlySet<string> = new Set(['edit', 'write_file', 'edit_file']);
const COMMANDS: ReadonlySet<string> = new Set(['bash', 'run_command']);
const HOST = /^domain:(?:[^A-Z*?:[\]/]*[^A-Z*?:[\]/.]|\[[^A-Z\]]*\])$/;
/** From the least leave to the most. */
const MODES: readonly PermissionMode[] = ['ask', 'auto', 'yolo'];

/** That a call ran which would be refused today; null where it would not. */
export function refusedToday({ turn, call, tool, decision, differs }: AuditedCall): Finding | null {
  if (!differs || decision === null) return null;
  const rule = decision.targets.find((target) => target.rule?.action === 'deny')?.rule;
  const why = rule == null || decision.outcome !== 'deny' ? decision.reason : `${ruleText(rule)}.`;
  return harnessFinding(
    'harness/refused-today',
    `Call ${turn}.${call} (${tool}) ran, and would be refused today: ${why}`,
  );
}

/** The rules that decided about no call. */
export function unusedRules(rules: readonly PermissionRule[], used: ReadonlySet<number>, file: string): Finding[] {
  return rules
    .filter(({ index }) => !used.has(index))
    .map((rule) => harnessFinding('harness/unused-rule', `${ruleText(rule)}, decided about no call.`, { file }));
}

/**
 * The rules that can decide about nothing, whatever is called (profile-and-tools §4.3, §4.4).
 *
 * @param root the workspace
 * @param file the settings, as the findings name them
 */
export function powerlessRules(rules: readonly PermissionRule[], root: string, file: string): Finding[] {
  return rules.flatMap((rule) => {
    const why = powerlessness(rule, rules, root);
    return why === null ? [] : [harnessFinding('harness/powerless-rule', `${ruleText(rule)}: ${why}`, { file })];
  });
}

function powerlessness(rule: PermissionRule, rules: readonly PermissionRule[], root: string): string | null {
  const { name, pattern, action } = rule;
  if (name === 'web_fetch' && !HOST.test(pattern)) {
    return 'fx listens only to domain:HOST here, in lower case, without wildcards and port.';
  }
  if (name === 'terminal' && !Wildcard.ofRule(Buffer.from(pattern)).matches(Buffer.from('terminal'))) {
    return 'rules about commands are named bash.';
  }
  const hasWildcard = /[*?]/.test(pattern);
  if (COMMANDS.has(name) && action === 'allow' && hasWildcard && !isStaticText(pattern, true)) {
    return 'with a wildcard only plain words allow a command: no double quotes, no operators, no variables.';
  }
  if (!ABOUT_PATHS.has(name)) return null;
  if (pattern.startsWith('./') || pattern.startsWith('../')) {
    return 'paths count from the workspace root without ./, and outside of it they are absolute.';
  }
  if (pattern.length > 1 && pattern.endsWith('/')) return 'directories have no slash at the end.';
  if (root !== '/' && (pattern === root || pattern.startsWith(`${root}/`))) {
    return 'files of the workspace are named from its root, not by absolute paths.';
  }
  const directory = /^([^*?]+)\/\*$/.exec(pattern)?.[1];
  if (WRITES.has(name) && action === 'allow' && directory !== undefined) {
    const names = { permission: 'edit', alias: name === 'edit' ? 'write_file' : name };
    const about = lastMatch(rules, names, { text: directory, path: null });
    if (about?.action !== 'allow')
      return `writing there is about ${directory} itself, too: ${directory}/** allows both.`;
  }
  return null;
}

/** A session, and the mode in which its calls are judged; null where nothing says it. */
export interface ModeOfSession {
  readonly id: string;
  readonly mode: PermissionMode | null;
}

/** That a child has more leave than its parent; null where it has not, or one of the modes is not known. */
export function childBeyondParent(child: ModeOfSession, parent: ModeOfSession): Finding | null {
  if (child.mode === null || parent.mode === null || MODES.indexOf(child.mode) <= MODES.indexOf(parent.mode))
    return null;
  const message = `The child ${child.id} was given ${child.mode} mode, and its parent ${parent.id} is taken to be in ${parent.mode} mode.`;
  return harnessFinding('harness/child-beyond-parent', message);
}

function ruleText({ index, name, pattern, action }: PermissionRule): string {
  return `Rule ${index + 1}, ${name} "${pattern}": ${action}`;
}
