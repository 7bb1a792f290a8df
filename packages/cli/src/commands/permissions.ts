import { dirname, join } from 'node:path';
import type { Finding } from '@fxlog/format';
import { isSessionId } from '@fxlog/format/internal';
import { type AuditedCall, auditPermissions, type PermissionMode, type Settings } from '@fxlog/harness';
import {
  childBeyondParent,
  powerlessRules,
  refusedToday,
  settingsFindings,
  unusedRules,
} from '@fxlog/harness/internal';
import type { JsonObject, JsonValue } from '@fxlog/json';
import { openSession, type Session, StoreError } from '@fxlog/store';
import type { Command, CommandContext } from '../command-context.js';
import { ExitCode, UsageError } from '../exit-code.js';
import { type WorkspaceOption, workspaceOnDisk } from '../input/disk-workspace.js';
import { openLoggedSession } from '../input/log-source.js';
import { countOf } from '../output/measures.js';
import { type Cell, type Column, layOutTable } from '../output/table.js';
import { terminalText } from '../output/terminal-text.js';
import { findingToJson } from '../report/finding-json.js';
import { noteFindings } from '../report/note-findings.js';
import { ReadingNotes } from '../report/reading-notes.js';

export interface PermissionsOptions extends WorkspaceOption {
  readonly mode?: PermissionMode;
  readonly explain?: string;
}

/** `fxlog permissions [SESSION]`. */
export const permissions: Command<[session: string | undefined], PermissionsOptions> = async (
  context,
  [argument],
  options,
) => {
  if (argument === undefined) {
    const { workspace, file, settings } = await workspaceOnDisk(context, options, null);
    await printRules(context, file, settings, workspace.root, options.json === true);
    return ExitCode.ok;
  }
  const { output } = context;
  const { session, log } = await openLoggedSession(context, argument, options.root);
  const notes = new ReadingNotes();
  const { workspace, isHere, file, settings } = await workspaceOnDisk(context, options, session);
  const { rules } = settings;
  const mode = options.mode ?? settings.mode;
  const used = new Set<number>();
  const rows: AuditedCall[] = [];
  const findings = [...settingsFindings(settings, file), ...powerlessRules(rules, workspace.root, file)];
  const children = new Set<string>();
  let [count, differing] = [0, 0];
  const audit = auditPermissions(session, {
    rules,
    mode,
    workspace: isHere ? workspace : undefined,
    signal: context.interrupt.signal,
    onFinding: notes.add,
  });
  for await (const call of audit) {
    count++;
    const finding = refusedToday(call);
    if (finding !== null) {
      differing++;
      findings.push(finding);
    }
    if (call.child !== null) children.add(call.child);
    for (const { rule } of call.decision?.targets ?? []) if (rule !== null) used.add(rule.index);
    if (options.explain !== undefined) {
      if (call.id === options.explain || placeOf(call) === options.explain) {
        await explain(context, call, mode, options.json === true);
        return ExitCode.ok;
      }
    } else if (options.json === true) await output.json(toJson(call));
    else rows.push(call);
  }
  if (options.explain !== undefined) {
    throw new UsageError(`there is no call "${options.explain}"`, 'Calls are named by their id, or as TURN.CALL: 3.1.');
  }
  findings.push(...unusedRules(rules, used, file), ...(await leaveOfChildren(session, children, mode)));
  if (options.json === true) {
    const unused = rules.filter(({ index }) => !used.has(index)).map((rule) => ({ ...rule }));
    await output.json({
      kind: 'summary',
      calls: count,
      differing,
      mode,
      unused,
      findings: findings.map(findingToJson),
    });
    return notes.say(context, log);
  }
  if (rows.length === 0) output.note('The session has no tool calls.');
  else for (const line of table(context, rows)) await output.line(line);
  const from =
    settings.rulesFrom === null ? 'no rules' : `${countOf(rules.length, 'rule')} of the ${settings.rulesFrom}`;
  output.note(`${countOf(count, 'call')}, judged by ${from} in ${mode} mode; neither is recorded in a session.`);
  await noteFindings(context, findings);
  return notes.say(context, log);
};

/** Where a child has more leave than its parent: the session itself, and the children that its calls name. */
async function leaveOfChildren(
  session: Session,
  children: ReadonlySet<string>,
  mode: PermissionMode,
): Promise<Finding[]> {
  const link = session.child();
  const own = { id: session.id, mode: link?.permissionMode ?? null };
  const found: (Finding | null)[] = [];
  const parent = link?.parentId == null ? null : await sessionBeside(session, link.parentId);
  if (parent !== null) {
    found.push(childBeyondParent(own, { id: parent.id, mode: parent.child()?.permissionMode ?? mode }));
  }
  for (const id of children) {
    const child = (await sessionBeside(session, id))?.child() ?? null;
    if (child?.parentId !== session.id) continue;
    found.push(childBeyondParent({ id, mode: child.permissionMode }, { id: session.id, mode: own.mode ?? mode }));
  }
  return found.filter((finding) => finding !== null);
}

/** A session in the same root; null where there is none of that id. */
async function sessionBeside({ dir }: Session, id: string): Promise<Session | null> {
  if (!isSessionId(id)) return null;
  try {
    return await openSession(join(dirname(dir), id));
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
}

const COLUMNS: readonly Column[] = [
  { title: 'CALL' },
  { title: 'TOOL', shrink: { min: 8, cut: 'end' } },
  { title: 'ABOUT', shrink: { min: 16, cut: 'middle' } },
  { title: 'RULES' },
  { title: 'IN THIS MODE' },
  { title: 'THE LOG' },
];

function table({ output }: CommandContext, calls: readonly AuditedCall[]): string[] {
  const { paint } = output;
  const rows = calls.map((call): Cell[] => {
    const about = call.decision?.targets.map(({ target }) => target.text).join(', ') ?? 'arguments that are not JSON';
    return [
      { text: placeOf(call) },
      { text: terminalText(call.tool) },
      { text: terminalText(about) },
      { text: call.decision?.ruleResult ?? '' },
      { text: call.decision?.outcome.replaceAll('_', ' ') ?? 'not known' },
      { text: loggedText(call), ...(call.differs ? { style: paint.yellow } : {}) },
    ];
  });
  return layOutTable(COLUMNS, rows, output.columns, paint.dim);
}

function placeOf({ turn, call }: AuditedCall): string {
  return `${turn}.${call}`;
}

function loggedText({ log, isMasked, differs, feedback }: AuditedCall): string {
  const words = [
    log.kind === 'refused' ? `refused: ${terminalText(log.reason)}` : log.kind.replaceAll('_', ' '),
    ...(feedback.length > 0 ? ['a person answered'] : []),
    ...(isMasked ? ['masked, so not certain'] : []),
    ...(differs ? ['differs'] : []),
  ];
  return words.join(', ');
}

async function explain(
  { output }: CommandContext,
  call: AuditedCall,
  mode: PermissionMode,
  isJson: boolean,
): Promise<void> {
  if (isJson) return output.json(toJson(call));
  await output.line(output.paint.bold(`Call ${placeOf(call)}: ${terminalText(call.tool)} (${terminalText(call.id)})`));
  const { decision } = call;
  if (decision === null) await output.line('Its arguments are not a JSON object, so that no rule can be asked.');
  for (const { target, rule } of decision?.targets ?? []) {
    const decided =
      rule === null
        ? 'no rule'
        : `rule ${rule.index + 1}, ${terminalText(rule.name)} "${terminalText(rule.pattern)}": ${rule.action}`;
    await output.line(`  ${terminalText(target.text)} → ${decided}`);
  }
  if (decision !== null) {
    await output.line(`In ${mode} mode: ${decision.outcome.replaceAll('_', ' ')}. ${terminalText(decision.reason)}`);
  }
  if (call.remembered !== null) {
    await output.line(`The session remembers: ${call.remembered.decision} ${terminalText(call.remembered.display)}`);
  }
  await output.line(`The log: ${loggedText(call)}`);
  for (const text of call.feedback) await output.line(`  A person typed: ${terminalText(text)}`);
}

function toJson(call: AuditedCall): JsonObject {
  return { kind: 'call', version: 1, ...(call as unknown as JsonObject) };
}

async function printRules(
  context: CommandContext,
  file: string,
  settings: Settings,
  root: string,
  isJson: boolean,
): Promise<void> {
  const { output } = context;
  const findings = [...settingsFindings(settings, file), ...powerlessRules(settings.rules, root, file)];
  if (isJson) {
    const { contextLimits, ...rest } = settings;
    return output.json({
      kind: 'rules',
      version: 1,
      file,
      ...(rest as unknown as JsonObject),
      contextLimits: Object.fromEntries([
        ...(contextLimits.user ?? []),
        ...(contextLimits.workspace ?? []),
      ]) as JsonValue,
      findings: findings.map(findingToJson),
    });
  }
  const { paint } = output;
  const from =
    settings.rulesFrom === null ? 'no rules' : `${countOf(settings.rules.length, 'rule')} of the ${settings.rulesFrom}`;
  await output.line(paint.bold(`${terminalText(file)}: ${from}, ${settings.mode} mode`));
  for (const { index, name, pattern, action } of settings.rules) {
    await output.line(
      `${String(index + 1).padStart(4)}  ${action.padEnd(5)}  ${terminalText(name)}  ${terminalText(pattern)}`,
    );
  }
  if (settings.rules.length > 0) output.note('The last rule that matches decides.');
  await noteFindings(context, findings);
}
