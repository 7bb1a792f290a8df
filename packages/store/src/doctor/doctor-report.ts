import type { Finding, RuleId } from '@fxlog/format';
import { isAddition } from '@fxlog/format/internal';
import { isNewerFormat, whyUnread } from '../formats.js';
import { entriesOf } from '../paths/safe-file.js';
import { needsRepair } from '../repair/needs-repair.js';
import type { SessionsRoot } from '../root/sessions-root.js';
import type { SessionFormat, SessionSummary, StrayEntry } from '../summary.js';
import type { SessionVerdict, VerifyOptions } from '../verdict.js';

/** How a session is, in one word: what fx makes of it, and whether there is something to do. */
export type Condition =
  /** Nothing to say, or nothing that anybody could mend. */
  | 'healthy'
  /** fx opens it, but something is wrong that a repair sets right. */
  | 'flawed'
  /** fx does not open it; a repair salvages what there is. */
  | 'damaged'
  /** An intent lies there: fx is writing, or was cut off. */
  | 'pending'
  /** Of a format that is not judged here. */
  | 'foreign';

/** One session of the report. */
export interface DoctorSession {
  readonly id: string;
  readonly dir: string;
  readonly format: SessionFormat;
  readonly condition: Condition;
  /** Errors and warnings, the worst first. */
  readonly findings: readonly Finding[];
}

/** How often a rule is broken in a root. */
export interface RuleCount {
  readonly rule: RuleId;
  readonly severity: Finding['severity'];
  /** How many findings name it. */
  readonly findings: number;
  /** In how many sessions. */
  readonly sessions: number;
}

/** Something to do, and the command that does it. */
export interface Advice {
  readonly what: string;
  /** Arguments of `fxlog`; null where it is not a command of fxlog's. */
  readonly command: readonly string[] | null;
}

/** The state of a profile on one page. */
export interface DoctorReport {
  readonly root: string;
  readonly sessions: readonly DoctorSession[];
  readonly counts: Readonly<Record<Condition, number>>;
  /** Bytes of all logs together. */
  readonly logBytes: number;
  /** The most frequent first. */
  readonly rules: readonly RuleCount[];
  /** Caches of the root: what fx lists from, and what keeps it from doing so. */
  readonly caches: {
    readonly source: 'index' | 'scan';
    /** Why the index is not used, or in what it is wrong. */
    readonly notes: readonly string[];
    /** Sessions that exist and that fx does not show, because its index has no row for them. */
    readonly hidden: readonly string[];
    /** Rows without a session. */
    readonly ghosts: readonly string[];
    /** `latest` pointers that are invalid, pending, or lead nowhere. */
    readonly pointers: readonly string[];
  };
  /** What crashes left inside sessions, and copies that repairs keep. */
  readonly leftovers: readonly string[];
  /** What lies in the root and is neither a session nor of fx. */
  readonly strays: readonly StrayEntry[];
  readonly findings: readonly Finding[];
  readonly advice: readonly Advice[];
}

/** How thoroughly a profile is looked at. */
export interface DoctorOptions extends Pick<VerifyOptions, 'checkDigests' | 'signal'> {
  /** How many sessions are verified at once. Default 4. */
  readonly concurrency?: number;
}

const BACKUP = /\+damaged(?:-\d+)?$/;
const UNFINISHED = /^fxlog(?:-repair)?\+[0-9a-f]{32}$/;
const MAX_ADVICE = 20;
/** Findings that are compared with those of other sessions. */
const MAX_SHARED = 1000;

/** Rules that a session breaks while it is changed to a newer format. */
const CHANGES_OF_FORMAT: ReadonlySet<RuleId> = new Set([
  'conversation/migration-incomplete',
  'conversation/migration-leftover',
  'conversation/migration-unpublished',
]);

/**
 * Looks at every session of a root and at the root itself. Like everything here that only reads: no lock is taken, nothing is changed.
 *
 * @throws StoreError `io` when the root cannot be listed
 *
 * @example
 * const { counts, advice } = await doctorReport(await SessionsRoot.open('/home/dev/.fx'));
 */
export async function doctorReport(root: SessionsRoot, options: DoctorOptions = {}): Promise<DoctorReport> {
  const { checkDigests = true, signal, concurrency = 4 } = options;
  const listing = await root.list(signal === undefined ? {} : { signal });
  const summaries = new Map(listing.sessions.map((summary) => [summary.id, summary]));
  const sessions: DoctorSession[] = [];
  const leftovers: string[] = [];
  const tally = new RuleTally();
  const shared = new SharedFindings();
  const seen = new Set<string>();
  for await (const verdict of root.verifyAll({
    checkDigests,
    concurrency,
    ...(signal === undefined ? {} : { signal }),
  })) {
    seen.add(verdict.id);
    const session = sessionOf(verdict, summaries.get(verdict.id), shared);
    sessions.push(session);
    tally.add(session.findings);
    for (const { rule, file, severity } of verdict.findings) {
      if (rule === 'store/leftover' && file !== undefined) leftovers.push(`${verdict.id}/${file}`);
      if (rule === 'store/half-made' && severity === 'info') leftovers.push(verdict.id);
    }
  }
  // Sessions of a newer fx may lie deeper; they are listed and not verified.
  for (const summary of listing.sessions) {
    if (!seen.has(summary.id)) sessions.push(foreign(summary));
  }
  const counts: Record<Condition, number> = { healthy: 0, flawed: 0, damaged: 0, pending: 0, foreign: 0 };
  for (const { condition } of sessions) counts[condition]++;
  const caches = await checkCaches(root, listing.sessions);
  const strays = listing.strays.filter(({ known }) => !known);
  for (const { name } of strays) if (BACKUP.test(name) || UNFINISHED.test(name)) leftovers.push(name);
  const others = strays.filter(({ name }) => !BACKUP.test(name) && !UNFINISHED.test(name));
  return {
    root: root.path,
    sessions,
    counts,
    logBytes: listing.sessions.reduce((sum, { logBytes }) => sum + (logBytes ?? 0), 0),
    rules: tally.counts(),
    caches,
    leftovers: [...leftovers, ...replacementLeftovers(root.path)],
    strays: others,
    findings: listing.findings,
    advice: advise(sessions, caches, others),
  };
}

/** The same finding of many sessions is held once. */
class SharedFindings {
  readonly #held = new Map<string, Finding>();

  of(finding: Finding): Finding {
    const key = [finding.rule, finding.file, finding.message, finding.offset, finding.seq, finding.path].join('\0');
    const held = this.#held.get(key);
    if (held !== undefined) return held;
    if (this.#held.size < MAX_SHARED) this.#held.set(key, finding);
    return finding;
  }
}

function sessionOf(
  verdict: SessionVerdict,
  summary: SessionSummary | undefined,
  shared: SharedFindings,
): DoctorSession {
  const { id, dir, format } = verdict;
  const findings = verdict.findings.filter(({ severity }) => severity !== 'info').map((one) => shared.of(one));
  return { id, dir, format, condition: conditionOf(verdict, summary), findings };
}

function conditionOf(verdict: SessionVerdict, summary: SessionSummary | undefined): Condition {
  if (whyUnread(verdict.format)?.rule === 'store/newer-format') return 'foreign';
  if (verdict.format === 'legacy-snapshot' && verdict.readable.ok) return 'healthy';
  if (summary?.pending !== undefined && summary.pending !== null) return 'pending';
  // Modes that a copy lost keep fx from reading too, and are a warning all the same.
  if (verdict.findings.some(({ severity }) => severity === 'error')) return 'damaged';
  // What a later fx added is no flaw, though a repair for fx 0.0.5 takes it out.
  const findings = verdict.findings.filter((finding) => !isAddition(finding));
  return needsRepair({ ...verdict, findings }) ? 'flawed' : 'healthy';
}

function isChanging({ findings }: DoctorSession): boolean {
  return findings.some(({ rule }) => CHANGES_OF_FORMAT.has(rule));
}

function foreign({ id, dir, format, findings }: SessionSummary): DoctorSession {
  return { id, dir, format, condition: 'foreign', findings };
}

class RuleTally {
  readonly #rules = new Map<RuleId, { severity: Finding['severity']; findings: number; sessions: number }>();

  add(findings: readonly Finding[]): void {
    const own = new Set<RuleId>();
    for (const { rule, severity } of findings) {
      const count = this.#rules.get(rule) ?? { severity, findings: 0, sessions: 0 };
      count.findings++;
      if (!own.has(rule)) count.sessions++;
      own.add(rule);
      this.#rules.set(rule, count);
    }
  }

  counts(): RuleCount[] {
    return [...this.#rules]
      .map(([rule, count]) => ({ rule, ...count }))
      .sort((a, b) => b.sessions - a.sessions || b.findings - a.findings || (a.rule < b.rule ? -1 : 1));
  }
}

async function checkCaches(root: SessionsRoot, summaries: readonly SessionSummary[]): Promise<DoctorReport['caches']> {
  const notes: string[] = [];
  const rows: string[] = [];
  let cursor: string | undefined;
  let source: 'index' | 'scan' = 'scan';
  // A page has at most a hundred rows; an index of a million would not be an index of fx.
  for (let page = 0; page < 10_000; page++) {
    const listing = await root.listAsFx({ limit: 100, ...(cursor === undefined ? {} : { cursor }) });
    if (page === 0) {
      source = listing.source;
      if (listing.indexRefused !== undefined) notes.push(listing.indexRefused);
      const passed = listing.skippedInvalid;
      if (passed > 0)
        notes.push(`fx passes over ${passed === 1 ? 'a directory' : `${passed} directories`} that it cannot read`);
    }
    rows.push(...listing.sessions.map(({ id }) => id));
    if (!listing.hasMore || listing.nextCursor === undefined || source === 'scan') break;
    cursor = listing.nextCursor;
  }
  const listed = new Set(rows);
  const existing = new Set(summaries.map(({ id }) => id));
  const isIndexed = source === 'index';
  const pointers = (await root.latestPointers()).filter(
    ({ status, targetExists }) => status !== 'ready' || !targetExists,
  );
  return {
    source,
    notes,
    hidden: isIndexed
      ? summaries.filter(({ id, listedByFx }) => listedByFx && !listed.has(id)).map(({ id }) => id)
      : [],
    ghosts: isIndexed ? rows.filter((id) => !existing.has(id)) : [],
    pointers: pointers.map(({ file }) => file),
  };
}

/** What replacements of the root's own files left when they were cut short. */
function replacementLeftovers(root: string): string[] {
  return entriesOf(root)
    .map(({ name }) => name)
    .filter((name) => /^\..+\.tmp\.[0-9a-f]{32}$/.test(name));
}

function advise(
  sessions: readonly DoctorSession[],
  caches: DoctorReport['caches'],
  strays: readonly StrayEntry[],
): Advice[] {
  const advice: Advice[] = [];
  const of = (condition: Condition): DoctorSession[] => sessions.filter((session) => session.condition === condition);
  for (const { id, dir, format } of of('damaged').slice(0, MAX_ADVICE)) {
    // A newer fx knows better what to do with its own sessions.
    advice.push(
      isNewerFormat(format)
        ? { what: `See what is wrong with ${id}, and what fx would recover of it`, command: ['verify', dir] }
        : { what: `See what can be salvaged of ${id}`, command: ['repair', dir, '--dry-run'] },
    );
  }
  const rest = of('damaged').length - MAX_ADVICE;
  if (rest > 0) advice.push({ what: `${rest} more sessions are damaged; repair them in the same way`, command: null });
  const changing = of('pending').filter(isChanging);
  for (const { id, dir } of changing.slice(0, MAX_ADVICE)) {
    const what = `Open ${id} with the newer fx that was changing its format, which finishes that; nothing is lost`;
    advice.push({ what, command: ['verify', dir] });
  }
  const intents = of('pending').filter((session) => !isChanging(session));
  const [pending] = intents;
  if (pending !== undefined) {
    const what = `Close fx and look again; where an intent stays (now ${intents.length}), it was cut off`;
    advice.push({ what, command: ['repair', pending.dir, '--dry-run'] });
  }
  const [flawed] = of('flawed');
  const unmoded = of('flawed').filter(
    ({ format, findings }) => !isNewerFormat(format) && findings.some(({ rule }) => rule === 'store/mode'),
  );
  const [first] = unmoded;
  if (first !== undefined) {
    const which = unmoded.length === 1 ? 'a session' : `${unmoded.length} sessions`;
    const what = `Give ${which} back the modes (files 0600, directories 0700) without which fx will neither read nor resume it`;
    advice.push({ what, command: ['repair', first.dir, '--in-place'] });
  }
  if (flawed !== undefined) {
    const count = of('flawed').length;
    const what = `See what is wrong with ${count === 1 ? 'the session that has' : `the ${count} sessions that have`} flaws`;
    advice.push({ what, command: ['verify', flawed.dir] });
  }
  const [unpaired] = sessions.filter(({ findings }) => findings.some(({ rule }) => rule === 'store/call-pairing'));
  if (unpaired !== undefined) {
    const what = `Make calls and results of ${unpaired.id} fit, which fx resumes and of which it then refuses every prompt`;
    advice.push({ what, command: ['convert', unpaired.dir, '--to', 'fx', '-o', 'mended'] });
  }
  if (caches.hidden.length > 0 || caches.ghosts.length > 0) {
    advice.push({ what: 'Let fx rebuild its index: open its session picker (`fx -r`) once', command: null });
  }
  if (strays.length > 0) {
    advice.push({
      what: `Look at ${strays.length} entries of the root that are not of fx`,
      command: ['list', '--all'],
    });
  }
  return advice;
}
