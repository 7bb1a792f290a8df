import { randomBytes } from 'node:crypto';
import { basename, join, resolve } from 'node:path';
import { type ConversationCompaction, conversationEntry } from '@fxlog/assembler/internal';
import type { Finding, Uint64 } from '@fxlog/format';
import { encodeConversationSidecar, type HandleFolder, isSessionsV2Id } from '@fxlog/format/internal';
import { type JsonObject, type JsonValue, stringifyJson } from '@fxlog/json';
import type {
  DialectLoss,
  EntryDraft,
  SessionContent,
  SessionHead,
  WriteContentOptions,
  WrittenContent,
} from '../../dialect.js';
import { nodeFileSystem } from '../../fs/file-system.js';
import type { StagingDirectory } from '../../fs/staging-directory.js';
import { withStaging } from '../../fs/with-staging.js';
import { assertAbsent, openPlace, publishSession, storeTarget } from '../../publish-session.js';
import { itemsOf } from '../../session-items.js';
import type { SessionTarget } from '../../session-target.js';
import { richUsage } from '../../shared-sidecars.js';
import { WriteError } from '../../write-error.js';
import { laterOf } from '../conversation-log/later-of.js';
import { ReferencedFiles } from '../conversation-log/referenced-files.js';
import { turnEvents } from '../conversation-log/turn-events.js';
import { Blobs } from './blobs.js';
import { catalogueSession, STORE } from './catalogue.js';
import { StoreLines } from './store-lines.js';

const BATCH_BYTES = 1 << 20;
const MAX_LANGUAGE_BYTES = 24;
const MOVABLE: readonly HandleFolder[] = ['tool-results', 'logs/commands', 'artifacts/web-fetch', 'images'];

/**
 * Writes a whole session of the newer store: its log, and a blob for every body that a line names. A root gets it below its folder `v2`.
 *
 * @throws WriteError
 */
export async function writeStoreSession(
  session: SessionContent,
  target: SessionTarget,
  options: WriteContentOptions,
): Promise<WrittenContent> {
  const { fileSystem = nodeFileSystem, report } = options;
  const id = idOf(session.head, target, report);
  return withStaging(fileSystem, async (stage, progress) => {
    const place = await openPlace(fileSystem, await storeTarget(fileSystem, target, id, STORE), id);
    await assertAbsent(fileSystem, join(place.parent, id));
    const staging = await stage(place.parent);
    const writing = new StoreWriting(staging, session, report);
    const { findings, updatedAtMs } = await writing.run(id);
    options.check?.();
    await staging.seal();
    const facts = { id, workspaceRoot: session.head.workspaceRoot, state: { updated_at_ms: updatedAtMs } };
    const dir = await publishSession(fileSystem, staging.path, place, facts, {}, progress);
    await catalogueSession(fileSystem, dir, writing.record(id));
    return { id, dir, findings };
  });
}

/** The id of the session, or a new one where its own is none of this store. */
function idOf({ id }: SessionHead, target: SessionTarget, report: WriteContentOptions['report']): string {
  const demanded = 'dir' in target ? basename(resolve(target.dir)) : null;
  if (demanded !== null && !isSessionsV2Id(demanded)) {
    const message = `${JSON.stringify(demanded)} cannot be the name of a session of this format.`;
    throw new WriteError({ rule: 'write/id', message, fxError: 'InvalidSessionMetadata' });
  }
  if (demanded !== null) return demanded;
  if (id !== null && isSessionsV2Id(id)) return id;
  const own = randomBytes(9).toString('base64url');
  if (id !== null)
    report({ code: 'renamed-id', where: {}, detail: `The id ${id} is none of this format; the session is ${own}.` });
  return own;
}

class StoreWriting {
  readonly #staging: StagingDirectory;
  readonly #session: SessionContent;
  readonly #report: WriteContentOptions['report'];
  readonly #blobs: Blobs;
  readonly #lines: StoreLines;
  readonly #files: ReferencedFiles;
  readonly #findings: Finding[] = [];
  #model: string;
  #compactions = 0;
  #withTotals = 0;
  #withLanguage = 0;

  constructor(staging: StagingDirectory, session: SessionContent, report: WriteContentOptions['report']) {
    this.#staging = staging;
    this.#session = session;
    this.#report = report;
    this.#blobs = new Blobs(staging);
    this.#lines = new StoreLines(this.#blobs, session.head.createdAtMs);
    this.#files = new ReferencedFiles(this.#blobs, session.readFile, this.#findings);
    this.#model = session.head.model;
  }

  /** What the catalogue of the store says of it once it is written. */
  record(id: string): Parameters<typeof catalogueSession>[2] {
    const { createdAtMs, workspaceRoot } = this.#session.head;
    const { title, language } = this.#lines.state;
    const updated = this.#lines.lastMs as Uint64;
    const created = laterOf(createdAtMs, 0) as Uint64;
    const { turns } = this.#lines;
    return {
      id,
      role: 'root',
      host: 'app',
      workspace: workspaceRoot,
      title,
      language,
      parent: null,
      created,
      updated,
      turns,
    };
  }

  async run(id: string): Promise<{ readonly findings: readonly Finding[]; readonly updatedAtMs: number | bigint }> {
    await this.#staging.write(['lock'], new Uint8Array(0));
    await this.#staging.write(['log.jsonl'], gathered(this.#log(id)));
    if (this.#withTotals > 0)
      this.#lose('dropped-usage', {}, 'The tokens of the session up to a turn.', this.#withTotals);
    if (this.#withLanguage > 0) {
      this.#lose('dropped-extra', {}, 'The language that the conversation had at a turn.', this.#withLanguage);
    }
    return { findings: this.#findings, updatedAtMs: this.#lines.lastMs };
  }

  /** The lines in the order in which fx writes them when it converts a session (newer-formats §5). */
  async *#log(id: string): AsyncGenerator<Uint8Array> {
    const { head, permissions, usage, lateFiles } = this.#session;
    const lines = this.#lines;
    if (head.isChild) {
      this.#lose('dropped-lineage', {}, 'That another session started this one: it stands alone here.');
    }
    yield lines.line({
      kind: 'session_created',
      id,
      workspace: head.originWorkspaceRoot,
      role: 'root',
      host: 'app',
      parent: null,
      forked_from: null,
    });
    if (head.workspaceRoot !== head.originWorkspaceRoot) yield lines.setting('workspace', json(head.workspaceRoot));
    yield this.#prefs();
    if (head.title !== null && head.title !== '') yield lines.setting('title', json(head.title));
    yield lines.setting('language', json(this.#language()));
    if (permissions !== null) {
      const bytes = encodeConversationSidecar('permissions', permissions);
      if (bytes !== null) yield lines.setting('permissions', Buffer.from(Buffer.from(bytes).toString('utf8').trim()));
      else this.#lose('dropped-record', {}, 'A saved rule that fx would not read.', permissions.rules.length);
    }
    if (usage !== null) yield lines.setting('usage', json({ at_ms: head.updatedAtMs, snapshot: richUsage(usage) }));
    for await (const item of itemsOf(this.#session)) {
      if ('model' in item) {
        this.#model = item.model;
        lines.moveTo(item.timeMs);
        yield this.#prefs();
      } else yield* this.#entry(item);
      yield* lines.snapshot();
    }
    for (const { path, bytes } of lateFiles?.() ?? []) {
      if (this.#blobs.has(path)) continue;
      if (bytes instanceof Uint8Array && isMovable(path)) await this.#blobs.write(path.split('/'), bytes);
      else this.#lose('dropped-extra', { file: path }, `The file ${path}, which this format has no place for.`);
    }
    lines.moveTo(head.updatedAtMs);
    this.#blobs.takeUnnamed();
    yield* lines.movedFiles();
    yield lines.line({ kind: 'closed' });
  }

  async *#entry(item: EntryDraft): AsyncGenerator<Uint8Array> {
    const { native, timeMs, language, usage } = item;
    if (language !== null && language !== this.#session.head.language) this.#withLanguage++;
    if (usage !== null && (usage.totalInputTokens > 0 || usage.totalOutputTokens > 0)) this.#withTotals++;
    this.#lines.moveTo(timeMs);
    const { turn: own } = conversationEntry(native);
    if ('summary' in own) return yield* this.#compaction(own);
    if (own.end === null) throw new TypeError('A turn is given an end before it is written.');
    yield this.#lines.begin();
    for (const event of turnEvents(own)) {
      await this.#files.take(event);
      yield* this.#lines.event(event);
    }
  }

  /** A summary, and the snapshot that fx puts behind each. */
  *#compaction({ summary, coveredTurns }: ConversationCompaction): Generator<Uint8Array> {
    const { turns } = this.#lines;
    const removed = coveredTurns ?? turns;
    const data = {
      summary,
      removed_turn_count: removed,
      compaction_count: ++this.#compactions,
      keep_from_turn: removed < turns ? removed + 1 : null,
    };
    yield this.#lines.line({ kind: 'compacted', turn: null, data: json(data) });
    yield* this.#lines.snapshot(true);
  }

  #prefs(): Uint8Array {
    const { provider, effort, fastMode, ultrafastMode } = this.#session.head;
    const prefs: JsonObject = {
      provider: provider as unknown as JsonValue,
      model: this.#model,
      effort,
      fast_mode: fastMode,
      ...(ultrafastMode ? { ultrafast_mode: true } : {}),
    };
    return this.#lines.setting('prefs', json(prefs));
  }

  #language(): string {
    const { language } = this.#session.head;
    if (language !== '' && Buffer.byteLength(language) <= MAX_LANGUAGE_BYTES) return language;
    this.#lose('default-value', {}, `The language is und, not ${JSON.stringify(language.slice(0, 200))}.`);
    return 'und';
  }

  #lose(code: DialectLoss['code'], where: DialectLoss['where'], detail: string, count?: number): void {
    this.#report({ code, where, detail, count });
  }
}

/** Whether a handle could name a file that lies there. */
function isMovable(path: string): boolean {
  return MOVABLE.some((folder) => path.startsWith(`${folder}/`));
}

function json(value: JsonValue): Uint8Array {
  return Buffer.from(stringifyJson(value));
}

/** The same bytes in larger pieces. */
async function* gathered(lines: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = [];
  let size = 0;
  for await (const line of lines) {
    pending.push(line);
    size += line.length;
    if (size < BATCH_BYTES) continue;
    yield Buffer.concat(pending);
    pending = [];
    size = 0;
  }
  if (pending.length > 0) yield Buffer.concat(pending);
}
