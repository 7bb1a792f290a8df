import { dirname, resolve } from 'node:path';
import { type AuditedCall, auditPermissions, type PermissionMode, type Settings } from '@fxlog/harness';
import type { JsonObject, JsonValue } from '@fxlog/json';
import type { Command, CommandContext, RootOption } from '../command-context.js';
import { ExitCode, UsageError } from '../exit-code.js';
import { openLoggedSession } from '../input/log-source.js';
import { settingsFor, workspaceOf } from '../input/profile.js';
import { countOf } from '../output/measures.js';
import { type Cell, type Column, layOutTable } from '../output/table.js';
import { terminalText } from '../output/terminal-text.js';
import { ReadingNotes } from '../report/reading-notes.js';

export interface PermissionsOptions extends RootOption {
  readonly profile?: string;
  readonly workspace?: string;
  readonly mode?: PermissionMode;
  readonly explain?: string;
}

/** `fxlog permissions [SESSION]`. */
export const permissions: Command<[session: string | undefined], PermissionsOptions> = async (
  context,
  [argument],
  options,
) => {
  const { output } = context;
  if (argument === undefined) {
    const root = options.workspace ?? context.cwd;
    const { file, settings } = await settingsFor(context, options, null, resolve(context.cwd, root));
    await printRules(context, file, settings, options.json === true);
    return ExitCode.ok;
  }
  const { session, log } = await openLoggedSession(context, argument, options.root);
  const notes = new ReadingNotes();
  const workspace = options.workspace ?? (await workspaceOf(session));
  const { file, settings } = await settingsFor(context, options, dirname(session.dir), workspace);
  const mode = options.mode ?? settings.mode;
  for (const { path, message } of settings.problems)
    output.note(`${terminalText(file)}${terminalText(path)}: ${terminalText(message)}`);
  const used = new Set<number>();
  const rows: AuditedCall[] = [];
  let [count, differing] = [0, 0];
  const audit = auditPermissions(session, {
    rules: settings.rules,
    mode,
    signal: context.interrupt.signal,
    onFinding: notes.add,
  });
  for await (const call of audit) {
    count++;
    if (call.differs) differing++;
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
  const unused = settings.rules.filter(({ index }) => !used.has(index));
  if (options.json === true) {
    await output.json({ kind: 'summary', calls: count, differing, mode, unused: unused.map((rule) => ({ ...rule })) });
    return notes.say(context, log);
  }
  if (rows.length === 0) output.note('The session has no tool calls.');
  else for (const line of table(context, rows)) await output.line(line);
  const from =
    settings.rulesFrom === null ? 'no rules' : `${countOf(settings.rules.length, 'rule')} of the ${settings.rulesFrom}`;
  output.note(`${countOf(count, 'call')}, judged by ${from} in ${mode} mode; neither is recorded in a session.`);
  if (differing > 0) output.note(`${countOf(differing, 'call')} ran then and would be refused by these rules.`);
  for (const { name, pattern, action } of unused) {
    output.note(`The rule ${terminalText(name)} "${terminalText(pattern)}": ${action} decided about no call.`);
  }
  return notes.say(context, log);
};

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
  { output }: CommandContext,
  file: string,
  settings: Settings,
  isJson: boolean,
): Promise<void> {
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
  for (const { path, message } of settings.problems) output.note(`${terminalText(path)}: ${terminalText(message)}`);
}
