import { readConversation } from '@fxlog/assembler';
import { foldLog } from '@fxlog/assembler/internal';
import type { Finding } from '@fxlog/format';
import { REASONING_FILE } from '@fxlog/format/internal';
import type { SessionFile } from '@fxlog/writer';
import { type EntryDraft, lossOfFinding, type ReportDialectLoss, type SessionContent } from '@fxlog/writer/internal';
import type { Session, SessionLog } from './session.js';
import { StoreError } from './store-error.js';

/** How a session is read for writing it anew. */
export interface SessionContentOptions {
  /** Told what of the session is not among what is given. */
  readonly report: ReportDialectLoss;
  /** All that stands (the default), or every turn that the log still has. */
  readonly view?: 'standing' | 'archive' | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A session as the content of a new one, of whatever format: who it is, and its turns as they are asked for. The log is read leniently, once for what
 * it folds to, and once for its turns.
 *
 * @throws StoreError where it has no log that can be read, or nothing in it begins a session.
 */
export async function sessionContent(session: Session, options: SessionContentOptions): Promise<SessionContent> {
  const log = session.read();
  if (!log.ok) {
    const { rule, message, file = session.dir } = log.finding;
    throw new StoreError({ rule, message, file });
  }
  const { report, signal } = options;
  // Of a log without lines nothing says which format it is.
  const { state } =
    log.size === 0 ? { state: null } : await foldLog(log.source, { ...readingOf(log), mode: 'lenient', signal });
  const parent = session.child()?.parentId ?? null;
  if (parent !== null) report({ code: 'dropped-lineage', where: {}, detail: `The session was started by ${parent}.` });
  reportFolders(session, report);
  return {
    ...session.settings(state),
    items: log.size === 0 ? [] : itemsOf(log, options),
    readFile: async (path) => session.attachment(path),
    lateFiles: () => keptFiles(session, report),
  };
}

/** Folders in which every format of a session directory keeps the same; texts may name what lies in them. */
const KEPT_FOLDERS = ['tool-results/', 'logs/commands/', 'artifacts/'];
/** What lies there goes along with the turns that name it. */
const NAMED_FOLDERS = ['images/', 'blobs/'];

/** The files that lie in the same place in every format, and the reasoning that fxlog keeps. */
function* keptFiles(session: Session, report: ReportDialectLoss): Generator<SessionFile, void, undefined> {
  const reasoning = session.attachment(REASONING_FILE);
  if (reasoning !== null) yield { path: REASONING_FILE, bytes: reasoning };
  for (const { file } of session.children()) {
    if (!KEPT_FOLDERS.some((folder) => file.startsWith(folder))) continue;
    const artifact = session.artifact(file);
    if (artifact.ok) yield { path: file, bytes: artifact.bytes };
    else report({ code: 'missing-artifact', where: { file }, detail: artifact.finding.message });
  }
}

/** What each format keeps in its own way, such as the records of children and terminals. */
function reportFolders(session: Session, report: ReportDialectLoss): void {
  const counts = new Map<string, number>();
  for (const { file } of session.children()) {
    if ([...KEPT_FOLDERS, ...NAMED_FOLDERS].some((folder) => file.startsWith(folder))) continue;
    const folder = file.slice(0, file.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  for (const [folder, count] of counts)
    report({ code: 'dropped-record', where: { file: folder }, detail: `A file of ${folder}/.`, count });
}

function readingOf({ file, end, readBlob, unfinished }: SessionLog) {
  return { file, end, readBlob, unfinished };
}

/** The entries that stand, a turn that is under way among them. */
async function* itemsOf(
  log: SessionLog,
  { report, view = 'standing', signal }: SessionContentOptions,
): AsyncGenerator<readonly EntryDraft[], void, undefined> {
  const onFinding = (finding: Finding) => report(lossOfFinding(finding));
  const options = { ...readingOf(log), mode: 'lenient', view, recall: true, onFinding, signal } as const;
  const reading = readConversation(log.source, options);
  for await (const items of reading) {
    const entries: EntryDraft[] = [];
    for (const item of items) {
      if (item.type === 'turn') entries.push(item.turn);
      else if (item.type === 'compaction') entries.push(item.compaction);
      else if (item.type === 'left-out') {
        const detail =
          item.reason === 'superseded'
            ? 'A turn that fx replaced later is left out.'
            : 'A turn of a replaced history is left out, since the log still has the original.';
        report({ code: 'compaction-applied', where: { seq: item.source.seq }, detail, count: item.turns });
      } else if (item.type === 'unattributed-usage') {
        const detail = 'The log has only the sum of the tokens that some turns took.';
        report({ code: 'dropped-usage', where: { seq: item.source.seq }, detail });
      }
    }
    if (entries.length > 0) yield entries;
  }
}
