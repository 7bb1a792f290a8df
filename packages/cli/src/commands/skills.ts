import { type FoundSkill, type SessionSkills, type SkillCatalogue, skillUses } from '@fxlog/harness';
import { type ContextBudget, contextBudgets, cutsOf, settingsFindings, skillFindings } from '@fxlog/harness/internal';
import type { JsonObject } from '@fxlog/json';
import type { Command, CommandContext } from '../command-context.js';
import { ExitCode } from '../exit-code.js';
import { skillsIn, type WorkspaceOption, workspaceOnDisk } from '../input/disk-workspace.js';
import { openLoggedSession } from '../input/log-source.js';
import { countOf, formatBytes, formatCount } from '../output/measures.js';
import type { Output } from '../output/output.js';
import { type Cell, type Column, layOutTable } from '../output/table.js';
import { terminalText } from '../output/terminal-text.js';
import { findingToJson } from '../report/finding-json.js';
import { noteFindings } from '../report/note-findings.js';
import { ReadingNotes } from '../report/reading-notes.js';

/** `fxlog skills [SESSION]`: which skills are found for a workspace, and which of them a session loaded. */
export const skills: Command<[session: string | undefined], WorkspaceOption> = async (context, [argument], options) => {
  const { output } = context;
  const opened = argument === undefined ? null : await openLoggedSession(context, argument, options.root);
  const here = await workspaceOnDisk(context, options, opened?.session ?? null);
  const { file, settings } = here;
  const budgets = contextBudgets(settings.contextLimits);
  const catalogue = skillsIn(context, here, budgets);
  const notes = new ReadingNotes();
  const reading = { signal: context.interrupt.signal, onFinding: notes.add };
  const used = opened === null ? null : await skillUses(opened.session, reading);
  const findings = [...settingsFindings(settings, file), ...(used === null ? skillFindings(catalogue, budgets) : [])];
  if (options.json === true) {
    const json = toJson(catalogue, used, budgets);
    await output.json({ ...json, findings: findings.map(findingToJson) });
  } else if (used === null) await printCatalogue(context, catalogue);
  else await printUses(output, used, catalogue);
  if (options.json !== true) await noteFindings(context, findings);
  return opened === null ? ExitCode.ok : notes.say(context, opened.log);
};

function toJson(catalogue: SkillCatalogue, used: SessionSkills | null, budgets: readonly ContextBudget[]): JsonObject {
  const limits = budgets.filter(({ name }) => name.startsWith('skill_'));
  return { kind: 'skills', version: 1, ...catalogue, session: used, budgets: limits } as unknown as JsonObject;
}

const FOUND: readonly Column[] = [
  { title: 'SKILL', shrink: { min: 12, cut: 'end' } },
  { title: 'SOURCE' },
  { title: 'LOCATION', shrink: { min: 20, cut: 'middle' } },
  { title: 'SIZE', align: 'right' },
  { title: '' },
];

async function printCatalogue({ output }: CommandContext, { roots, skills: found }: SkillCatalogue): Promise<void> {
  const { paint } = output;
  const rows = found.map((skill): Cell[] => [
    { text: skill.name === null ? '' : terminalText(skill.name) },
    { text: skill.source },
    { text: terminalText(skill.location) },
    { text: skill.bytes === null ? '' : formatBytes(skill.bytes) },
    {
      text: remarksOf(skill)
        .map((remark) => terminalText(remark))
        .join('; '),
      style: paint.yellow,
    },
  ]);
  if (rows.length > 0) for (const line of layOutTable(FOUND, rows, output.columns, paint.dim)) await output.line(line);
  const there = roots.filter(({ state }) => state !== 'missing');
  output.note(
    `${countOf(found.filter(({ problem }) => problem === null).length, 'skill')} in ${countOf(there.length, 'folder')}; fx looks in ${countOf(roots.length, 'place')}.`,
  );
  for (const { path, state } of roots) {
    if (state === 'unreadable') output.note(`${terminalText(path)} cannot be read, or is a link that leads away.`);
  }
}

function remarksOf(skill: FoundSkill): string[] {
  if (skill.problem !== null) return ['passed over'];
  return [...(skill.sameName.length === 0 ? [] : ['not the only one of its name']), ...cutsOf(skill)];
}

const USED: readonly Column[] = [
  { title: 'SKILL', shrink: { min: 12, cut: 'end' } },
  { title: 'TURNS' },
  { title: 'CALLS', align: 'right' },
  { title: 'FAILED', align: 'right' },
  { title: 'READ', align: 'right' },
  { title: 'NOW AT', shrink: { min: 20, cut: 'middle' } },
];

async function printUses(
  output: Output,
  { uses, installs }: SessionSkills,
  { skills: found }: SkillCatalogue,
): Promise<void> {
  const rows = uses.map(({ name, location, turns, calls, failures, outputBytes }): Cell[] => {
    const places = found.filter((skill) => skill.name === name).map((skill) => skill.location);
    const now = location ?? (places.length > 1 ? `one of ${places.join(', ')}` : (places[0] ?? 'not found'));
    return [
      { text: terminalText(name) },
      { text: turns.join(', ') },
      { text: formatCount(calls) },
      { text: formatCount(failures) },
      { text: formatBytes(outputBytes) },
      { text: terminalText(now) },
    ];
  });
  if (rows.length > 0) {
    for (const line of layOutTable(USED, rows, output.columns, output.paint.dim)) await output.line(line);
  }
  for (const { turn, call, source, skill, outcome } of installs) {
    const what = skill === null ? source : `${source}#${skill}`;
    await output.line(`${turn}.${call}  install  ${terminalText(what)}  ${outcome.replaceAll('_', ' ')}`);
  }
  output.note(
    `${countOf(uses.length, 'skill')} loaded, ${countOf(installs.length, 'call')} to install some. Which skills were offered then no session records: fxlog skills says what is found now.`,
  );
}
