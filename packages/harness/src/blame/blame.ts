import { realpathSync } from 'node:fs';
import { posix } from 'node:path';
import type { Finding } from '@fxlog/format';
import type { Session } from '@fxlog/store';
import { type RecordedOperation, recordedOperations } from '../changes/changes.js';
import { readRegularFile } from '../read-regular-file.js';
import { isWithin } from '../workspace.js';
import { type FileVersion, FileVersions, textOf } from './file-versions.js';
import {
  type Doubt,
  isMuch,
  isShort,
  LineHistory,
  NO_SESSION,
  splitLines,
  type TrackedLine,
  type WrittenText,
} from './line-history.js';
import { settleTimes } from './settle-times.js';

/** Bytes and lines above which a file is not looked at. */
const MAX_BLAME_BYTES = 16 * 1024 * 1024;
const MAX_BLAME_LINES = 200_000;
/** How many moves from one file to another are followed behind each other. */
const MAX_MOVES = 3;

/** A turn that wrote a line, or can have. */
export interface LineWriter {
  readonly session: string;
  /** From 1; and the call within it, from 1. */
  readonly turn: number;
  readonly call: number;
}

/** Who wrote a line of a file as it is now. */
export interface BlamedLine {
  /** From 1. */
  readonly line: number;
  /** Without what ends it. */
  readonly text: string;
  /**
   * `session`: that turn wrote it. `none`: none of the recorded operations did. `unproven`: one of them wrote such a line, and neither logs nor history prove that it is this
   * one.
   */
  readonly verdict: 'session' | 'none' | 'unproven';
  /** For `session` the one that did; for `unproven` those that can have, as far as they are known. */
  readonly writers: readonly LineWriter[];
  /** The oldest commit of the present branch that is known to have the line; null where none has. */
  readonly commit: string | null;
  /** Why there is no proof, a sentence; null where there is one. */
  readonly reason: string | null;
}

/** The lines of a file, with who wrote them. */
export interface FileBlame {
  /** The real path. */
  readonly path: string;
  readonly lines: readonly BlamedLine[];
  /** Sessions that were read. */
  readonly sessions: number;
  /** Operations on the file that were found, and those of them whose texts are not known. */
  readonly operations: number;
  readonly unseen: number;
  /** Versions of the file in the history that were looked at; null where there is none. */
  readonly commits: number | null;
}

/** Why a file cannot be looked at. */
export interface NoBlame {
  readonly reason: string;
}

/** How a file is looked at. */
export interface BlameOptions {
  readonly signal?: AbortSignal | undefined;
  /** Is told what is wrong with the log of a session, by its id. */
  readonly onFinding?: ((finding: Finding, session: string) => void) | undefined;
  /** Where a folder lay when the sessions worked in it, if it has moved since, and where it lies now. */
  readonly moved?: { readonly from: string; readonly to: string } | undefined;
}

/** A session that may have written the file. */
export interface BlameSession {
  readonly id: string;
  /** Where its workspace lies, as far as that is known without its log. */
  readonly workspace: string | null;
  open(): Promise<Session>;
}

interface Event extends Omit<WrittenText, 'after' | 'turn'> {
  readonly by: LineWriter;
  readonly action: 'write' | 'move' | 'copy' | 'unseen' | 'gone';
  readonly newPath: string;
  readonly after: string | null;
}

const REASONS: Readonly<Record<Doubt, string>> = {
  'same text': 'A session wrote such a line, and nothing shows that this is it.',
  unseen: 'An operation whose text is not recorded can have written it.',
  'taken back': 'A commit after the operation lacks it, so that it can have been taken back and written again.',
  'small part': 'A commit has it with only a small part of what the operation wrote.',
  many: 'Too many operations can have written it.',
};

/**
 * Says which turn of which session wrote each line of a file as it is now, from the texts that sessions recorded and the history of the file in git. Only the file itself is opened:
 * paths in logs are compared and never followed.
 *
 * @param file a path; what leads to it may be links, it itself must be a regular file
 * @param sessions those whose workspace has nothing to do with the file are not opened
 * @throws Error when a session cannot be read.
 */
export async function blameFile(
  file: string,
  sessions: Iterable<BlameSession>,
  options: BlameOptions = {},
): Promise<FileBlame | NoBlame> {
  const path = realPathOf(file);
  if (path === null) return { reason: 'it is not there' };
  const reading = readRegularFile(path, MAX_BLAME_BYTES);
  if (!reading.ok) return { reason: reading.isMissing ? 'it is not there' : reading.reason };
  const text = textOf(reading.bytes);
  if (text === null) return { reason: 'it is not a text' };
  const present = splitLines(text);
  if (present.length > MAX_BLAME_LINES) {
    return { reason: `it has ${present.length} lines, more than ${MAX_BLAME_LINES}` };
  }
  const versions = await FileVersions.open(posix.dirname(path), posix.basename(path));
  const near = [...sessions].filter(
    ({ workspace }) => workspace === null || isNear(folderNow(workspace, options), path, versions),
  );
  const writings = new Writings(near, options);
  const traced = await trace(writings, versions, path, text, 0);
  return {
    path,
    lines: traced.lines.map((line, at) => blamed(line, at + 1, present[at] as string, writings.writers)),
    sessions: near.length,
    operations: traced.events.length,
    unseen: traced.events.filter(({ action }) => action === 'unseen').length,
    commits: versions === null ? null : traced.commits,
  };
}

/** What sessions have written, and by whom each text of it is. */
class Writings {
  readonly sessions: readonly BlameSession[];
  readonly options: BlameOptions;
  readonly writers = new Map<WrittenText, LineWriter>();
  /** The lines that they put into any file at all, short ones aside. */
  readonly lines = new Set<string>();

  constructor(sessions: readonly BlameSession[], options: BlameOptions) {
    this.sessions = sessions;
    this.options = options;
  }
}

interface Traced {
  readonly lines: readonly TrackedLine[];
  readonly events: readonly Event[];
  readonly commits: number;
}

/**
 * Follows the lines of a file to a text of it.
 *
 * @param text null for the newest version
 * @param depth how many moves from one file to another lie behind
 */
async function trace(
  writings: Writings,
  versions: FileVersions | null,
  path: string | null,
  text: string | null,
  depth: number,
): Promise<Traced> {
  const names = new Set([...(path === null ? [] : [path]), ...(versions?.paths ?? [])]);
  const { events, paths } = await eventsOf(writings, names);
  const ordered = versions === null ? events : settleTimes(events, versions);
  ordered.sort((one, other) => one.timeMs - other.timeMs);
  const elsewhere = ordered.length === 0 ? undefined : await versions?.linesElsewhere(MAX_BLAME_BYTES);
  const own = linesOf(ordered);
  const foreign = [...writings.lines].filter((line) => !own.has(line));
  const history = new LineHistory(new Set([...own, ...foreign]), elsewhere ?? new Set());
  const mayBeMoved = new Set(depth < MAX_MOVES ? foreign : []);
  let [next, commits, newest] = [0, 0, 0];
  const replayUntil = (timeMs: number) => {
    for (; next < ordered.length && (ordered[next] as Event).timeMs <= timeMs; next++) {
      replay(history, ordered[next] as Event, writings.writers);
    }
  };
  const isMoved = text === null || isMuch(splitLines(text).filter((line) => mayBeMoved.has(line)));
  const since = isMoved ? Number.NEGATIVE_INFINITY : (ordered[0]?.timeMs ?? Number.POSITIVE_INFINITY);
  for await (const version of versions?.since(since, MAX_BLAME_BYTES) ?? []) {
    writings.options.signal?.throwIfAborted();
    commits++;
    newest = Math.max(newest, version.commitSeconds * 1000 + 999);
    replayUntil(newest);
    if (version.text === null) continue;
    const known = new Set(history.committed.map((line) => line.text));
    const added = new Set(splitLines(version.text).filter((line) => mayBeMoved.has(line) && !known.has(line)));
    const moved =
      versions === null || !isMuch(added) ? [] : await movedLines(writings, versions, version, added, depth);
    history.commit({ ...version, text: version.text }, moved);
  }
  if (text !== null) replayUntil(Number.POSITIVE_INFINITY);
  return { lines: text === null ? history.committed : history.present(text, [...paths]), events, commits };
}

/** The lines that a commit took out of other files, with who wrote them, where it put such lines into this one. */
async function movedLines(
  writings: Writings,
  versions: FileVersions,
  { commit, paths }: FileVersion,
  added: ReadonlySet<string>,
  depth: number,
): Promise<readonly (readonly TrackedLine[])[]> {
  const moved: (readonly TrackedLine[])[] = [];
  for (const { name, lines } of await versions.dropped(commit, MAX_BLAME_BYTES)) {
    const isOwn = paths.includes(posix.join(versions.trees[0] ?? '/', name));
    if (isOwn || !isMuch([...lines].filter((line) => added.has(line)))) continue;
    const before = await trace(writings, await versions.before(commit, name), null, null, depth + 1);
    moved.push(before.lines.filter(({ text }) => lines.has(text)));
  }
  return moved;
}

function realPathOf(file: string): string | null {
  const path = posix.resolve(file);
  try {
    return posix.join(realpathSync(posix.dirname(path)), posix.basename(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) return null;
    throw error;
  }
}

/** Whether a session that works there can have written the file as a path of its workspace. */
function isNear(root: string, path: string, versions: FileVersions | null): boolean {
  return (
    isWithin(path, root) || (versions?.trees.some((tree) => isWithin(root, tree) || isWithin(tree, root)) ?? false)
  );
}

/** The folder that a session calls by a path: its real path, where it is there. */
function folderNow(path: string, { moved }: BlameOptions): string {
  const from = moved === undefined ? null : posix.resolve(moved.from);
  const folder =
    from !== null && isWithin(path, from) ? posix.join(moved?.to ?? from, posix.relative(from, path)) : path;
  try {
    return realpathSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) return posix.resolve(folder);
    throw error;
  }
}

/** The operations on a file under all the names that it has had, session by session. */
async function eventsOf(
  writings: Writings,
  names: ReadonlySet<string>,
): Promise<{ readonly events: Event[]; readonly paths: ReadonlySet<string> }> {
  const paths = new Set(names);
  for (;;) {
    const known = paths.size;
    const events: Event[] = [];
    for (const session of writings.sessions) await collect(session, paths, events, writings);
    if (paths.size === known) return { events, paths };
  }
}

async function collect(
  { id, open }: BlameSession,
  paths: Set<string>,
  events: Event[],
  { options, lines }: Writings,
): Promise<void> {
  const session = await open();
  const { signal, onFinding } = options;
  const reading = { signal, onFinding: (finding: Finding) => onFinding?.(finding, id) };
  let lastMs = Number(session.facts()?.createdAtMs ?? 0);
  let [root, place] = ['', ''];
  for await (const recorded of recordedOperations(session, reading)) {
    const { operation, timeMs, edit } = recorded;
    lastMs = Math.max(timeMs ?? lastMs, lastMs);
    if (recorded.root !== root) [root, place] = [recorded.root, folderNow(recorded.root, options)];
    const path = posix.resolve(place, operation.path);
    const newPath = posix.resolve(place, operation.newPath ?? operation.path);
    const contents = contentsOf(recorded);
    for (const line of addedLines({ ...contents, edit })) if (!isShort(line)) lines.add(line);
    if (!paths.has(path) && !paths.has(newPath)) continue;
    // The names that it had before count as well; those of copies of it do not.
    if (paths.has(newPath)) paths.add(path);
    const { turn, call } = operation;
    const by = { session: id, turn, call };
    events.push({ timeMs: lastMs, path, newPath, edit, by, ...contents });
  }
}

/** What an operation left: a masked text as it was recorded, whose masked lines are the same as none. */
function contentsOf({
  operation: { action, contents },
  texts,
}: RecordedOperation): Pick<Event, 'action' | 'before' | 'after'> {
  const [before, after] = [texts?.before ?? contents?.before ?? null, texts?.after ?? contents?.after ?? null];
  switch (action) {
    case 'delete':
      return { action: 'gone', before, after: null };
    case 'rename':
    case 'copy':
      return { action: action === 'rename' ? 'move' : 'copy', before, after: before ?? after };
    default:
      return { action: after === null ? 'unseen' : 'write', before, after };
  }
}

function linesOf(events: readonly Event[]): ReadonlySet<string> {
  return new Set(events.flatMap(addedLines));
}

/** The lines that an operation put in, and those between them that it put in again. */
function addedLines({ before, after, edit }: Pick<Event, 'before' | 'after' | 'edit'>): readonly string[] {
  if (after === null) return edit === null ? [] : splitLines(edit.new);
  const [old, now] = [splitLines(before ?? ''), splitLines(after)];
  let [head, tail] = [0, 0];
  while (head < Math.min(old.length, now.length) && old[head] === now[head]) head++;
  const most = Math.min(old.length, now.length) - head;
  while (tail < most && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  return now.slice(head, now.length - tail);
}

function replay(history: LineHistory, event: Event, writers: Map<WrittenText, LineWriter>): void {
  const { action, path, newPath, after, timeMs, before, edit, by } = event;
  if (action === 'gone') return;
  if (action === 'move' || action === 'copy') {
    history.carry(path, newPath, after, timeMs, action === 'move');
  } else if (after === null) {
    const written = history.editUnseen({ timeMs, path, edit, turn: `${by.session}#${by.turn}` });
    if (written !== null) writers.set(written, by);
  } else {
    const written = { timeMs, path, before, after, edit, turn: `${by.session}#${by.turn}` };
    writers.set(written, by);
    history.write(written);
  }
}

function blamed(
  { writers, commit }: TrackedLine,
  line: number,
  text: string,
  known: ReadonlyMap<WrittenText, LineWriter>,
): BlamedLine {
  const operations = [...writers].filter((one) => typeof one !== 'string');
  const turns = new Map(operations.map((one) => [one.turn, known.get(one) as LineWriter]));
  const others = [...writers].filter((one) => typeof one === 'string');
  const doubt = others.find((one): one is Doubt => one !== NO_SESSION);
  const isNone = operations.length === 0 && doubt === undefined;
  const told = { line, text, writers: [...turns.values()], commit };
  if (isNone) return { ...told, verdict: 'none', reason: null };
  // Bytes that are no UTF-8 all look the same.
  if (text.includes('\ufffd'))
    return { ...told, verdict: 'unproven', reason: 'It is not UTF-8, of which logs keep no bytes.' };
  if (doubt !== undefined) return { ...told, verdict: 'unproven', reason: REASONS[doubt] };
  if (turns.size > 1) return { ...told, verdict: 'unproven', reason: 'Several turns can have written it.' };
  if (others.length > 0) return { ...told, verdict: 'unproven', reason: 'Somebody else can have written it again.' };
  return { ...told, verdict: 'session', reason: null };
}
