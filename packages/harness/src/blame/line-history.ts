import { alignLines, type LineSources } from './align.js';

/** One operation of a session on the file, with its texts. */
export interface WrittenText {
  /** Milliseconds since 1970, UTC. */
  readonly timeMs: number;
  /** Absolute. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
  /** The part that an edit replaced, and by what, as the call had it; null for the whole text. */
  readonly edit: { readonly old: string; readonly new: string } | null;
  /** Equal for all operations of one turn. */
  readonly turn: string;
}

/** The file as one commit of its history has it. */
export interface CommittedText {
  readonly commit: string;
  /** When the change was made, and when the commit was, which a rebase makes later; seconds since 1970, UTC. */
  readonly authorSeconds: number;
  readonly commitSeconds: number;
  readonly text: string;
  /** Absolute, as the file was called then and before. */
  readonly paths: readonly string[];
  /** Whether it joins branches: what it brings may be much older. */
  readonly isMerge: boolean;
}

/** A line, the same object in every text through which it goes unchanged. */
export interface TrackedLine {
  readonly text: string;
  /** Who can have written it. Operations of one turn alone are proof, and so is {@link NO_SESSION} alone. */
  readonly writers: ReadonlySet<Writer>;
  /** Whether a session wrote it and no commit has it yet. */
  pending: boolean;
  /** The first commit that has it, of those that were looked at. */
  commit: string | null;
  /** When a commit was made that lacks the line, though a session had written it and not been seen without it; null for never. */
  omittedMs: number | null;
}

/** None of the sessions that were read wrote the line. */
export const NO_SESSION = 'no session';

/**
 * What stands in the way of a proof: a session wrote the `same text`, and nothing shows that it is this one; an operation is `unseen`, as its text is not recorded; a commit
 * after the operation lacks the line, as if it was `taken back`; a commit has but a `small part` of what the operation wrote; there are `many` of whom it can be.
 */
export type Doubt = 'same text' | 'unseen' | 'taken back' | 'small part' | 'many';

/** Who can have written a line. */
export type Writer = WrittenText | typeof NO_SESSION | Doubt;

interface FileText {
  readonly text: string;
  readonly lines: readonly TrackedLine[];
  readonly timeMs: number;
}

/** Where a text can have come from: who asks first wins. */
interface Predecessor {
  readonly lines: readonly TrackedLine[];
  /** Whether only lines count that no commit has yet: others would have come through the history. */
  readonly pendingOnly: boolean;
}

/** Letters and digits from which lines that vanish here and turn up there are taken to have moved. */
const MOVED_CHARACTERS = 30;
/** A lone run of lines with fewer letters and digits, with changed lines on both sides of it, may be there by chance. */
const RUN_CHARACTERS = 20;
/** A line with as many letters and digits that both texts have once is not there by chance. */
const OWN_CHARACTERS = 8;
const MAX_WRITERS = 8;
/** Longest run of lines that is compared at once: of thousands of equal lines each would be compared with all. */
const MAX_RUN = 200;
/** Masked lines above which any line may be one of them. */
const MAX_MASKED = 1000;
/** Characters of older texts that are kept, to know them again when somebody goes back to one. */
const MAX_REMEMBERED = 64 * 1024 * 1024;
/** No line of a text has a line feed. */
const BETWEEN_FILES = lineOf('\n', [], false);
/** Of what an operation wrote, the part that must be in a commit for the commit to be taken to contain it. */
const PART_COMMITTED = 0.5;

/**
 * Follows the lines of one file through what sessions wrote and what was committed, in the order of time: every text is compared with those from which it can have come.
 * A line belongs to an operation only if every shortest way to compare the texts says so.
 */
export class LineHistory {
  readonly #now = new Map<string, FileText>();
  readonly #older = new Map<string, FileText[]>();
  readonly #byText = new Map<string, FileText>();
  #remembered = 0;
  /** Texts of sessions that were left for another one: by a change of branches, mostly. */
  #left: FileText[] = [];
  #committed: FileText | null = null;
  readonly #written: ReadonlySet<string>;
  /** What stands before and behind secrets that were masked in lines of sessions. */
  readonly #masked: readonly (readonly [before: string, behind: string])[];
  readonly #elsewhere: ReadonlySet<string>;
  #hasOperations = false;
  /** Whether a session changed the file and does not tell how. */
  #isOpaque = false;

  /**
   * @param written the lines that sessions wrote at any time: of these none is taken to be of no session for want of another origin
   * @param elsewhere lines of other branches: what a commit lacks and these have nobody took back
   */
  constructor(written: ReadonlySet<string>, elsewhere: ReadonlySet<string>) {
    this.#written = written;
    this.#masked = [...written].flatMap((line) => {
      const parts = line.split(/\[redacted\]|\[REDACTED\]/);
      return parts.length === 1 ? [] : [[parts[0] as string, parts.at(-1) as string] as const];
    });
    this.#isOpaque = this.#masked.length > MAX_MASKED;
    this.#elsewhere = elsewhere;
  }

  /** A session has changed the file in a way that it does not tell. */
  changeUnseen(): void {
    this.#isOpaque = true;
    this.#hasOperations = true;
  }

  /**
   * A session has replaced a part of the file, and the whole is not recorded: where the newest text that is known has the part once, the rest is taken to be as it is there.
   *
   * @returns what was written as far as it is known; null where it cannot be placed
   */
  editUnseen({ timeMs, path, edit, turn }: Omit<WrittenText, 'before' | 'after'>): WrittenText | null {
    this.changeUnseen();
    if (edit === null || edit.old === '') return null;
    const known = [this.#nowOf(path), this.#committed].filter((one) => one !== null && one !== undefined);
    const place = known
      .toSorted((one, other) => other.timeMs - one.timeMs)
      .find(({ text }) => text.split(edit.old, 3).length === 2);
    if (place === undefined) return null;
    const at = place.text.indexOf(edit.old);
    const after = place.text.slice(0, at) + edit.new + place.text.slice(at + edit.old.length);
    const written = { timeMs, path, before: place.text, after, edit, turn };
    this.write(written);
    return written;
  }

  /** What a session wrote. */
  write(operation: WrittenText): void {
    const before = operation.before === null ? [] : this.#found(operation, operation.before);
    const lines = this.#rewritten(before, operation);
    for (const line of [...before, ...lines]) line.omittedMs = null;
    this.#setNow(operation.path, { text: operation.after, lines, timeMs: operation.timeMs });
  }

  /** The session moved or copied the file: its lines go with it. What it does not tell of them is taken to be as it was. */
  carry(from: string, to: string, recorded: string | null, timeMs: number, isMove: boolean): void {
    const source = this.#now.get(from) ?? null;
    const text = recorded ?? source?.text ?? this.#committed?.text ?? null;
    if (isMove) this.#now.delete(from);
    if (text === null) return;
    const lines = source?.text === text ? source.lines : this.#derived(splitLines(text), this.#predecessors(from));
    this.#setNow(to, { text, lines, timeMs });
  }

  /** Lines of the newest commit; none before there is one. */
  get committed(): readonly TrackedLine[] {
    return this.#committed?.lines ?? [];
  }

  /**
   * The next commit of the history.
   *
   * @param moved lines that it takes out of other files, file by file
   */
  commit(
    { text, commit, authorSeconds, commitSeconds, paths, isMerge }: CommittedText,
    moved: readonly (readonly TrackedLine[])[] = [],
  ): void {
    const [authorMs, commitMs] = [authorSeconds, commitSeconds].map((seconds) => seconds * 1000 + 999) as [
      number,
      number,
    ];
    const sessions = this.#sessionTexts(paths, authorMs);
    const lines = this.#next(text, sessions, isMerge ? null : authorMs, moved);
    const contained = new Set(lines);
    for (const session of sessions) {
      for (const line of session.lines) {
        if (line.pending && session.timeMs <= authorMs && !contained.has(line) && !this.#elsewhere.has(line.text)) {
          line.omittedMs = Math.min(line.omittedMs ?? authorMs, authorMs);
        }
      }
    }
    for (const line of lines) {
      line.commit ??= commit;
      line.pending = false;
    }
    this.#committed = { text, lines, timeMs: commitMs };
    this.#remember(this.#committed);
    this.#left = this.#left.filter((one) => one.lines.some(({ pending }) => pending));
  }

  /** The lines of the file as it lies in the workspace. */
  present(text: string, paths: readonly string[]): readonly TrackedLine[] {
    return this.#next(text, this.#sessionTexts(paths, Number.POSITIVE_INFINITY), Number.POSITIVE_INFINITY);
  }

  /**
   * A text that follows the newest commit and holds of the sessions what no commit has yet.
   *
   * @param madeMs when it was made; null where its parts were made at other times
   */
  #next(
    text: string,
    sessions: readonly FileText[],
    madeMs: number | null,
    moved: readonly (readonly TrackedLine[])[] = [],
  ): TrackedLine[] {
    const committed = this.#committed;
    if (committed?.text === text) return [...committed.lines];
    const known = new Set(committed?.lines);
    const texts = splitLines(text);
    const same = sessions.find((one) => one.text === text);
    if (same !== undefined) {
      return withoutOmitted(same.lines, madeMs).map((line) =>
        line.pending || known.has(line) || isForeign(line) ? line : doubtful(line, 'same text'),
      );
    }
    const restored = this.#restored(text, known);
    if (restored !== null) return [...restored];
    const isCommit = madeMs !== Number.POSITIVE_INFINITY;
    const predecessors = sessions.map(({ lines }) => {
      const certain = withoutOmitted(lines, madeMs);
      return { lines: isCommit ? withoutParts(certain, texts) : certain, pendingOnly: true };
    });
    const main = committed === null ? [] : [{ lines: committed.lines, pendingOnly: false }];
    return this.#derived(texts, [...main, ...predecessors], moved);
  }

  /** What was on the disk when an operation began. */
  #found({ path }: WrittenText, before: string): readonly TrackedLine[] {
    const [now, committed] = [this.#nowOf(path), this.#committed];
    if (now?.text === before) return now.lines;
    const isBranch = committed?.text === before;
    const restored = isBranch ? committed.lines : this.#restored(before, new Set(now?.lines));
    if (restored !== null) {
      // What a person took back by hand must not seem to lie on another branch.
      const left = now?.lines.filter(({ pending }) => pending).map((line) => line.text) ?? [];
      if (now !== null && isMuch(left)) this.#left.push(now);
      return restored;
    }
    return this.#derived(splitLines(before), this.#predecessors(path));
  }

  #predecessors(path: string): Predecessor[] {
    return [this.#nowOf(path), this.#committed]
      .filter((one) => one !== null && one !== undefined)
      .map(({ lines }) => ({ lines, pendingOnly: false }));
  }

  #nowOf(path: string): FileText | null {
    const own = this.#now.get(path);
    if (own !== undefined) return own;
    // The file may have been moved by a person since a session saw it.
    let newest: FileText | null = null;
    for (const one of this.#now.values()) if (newest === null || one.timeMs > newest.timeMs) newest = one;
    return newest;
  }

  /** A text that was there before as a whole, and is more than can be written twice by chance. */
  #restored(text: string, known: ReadonlySet<TrackedLine>): readonly TrackedLine[] | null {
    const lines = this.#byText.get(text)?.lines;
    if (lines === undefined) return null;
    return isMuch(lines.filter((line) => !known.has(line)).map((line) => line.text)) ? lines : null;
  }

  #setNow(path: string, text: FileText): void {
    this.#hasOperations = true;
    const old = this.#now.get(path);
    if (old !== undefined) {
      const older = this.#older.get(path);
      if (older === undefined) this.#older.set(path, [old]);
      else {
        older.push(old);
        if (older.length * old.text.length > MAX_REMEMBERED) older.shift();
      }
    }
    this.#now.set(path, text);
    this.#remember(text);
  }

  #remember(one: FileText): void {
    this.#remembered += this.#byText.has(one.text) ? 0 : one.text.length;
    this.#byText.set(one.text, one);
    for (const oldest of this.#byText.keys()) {
      if (this.#remembered <= MAX_REMEMBERED) return;
      this.#byText.delete(oldest);
      this.#remembered -= oldest.length;
    }
  }

  /** The texts of sessions that a commit can contain: as they were when its change was made, as they are now, and those on other branches. */
  #sessionTexts(paths: readonly string[], authorMs: number): FileText[] {
    const found = new Set<FileText>();
    const add = (path: string, now: FileText) => {
      const then = now.timeMs <= authorMs ? now : this.#older.get(path)?.findLast(({ timeMs }) => timeMs <= authorMs);
      if (then !== undefined) found.add(then);
      found.add(now);
    };
    const named = paths.filter((path) => this.#now.has(path));
    for (const path of named.length > 0 ? named : this.#now.keys()) add(path, this.#now.get(path) as FileText);
    for (const one of this.#left.slice(-4)) found.add(one);
    return [...found];
  }

  #originOfNew(text: string): Writer {
    const mayBeMasked = this.#masked.some(([before, behind]) => text.startsWith(before) && text.endsWith(behind));
    if (this.#isOpaque || mayBeMasked) return 'unseen';
    if (!this.#written.has(text)) return NO_SESSION;
    // Brackets were there before any session came. Of longer lines that could be a matter of wrong clocks.
    return !this.#hasOperations && isShort(text) ? NO_SESSION : 'same text';
  }

  #rewritten(before: readonly TrackedLine[], operation: WrittenText): TrackedLine[] {
    const after = splitLines(operation.after);
    const old = before.map(({ text }) => text);
    const sources = withoutChance(alignEdit(old, after, operation) ?? alignLines(old, after), before, after, true);
    const lines = sources.map((source, at): TrackedLine => {
      const kept = onlySource(source);
      if (kept !== null) return before[kept] as TrackedLine;
      const writers = source.from.flatMap((place) => [...(before[place] as TrackedLine).writers]);
      return lineOf(after[at] as string, source.mayBeNew ? [...writers, operation] : writers, true);
    });
    const used = new Set(lines);
    const dropped = before.filter((line) => !used.has(line));
    const droppedBy = new Map(dropped.map((line) => [line.text, line]));
    for (const [at, line] of lines.entries()) {
      if (sources[at]?.from.length === 0 && lettersOf(line.text) > 0) {
        // What was deleted here and is written there again may be one line that moved.
        const other = droppedBy.get(line.text);
        if (other !== undefined) lines[at] = lineOf(line.text, [...line.writers, ...other.writers], true);
      }
    }
    return lines;
  }

  #derived(
    texts: readonly string[],
    predecessors: readonly Predecessor[],
    moved: readonly (readonly TrackedLine[])[] = [],
  ): TrackedLine[] {
    const aligned = predecessors.map(({ lines, pendingOnly }) => ({
      lines,
      pendingOnly,
      sources: withoutChance(
        alignLines(
          lines.map(({ text }) => text),
          texts,
        ),
        lines,
        texts,
        false,
      ),
    }));
    const isNew = new Set<number>();
    const result = texts.map((text, at): TrackedLine => {
      const writers: Writer[] = [];
      const sure = new Set<TrackedLine>();
      let main: ReadonlySet<TrackedLine> | null = null;
      let mayBeNew = true;
      for (const [number, { lines, pendingOnly, sources }] of aligned.entries()) {
        const source = sources[at] as LineSources;
        const from = source.from.map((place) => lines[place] as TrackedLine);
        const usable = pendingOnly ? from.filter((line) => line.pending || isForeign(line)) : from;
        // What a session has left says where a line of the last commit stands.
        const sole = onlySource(source) === null ? undefined : from[0];
        const only = sole !== undefined && (usable.includes(sole) || main?.has(sole) === true) ? sole : undefined;
        if (number === 0 && !pendingOnly) {
          if (only !== undefined) return only;
          main = new Set(from);
          mayBeNew = source.mayBeNew;
          for (const line of from) writers.push(...line.writers);
        } else if (only !== undefined) {
          if (main === null || source.mayBeNew || mayBeNew || main.has(only)) sure.add(only);
        } else if (main === null || main.size === 0 || mayBeNew) {
          for (const line of usable) writers.push(...line.writers);
          if (usable.length < from.length) writers.push('same text');
          if (usable.length > 0 && !source.mayBeNew) mayBeNew = false;
        }
      }
      const [only] = sure;
      if (sure.size === 1 && only !== undefined) return only;
      if (sure.size > 1)
        return lineOf(
          text,
          [...sure].flatMap((line) => [...line.writers]),
          true,
        );
      if (mayBeNew) {
        if (writers.length === 0) isNew.add(at);
        writers.push(this.#originOfNew(text));
      }
      return lineOf(text, writers, false);
    });
    const used = new Set(result);
    for (const { lines, pendingOnly } of predecessors) {
      const dropped = lines.filter((line) => !used.has(line) && (!pendingOnly || line.pending));
      carryMoved(result, dropped, isNew);
    }
    carryMoved(
      result,
      moved.flatMap((lines) => [...lines, BETWEEN_FILES]),
      isNew,
    );
    return result;
  }
}

/** Cuts a text at its line feeds; what ends a line besides is not part of it. */
export function splitLines(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

function lineOf(text: string, writers: readonly Writer[], pending: boolean): TrackedLine {
  const all = new Set(writers);
  const told = all.size > MAX_WRITERS ? new Set<Writer>(['many']) : all;
  return { text, writers: told, pending, commit: null, omittedMs: null };
}

/** The only place from which a line can have come; null where it can be new, or have come from several. */
function onlySource({ from, mayBeNew }: LineSources): number | null {
  return from.length === 1 && !mayBeNew ? (from[0] as number) : null;
}

function isForeign({ writers }: TrackedLine): boolean {
  return writers.size === 1 && writers.has(NO_SESSION);
}

function doubtful(line: TrackedLine, doubt: Doubt, pending = false): TrackedLine {
  return lineOf(line.text, [...line.writers, doubt], pending);
}

function lettersOf(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

function sumOfLetters(lines: Iterable<string>): number {
  let sum = 0;
  for (const line of lines) sum += lettersOf(line);
  return sum;
}

/** Whether a line has so few letters that it says nothing of where it comes from. */
export function isShort(line: string): boolean {
  return lettersOf(line) < OWN_CHARACTERS;
}

/** Whether lines that vanish here and turn up there are more than can be written twice by chance. */
export function isMuch(lines: Iterable<string>): boolean {
  return sumOfLetters(lines) >= MOVED_CHARACTERS;
}

/** Takes lines that a change dropped for those that it added elsewhere, where they are many in one piece and there is only one such piece. */
function carryMoved(lines: TrackedLine[], dropped: readonly TrackedLine[], isNew: Set<number>): void {
  const places = new Map<string, number[]>();
  for (const [place, { text }] of dropped.entries()) {
    const known = places.get(text);
    if (known === undefined) places.set(text, [place]);
    else if (known.length < MAX_WRITERS) known.push(place);
  }
  const taken = new Set<number>();
  for (let at = 0; at < lines.length; at++) {
    if (!isNew.has(at)) continue;
    let [best, from, isOnly] = [0, -1, true];
    for (const place of places.get((lines[at] as TrackedLine).text) ?? []) {
      let length = 0;
      while (
        length < MAX_RUN &&
        at + length < lines.length &&
        isNew.has(at + length) &&
        !taken.has(place + length) &&
        dropped[place + length]?.text === lines[at + length]?.text
      ) {
        length++;
      }
      if (length === best) isOnly = false;
      if (length > best) [best, from, isOnly] = [length, place, true];
    }
    if (best === 0 || !isOnly || !isMuch(dropped.slice(from, from + best).map(({ text }) => text))) continue;
    for (let step = 0; step < best; step++) {
      lines[at + step] = dropped[from + step] as TrackedLine;
      taken.add(from + step);
      isNew.delete(at + step);
    }
    at += best - 1;
  }
}

/** Lines that a comparison takes for the same, all in one piece. */
interface KeptRun {
  readonly before: number;
  readonly after: number;
  readonly length: number;
}

function keptRuns(sources: readonly LineSources[]): KeptRun[] {
  const runs: KeptRun[] = [];
  for (const [after, source] of sources.entries()) {
    const before = onlySource(source);
    if (before === null) continue;
    const last = runs.at(-1);
    if (last !== undefined && after === last.after + last.length && before === last.before + last.length) {
      runs[runs.length - 1] = { ...last, length: last.length + 1 };
    } else runs.push({ before, after, length: 1 });
  }
  return runs;
}

/**
 * Leaves in doubt what only seems to be kept: a few letters between changes are the same by chance, and whoever rewrites a block writes its last bracket as well.
 *
 * @param isCall whether the change is known to be that of one call, which names what it replaces
 */
function withoutChance(
  sources: readonly LineSources[],
  before: readonly TrackedLine[],
  after: readonly string[],
  isCall: boolean,
): readonly LineSources[] {
  const result = [...sources];
  const [oldCounts, newCounts] = [countsOf(before.map(({ text }) => text)), countsOf(after)];
  const isOwn = (text: string) => !isShort(text) && oldCounts.get(text) === 1 && newCounts.get(text) === 1;
  const runs = keptRuns(sources);
  for (const [number, run] of runs.entries()) {
    const { before: first, after: at, length } = run;
    const [last, next] = [runs[number - 1], runs[number + 1]];
    const doubt = (step: number) => {
      result[at + step] = { from: [first + step], mayBeNew: true };
    };
    const ahead = {
      cut: first - (last === undefined ? 0 : last.before + last.length),
      put: at - (last === undefined ? 0 : last.after + last.length),
    };
    const behind = {
      cut: (next?.before ?? before.length) - first - length,
      put: (next?.after ?? after.length) - at - length,
    };
    const texts = after.slice(at, at + length);
    const isBetween = ahead.cut + ahead.put > 0 && behind.cut + behind.put > 0;
    const isReplaced = ahead.cut > 0 && ahead.put > 0 && behind.cut > 0 && behind.put > 0;
    if (isBetween && (isReplaced || !texts.some(isOwn)) && sumOfLetters(texts) < RUN_CHARACTERS) {
      for (let step = 0; step < length; step++) doubt(step);
    } else if (!isCall) {
      const isBlock = ({ cut, put }: typeof ahead) => cut > 0 && put > 0 && cut + put > 2;
      for (let step = 0; isBlock(ahead) && step < length && isShort(texts[step] as string); step++) doubt(step);
      for (let step = length - 1; isBlock(behind) && step >= 0 && isShort(texts[step] as string); step--) doubt(step);
    }
  }
  return result;
}

function countsOf(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

/** Leaves in doubt the lines of operations of which a commit has but a small part: it has them by chance rather than from there. */
function withoutParts(lines: readonly TrackedLine[], texts: readonly string[]): readonly TrackedLine[] {
  const present = new Set(texts);
  const parts = new Map<Writer, { all: number; there: number }>();
  for (const line of lines) {
    const [writer] = line.writers;
    if (!line.pending || writer === undefined || lettersOf(line.text) === 0) continue;
    const part = parts.get(writer) ?? { all: 0, there: 0 };
    part.all++;
    if (present.has(line.text)) part.there++;
    parts.set(writer, part);
  }
  return lines.map((line) => {
    const [writer] = line.writers;
    const part = writer === undefined ? undefined : parts.get(writer);
    if (!line.pending || part === undefined || part.there >= part.all * PART_COMMITTED) return line;
    return doubtful(line, 'small part', true);
  });
}

/** Leaves in doubt what a commit in between did not have: somebody may have taken it back, and somebody else written it again. */
function withoutOmitted(lines: readonly TrackedLine[], madeMs: number | null): readonly TrackedLine[] {
  if (madeMs === null) return lines;
  const isOmitted = (line: TrackedLine) => line.pending && line.omittedMs !== null && line.omittedMs < madeMs;
  return lines.map((line) => (isOmitted(line) ? doubtful(line, 'taken back', true) : line));
}

/** What an edit kept, by where it replaced; null where the texts do not bear the call out. */
function alignEdit(
  before: readonly string[],
  after: readonly string[],
  { before: text, after: written, edit }: WrittenText,
): readonly LineSources[] | null {
  if (edit === null || text === null || edit.old === '') return null;
  const at = text.indexOf(edit.old);
  if (at < 0 || text.indexOf(edit.old, at + 1) >= 0) return null;
  if (text.slice(0, at) + edit.new + text.slice(at + edit.old.length) !== written) return null;
  // Whole lines before and behind what was replaced are those from before.
  const head = text.slice(0, at).split('\n').length - 1;
  const behind = text.slice(at + edit.old.length);
  const ends = edit.old.endsWith('\n') && (edit.new.endsWith('\n') || edit.new === '');
  const tail = splitLines(behind).length - (ends || behind === '' ? 0 : 1);
  const [oldMiddle, newMiddle] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const kept = (place: number): LineSources => ({ from: [place], mayBeNew: false });
  const sources: LineSources[] = [];
  for (let line = 0; line < head; line++) sources.push(kept(line));
  sources.push(...alignReplaced(oldMiddle, newMiddle, head));
  for (let line = before.length - tail; line < before.length; line++) sources.push(kept(line));
  return sources.length === after.length ? sources : null;
}

/** Whoever replaces lines by themselves and more names the place: what was there is what stands at that end. */
function alignReplaced(before: readonly string[], after: readonly string[], offset: number): LineSources[] {
  const added = after.length - before.length;
  const added0 = { from: [], mayBeNew: true };
  if (added >= 0 && before.length > 0) {
    const isHead = before.every((line, at) => line === after[at]);
    const isTail = before.every((line, at) => line === after[added + at]);
    if (isHead !== isTail) {
      return after.map((_, at) => {
        const place = isHead ? at : at - added;
        return place >= 0 && place < before.length ? { from: [offset + place], mayBeNew: false } : added0;
      });
    }
  }
  return alignLines(before, after).map(({ from, mayBeNew }) => ({
    from: from.map((place) => place + offset),
    mayBeNew,
  }));
}
