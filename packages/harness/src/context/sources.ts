import { durableText } from '@fxlog/assembler';
import type { Session } from '@fxlog/store';
import type { InstructionFile } from '../instructions/chain.js';
import { type ReadCallsOptions, readCalls } from '../recorded-calls.js';
import type { SkillCatalogue } from '../skills/find-skills.js';
import { CONTEXT_CEILING_BYTES, type ContextBudget, type ContextBudgetName, isContextBudgetName } from './budgets.js';

/** Something that goes to the model beside the history, and what its budget does to it. */
export interface ContextSource {
  /** What it is, for a person. */
  readonly title: string;
  /** Bytes that there are, and that go to the model. */
  readonly observedBytes: number;
  readonly keptBytes: number;
  readonly budget: ContextBudgetName;
  readonly limitBytes: number;
  /** The setting that would have kept all of it; null where nothing was cut, and where none can. */
  readonly keptBy: string | null;
  /** `now`: as the workspace and the profile are today; `recorded`: as a notice in the session says. */
  readonly from: 'now' | 'recorded';
  /** Whether it is a part of another source in the list, so that its bytes count there. */
  readonly isPart: boolean;
}

/**
 * The sources that can be measured today: instructions that are read for every prompt, and the catalogue of skills, whose frame comes on top.
 */
export function sourcesNow(
  files: readonly InstructionFile[],
  { skills, catalogueBytes }: SkillCatalogue,
  budgets: readonly ContextBudget[],
): readonly ContextSource[] {
  const source = (title: string, budget: ContextBudgetName, observedBytes: number, keptBytes: number, isPart = false) =>
    sourceOf({ title, observedBytes, keptBytes, budget, from: 'now', isPart }, limitOf(budgets, budget));
  const read = files.filter(({ bytes, state }) => bytes !== null && state !== 'blank');
  const total = read.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  const used = read.reduce((sum, { usedBytes }) => sum + (usedBytes ?? 0), 0);
  const catalogueLimit = limitOf(budgets, 'skill_catalog_bytes');
  const listed = skills.filter(({ name }) => name !== null);
  return [
    source(`instructions, ${counted(read.length, 'file')}`, 'project_instructions_total_bytes', total, used),
    ...read
      .filter(({ state }) => state === 'cut')
      .map(({ path, bytes, usedBytes }) =>
        source(path, 'project_instruction_file_bytes', bytes ?? 0, usedBytes ?? 0, true),
      ),
    source(
      `skill catalogue, ${counted(listed.length, 'skill')}`,
      'skill_catalog_bytes',
      catalogueBytes,
      Math.min(catalogueBytes, catalogueLimit),
    ),
    ...listed
      .filter(({ descriptionCut: { observedBytes, keptBytes } }) => keptBytes < observedBytes)
      .map(({ name, descriptionCut: { observedBytes, keptBytes } }) =>
        source(`description of ${name}`, 'skill_description_bytes', observedBytes, keptBytes, true),
      ),
  ];
}

/** Tools whose results fx gives a notice when a budget has cut them. */
const BUDGETED_TOOLS: ReadonlySet<string> = new Set(['skill', 'mcp_search_tools', 'mcp_select_tool']);
/** A notice, as a tag or as a member of JSON (model-view §10.3); it stands near the beginning or the end of a result. */
const NOTICES = [
  /<context_limit name="([a-z_]{1,64})" action="[a-z_]{1,32}"[^>]{0,4000}? observed_bytes="(\d{1,15})" effective_bytes="(\d{1,15})"/g,
  /"name":"([a-z_]{1,64})",(?:"tool":"[^"]{0,256}",)?"action":"[a-z_]{1,32}",(?:"omitted_count":\d{1,9},)?"observed_bytes":(\d{1,15}),"effective_bytes":(\d{1,15})/g,
] as const;
const MAX_NOTICE_LENGTH = 65_536;

/**
 * What notices in a session say was cut of skills and tools of MCP servers.
 *
 * @param beforeTurn only what came before this turn, from 0; default: all
 */
export async function recordedCuts(
  session: Session,
  options: ReadCallsOptions & { readonly beforeTurn?: number | undefined } = {},
): Promise<readonly ContextSource[]> {
  const found: ContextSource[] = [];
  const recorded = await readCalls(session, options);
  for await (const { turn, calls } of recorded?.steps() ?? []) {
    if (options.beforeTurn !== undefined && turn.index >= options.beforeTurn) break;
    for (const { number, tool, result } of calls) {
      if (!BUDGETED_TOOLS.has(tool) || result?.content.kind !== 'inline') continue;
      const text = durableText(result.content.output).text;
      const ends = text.length <= MAX_NOTICE_LENGTH ? text : text.slice(-MAX_NOTICE_LENGTH);
      for (const [, name = '', observed, effective] of NOTICES.flatMap((notice) => [...ends.matchAll(notice)])) {
        if (!isContextBudgetName(name)) continue;
        const sizes = { observedBytes: Number(observed), keptBytes: Math.min(Number(observed), Number(effective)) };
        const title = `${tool} in call ${turn.index + 1}.${number}`;
        // It is in the history already.
        found.push(sourceOf({ title, ...sizes, budget: name, from: 'recorded', isPart: true }, Number(effective)));
      }
    }
  }
  return found;
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

function limitOf(budgets: readonly ContextBudget[], budget: ContextBudgetName): number {
  return budgets.find(({ name }) => name === budget)?.effectiveBytes ?? CONTEXT_CEILING_BYTES;
}

function sourceOf(source: Omit<ContextSource, 'limitBytes' | 'keptBy'>, limitBytes: number): ContextSource {
  const { observedBytes, budget } = source;
  // A catalogue needs room for its frame, too, whose size is not known.
  const enough = budget === 'skill_catalog_bytes' ? 'off' : observedBytes;
  const canBeKept = observedBytes > limitBytes && observedBytes <= CONTEXT_CEILING_BYTES;
  return { ...source, limitBytes, keptBy: canBeKept ? `--context-limit ${budget}=${enough}` : null };
}
