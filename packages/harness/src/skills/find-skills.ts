import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { type ContextBudget, type ContextBudgetName, type ContextCut, cutToBudget } from '../context/budgets.js';
import { isSystemError } from '../disk-workspace.js';
import { readFileHead } from '../read-regular-file.js';
import { isWithin } from '../workspace.js';
import { MAX_METADATA_BYTES, readSkillHead } from './skill-file.js';

/** Where fx looks for skills, in a workspace and each directory above it (profile-and-tools §1.7). */
const IN_WORKSPACE = [
  ['workspace_fx', '.fx/skills'],
  ['workspace_shared', 'skills'],
  ['workspace_opencode', '.opencode/skills'],
  ['workspace_codex', '.codex/skills'],
  ['workspace_claude', '.claude/skills'],
  ['workspace_agents', '.agents/skills'],
  ['workspace_claw', '.claw/skills'],
] as const;
/** The same for the home directory; that of the profile comes first. */
const IN_HOME = [
  ['global_opencode', '.config/opencode/skills'],
  ['global_codex', '.codex/skills'],
  ['global_claude', '.claude/skills'],
  ['global_agents', '.agents/skills'],
  ['global_claw', '.claw/skills'],
] as const;
/** A folder of skills with more entries than this is looked at only as far. */
const MAX_ENTRIES = 10_000;

/** The kinds of places, in fx's own words. */
export type SkillSource = (typeof IN_WORKSPACE)[number][0] | (typeof IN_HOME)[number][0] | 'global_fx';

/** One place where fx looks for skills. */
export interface SkillRoot {
  readonly source: SkillSource;
  readonly path: string;
  /** `present`, `missing`, or that it cannot be read. */
  readonly state: 'present' | 'missing' | 'unreadable';
}

/** A directory with a `SKILL.md`. */
export interface FoundSkill {
  /** What it calls itself; null where fx passes it over. */
  readonly name: string | null;
  readonly description: string;
  readonly source: SkillSource;
  /** Its directory, as it is reached from the place where fx looks. */
  readonly location: string;
  /** Why fx passes it over; null where it is in the catalogue. */
  readonly problem: string | null;
  /** Places of other skills in the catalogue that have the same name. */
  readonly sameName: readonly string[];
  /** What `skill_description_bytes` leaves of the description as the catalogue spells it. */
  readonly descriptionCut: ContextCut;
  /** Bytes of `SKILL.md`; null where it was not read. */
  readonly bytes: number | null;
  /** Bytes that one reading gives (`skill_chunk_bytes`), and to which the file can be read at all (`skill_file_bytes`); null where it was not read. */
  readonly firstReadingBytes: number | null;
  readonly readableBytes: number | null;
}

/** The skills that fx finds for a workspace as it is now. */
export interface SkillCatalogue {
  /** The places in the order in which fx looks. */
  readonly roots: readonly SkillRoot[];
  /** In the order of the catalogue; those that fx passes over are among them. */
  readonly skills: readonly FoundSkill[];
  /** Bytes of names, places and descriptions in the catalogue; its frame comes on top, so that it is larger. */
  readonly catalogueBytes: number;
}

/** Where skills are looked for, and what holds for them. */
export interface SkillPlaces {
  /** The real path of the workspace root. */
  readonly root: string;
  /** The real path of the home directory; null where it is not known. */
  readonly home: string | null;
  /** The profile directory; default `.fx` in the home directory. */
  readonly profile?: string | undefined;
  /** Directories to which links may lead besides (`FX_SKILL_SYMLINK_AUTHORITIES`), as real paths. */
  readonly authorities?: readonly string[] | undefined;
  readonly budgets: readonly ContextBudget[];
}

/**
 * Finds the skills of a workspace as fx does (profile-and-tools §1.7). A link counts only where it stays below the directory to which its place belongs, or an authority;
 * of each `SKILL.md` no more is read than its metadata. What fx allows of links in the folder of the profile is not known: they are taken like those in the home directory.
 */
export function findSkills(places: SkillPlaces): SkillCatalogue {
  const roots: SkillRoot[] = [];
  const skills: FoundSkill[] = [];
  const seen = new Set<string>();
  for (const { source, path, owner } of searchPath(places)) {
    const names = entriesOf(path, [owner, ...(places.authorities ?? [])]);
    roots.push({ source, path, state: typeof names === 'string' ? names : 'present' });
    if (typeof names === 'string') continue;
    for (const name of names) {
      const skill = skillAt(source, posix.join(path, name), owner, places, seen);
      if (skill !== null) skills.push(skill);
    }
  }
  const byName = new Map<string, string[]>();
  for (const { name, location } of skills) {
    if (name !== null) byName.set(name, [...(byName.get(name) ?? []), location]);
  }
  const named = skills.map((skill) => {
    const others = skill.name === null ? [] : (byName.get(skill.name) ?? []);
    return { ...skill, sameName: others.filter((location) => location !== skill.location) };
  });
  return {
    roots,
    skills: named,
    catalogueBytes: named.reduce(
      (sum, { name, location, descriptionCut }) =>
        name === null
          ? sum
          : sum + Buffer.byteLength(escaped(name)) + Buffer.byteLength(escaped(location)) + descriptionCut.keptBytes,
      0,
    ),
  };
}

function* searchPath({
  root,
  home,
  profile,
}: SkillPlaces): Generator<{ source: SkillSource; path: string; owner: string }> {
  for (let at = root; ; at = posix.dirname(at)) {
    for (const [source, folder] of IN_WORKSPACE) yield { source, path: posix.join(at, folder), owner: at };
    const above = posix.dirname(at);
    if (above === at || above === home) break;
  }
  const managed = profile ?? (home === null ? null : posix.join(home, '.fx'));
  if (managed !== null) {
    yield { source: 'global_fx', path: posix.join(managed, 'skills'), owner: home ?? managed };
  }
  if (home === null) return;
  for (const [source, folder] of IN_HOME) yield { source, path: posix.join(home, folder), owner: home };
}

/** The names in a folder of skills, in the order of their bytes. */
function entriesOf(path: string, allowed: readonly string[]): readonly string[] | 'missing' | 'unreadable' {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return 'missing';
    const real = realpathSync.native(path);
    if (!allowed.some((directory) => isWithin(real, directory))) return 'unreadable';
    const names = readdirSync(path).slice(0, MAX_ENTRIES);
    return names.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  } catch (error) {
    if (isSystemError(error)) return error.code === 'ENOENT' ? 'missing' : 'unreadable';
    throw error;
  }
}

/** The skill in a directory; null where there is none, or it was found before. */
function skillAt(
  source: SkillSource,
  location: string,
  owner: string,
  { authorities = [], budgets }: SkillPlaces,
  seen: Set<string>,
): FoundSkill | null {
  const nothing: ContextCut = { observedBytes: 0, keptBytes: 0, keptBy: null };
  const passedOver = (problem: string): FoundSkill => ({
    ...{ name: null, description: '', source, location, problem, sameName: [], descriptionCut: nothing },
    ...{ bytes: null, firstReadingBytes: null, readableBytes: null },
  });
  const file = posix.join(location, 'SKILL.md');
  let real: string;
  try {
    if (!statSync(location).isDirectory() || lstatSync(file, { throwIfNoEntry: false }) === undefined) return null;
    const directory = realpathSync.native(location);
    if (seen.has(directory)) return null;
    real = realpathSync.native(file);
    const allowed = [owner, ...authorities];
    if (![directory, real].every((path) => allowed.some((place) => isWithin(path, place)))) {
      return passedOver(`it is a link that leads out of ${owner}`);
    }
    seen.add(directory);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return error.code === 'ENOENT' || error.code === 'ENOTDIR'
      ? null
      : passedOver(`it cannot be reached: ${error.code}`);
  }
  const content = readFileHead(real, MAX_METADATA_BYTES + 1);
  if (!content.ok) return passedOver(content.reason);
  const head = readSkillHead(Buffer.from(content.bytes).toString(), posix.basename(location));
  if ('problem' in head) return passedOver(head.problem);
  const limit = (name: ContextBudgetName) => budgets.find((budget) => budget.name === name)?.effectiveBytes ?? Infinity;
  const readableBytes = Math.min(content.size, limit('skill_file_bytes'));
  const description = { name: 'skill_description_bytes', effectiveBytes: limit('skill_description_bytes') } as const;
  return {
    ...{ ...head, source, location, problem: null, sameName: [] },
    descriptionCut: cutToBudget(Buffer.from(escaped(head.description)), description, 'escaped-character'),
    bytes: content.size,
    firstReadingBytes: Math.min(readableBytes, limit('skill_chunk_bytes')),
    readableBytes,
  };
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** As fx spells names and texts between its tags (model-view §10.3). */
function escaped(text: string): string {
  return text.replace(/[&<>"\u0000-\u001f\u007f\u0085\u2028\u2029]/g, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return ENTITIES[character] ?? `&#x${code.padStart(2, '0')};`;
  });
}
