import type { Finding } from '@fxlog/format';
import type { ContextBudget } from '../context/budgets.js';
import { harnessFinding } from '../harness-finding.js';
import type { FoundSkill, SkillCatalogue } from './find-skills.js';

/** What is worth a warning of the skills of a workspace: each pair of one name once. */
export function skillFindings(
  { skills, catalogueBytes }: SkillCatalogue,
  budgets: readonly ContextBudget[],
): Finding[] {
  const limit = budgets.find(({ name }) => name === 'skill_catalog_bytes')?.effectiveBytes ?? Number.POSITIVE_INFINITY;
  const found = skills.flatMap(findingsOf);
  if (catalogueBytes > limit) {
    const message = `The catalogue has at least ${catalogueBytes} bytes and may have ${limit}, so that the last skills are left out (--context-limit skill_catalog_bytes=BYTES).`;
    found.push(harnessFinding('harness/skill-cut', message));
  }
  return found;
}

function findingsOf({ name, location, problem, sameName, ...sizes }: FoundSkill): Finding[] {
  const place = { file: location };
  if (problem !== null)
    return [harnessFinding('harness/skill-omitted', `fx passes ${location} over: ${problem}.`, place)];
  const others = sameName.filter((other) => other > location);
  return [
    ...others.map((other) =>
      harnessFinding('harness/skill-same-name', `The skill ${name} is in ${location} and in ${other}.`, place),
    ),
    ...cutsOf(sizes).map((cut) => harnessFinding('harness/skill-cut', `${name}: ${cut}.`, place)),
  ];
}

/** What the byte budgets cut of a skill, and which setting would have kept it, as parts of sentences. */
export function cutsOf({
  descriptionCut: { observedBytes, keptBytes, keptBy },
  bytes,
  readableBytes,
  firstReadingBytes,
}: Pick<FoundSkill, 'descriptionCut' | 'bytes' | 'readableBytes' | 'firstReadingBytes'>): string[] {
  const cuts: string[] = [];
  if (keptBytes < observedBytes) {
    cuts.push(`${keptBytes} of ${observedBytes} bytes of its description are in the catalogue (${keptBy})`);
  }
  if (bytes === null || readableBytes === null || firstReadingBytes === null) return cuts;
  if (readableBytes < bytes) {
    cuts.push(`${readableBytes} of its ${bytes} bytes can be read (--context-limit skill_file_bytes=${bytes})`);
  }
  if (firstReadingBytes < readableBytes) {
    cuts.push(
      `one reading gives ${firstReadingBytes} of its ${bytes} bytes (--context-limit skill_chunk_bytes=${bytes})`,
    );
  }
  return cuts;
}
