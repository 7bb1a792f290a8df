import { randomBytes } from 'node:crypto';
import { conversationEntry } from '@fxlog/assembler/internal';
import { type Finding, FrameError, type Int64 } from '@fxlog/format';
import {
  type ConversationManifest,
  encodeConversationManifest,
  encodeConversationSidecar,
  isSessionId,
} from '@fxlog/format/internal';
import { parseChildPath } from '../../child-path.js';
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
import { assertAbsent, openPlace, publishSession } from '../../publish-session.js';
import { itemsOf } from '../../session-items.js';
import type { SessionTarget } from '../../session-target.js';
import { encodeUsageSidecar } from '../../shared-sidecars.js';
import { WriteError } from '../../write-error.js';
import { laterOf } from './later-of.js';
import { LogLines } from './log-lines.js';
import { cutText } from './preview.js';
import { ReferencedFiles } from './referenced-files.js';

const BATCH_BYTES = 1 << 20;
/** Longest title of a manifest, in bytes (newer-formats §4.2). */
const MAX_TITLE_BYTES = 240;
const LANGUAGE = /^(?=.{1,24}$)[^\s\p{Cc}](?:[^\p{Cc}]*[^\s\p{Cc}])?$/u;
const EFFORT = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Writes a whole session directory of a conversation log: its log, the files that its lines name, its rules and usage, and the manifest last.
 *
 * @throws WriteError
 */
export async function writeConversation(
  session: SessionContent,
  target: SessionTarget,
  options: WriteContentOptions,
): Promise<WrittenContent> {
  const { fileSystem = nodeFileSystem } = options;
  return withStaging(fileSystem, async (stage, progress) => {
    const place = await openPlace(fileSystem, target, session.head.id);
    if (place.dir !== null) await assertAbsent(fileSystem, place.dir);
    // As fx makes them (newer-formats §3).
    const id = place.id ?? session.head.id ?? randomBytes(9).toString('base64url');
    checkId(id, session.head.id);
    const staging = await stage(place.parent);
    const writing = new ConversationWriting(staging, session, options);
    const { findings, updatedAtMs } = await writing.run(id);
    options.check?.();
    await staging.seal();
    const facts = { id, workspaceRoot: session.head.workspaceRoot, state: { updated_at_ms: updatedAtMs } };
    const dir = await publishSession(fileSystem, staging.path, place, facts, {}, progress);
    return { id, dir, findings };
  });
}

/** newer-formats §3: the name of the newer store is no id. */
function checkId(id: string, stated: string | null): void {
  if (isSessionId(id) && id.toLowerCase() !== 'v2' && (stated === null || stated === id)) return;
  const other = stated === null || stated === id ? '' : `; it is ${stated}`;
  throw new WriteError({
    rule: 'write/id',
    message: `${JSON.stringify(id)} cannot be the name of this session${other}.`,
    fxError: 'InvalidSessionMetadata',
  });
}

class ConversationWriting {
  readonly #staging: StagingDirectory;
  readonly #session: SessionContent;
  readonly #report: WriteContentOptions['report'];
  readonly #lines: LogLines;
  readonly #findings: Finding[] = [];
  readonly #files: ReferencedFiles;
  #model: string;
  #entries = 0;
  /** Entries of which the totals or the language are not kept. */
  #withTotals = 0;
  #withLanguage = 0;

  constructor(staging: StagingDirectory, session: SessionContent, { report }: WriteContentOptions) {
    this.#staging = staging;
    this.#session = session;
    this.#report = report;
    this.#lines = new LogLines(session.head.createdAtMs);
    this.#files = new ReferencedFiles(staging, session.readFile, this.#findings);
    this.#model = session.head.model;
  }

  async run(id: string): Promise<{ readonly findings: readonly Finding[]; readonly updatedAtMs: Int64 }> {
    const { head, lateFiles, permissions, usage } = this.#session;
    const staging = this.#staging;
    await staging.write(['session.lock'], new Uint8Array(0));
    await staging.write(['events.jsonl'], this.#log());
    this.#reportFacts();
    for (const { path, bytes } of lateFiles?.() ?? []) {
      const parts = parseChildPath(path);
      if (!staging.has(path)) await staging.write(parts, bytes);
    }
    if (permissions !== null) {
      const bytes = encodeConversationSidecar('permissions', permissions);
      if (bytes === null)
        this.#lose('dropped-record', {}, 'A saved rule that fx would not read.', permissions.rules.length);
      else await staging.write(['permissions.json'], bytes);
    }
    if (usage !== null) await staging.write(['usage-v2.json'], encodeUsageSidecar(id, usage));
    const updatedAtMs = laterOf(this.#lines.lastMs, head.updatedAtMs);
    await staging.write(['session.json'], this.#manifest(id, updatedAtMs));
    return { findings: this.#findings, updatedAtMs };
  }

  async *#log(): AsyncGenerator<Uint8Array, void, undefined> {
    let pending: Uint8Array[] = [];
    let size = 0;
    for await (const item of itemsOf(this.#session)) {
      if ('model' in item) {
        this.#model = item.model;
        continue;
      }
      for (const { event, line } of this.#linesOf(item)) {
        await this.#files.take(event);
        pending.push(line);
        size += line.length;
        if (size < BATCH_BYTES) continue;
        yield Buffer.concat(pending);
        pending = [];
        size = 0;
      }
    }
    if (pending.length > 0) yield Buffer.concat(pending);
  }

  #linesOf(item: EntryDraft): ReturnType<LogLines['linesOf']> {
    const turn = this.#entries++;
    const { seq, offset } = item.source ?? {};
    const where = { seq, offset, turn };
    const { native, timeMs, language, usage } = item;
    if (language !== null && language !== this.#session.head.language) this.#withLanguage++;
    if (usage !== null && (usage.totalInputTokens > 0 || usage.totalOutputTokens > 0)) this.#withTotals++;
    const lose = (code: DialectLoss['code'], path: string, detail: string, count?: number) =>
      this.#lose(code, { ...where, path }, detail, count);
    const { turn: own } = conversationEntry(native);
    if ('summary' in own) {
      const { turns, compactions } = this.#lines;
      if (own.removedTurns !== turns || own.compactions !== compactions + 1) {
        const detail = `A summary stands for ${own.removedTurns} turns after ${own.compactions} compactions; here it is ${turns} after ${compactions + 1}.`;
        lose('dropped-extra', '/removed_turn_count', detail);
      }
      return this.#lines.linesOf(own, timeMs);
    }
    if (own.end === null) throw new TypeError('A turn is given an end before it is written.');
    return this.#lines.linesOf(own, timeMs);
  }

  #reportFacts(): void {
    if (this.#withTotals > 0)
      this.#lose('dropped-usage', {}, 'The tokens of the session up to a turn.', this.#withTotals);
    if (this.#withLanguage > 0)
      this.#lose('dropped-extra', {}, 'The language that the conversation had at a turn.', this.#withLanguage);
  }

  #manifest(id: string, updatedAtMs: Int64): Uint8Array {
    const { head } = this.#session;
    const manifest: ConversationManifest = {
      schema_version: 4,
      id,
      origin_workspace_root: head.originWorkspaceRoot,
      workspace_root: head.workspaceRoot,
      created_at_ms: head.createdAtMs,
      updated_at_ms: updatedAtMs,
      conversation_language: this.#accepted('language', head, LANGUAGE, 'und'),
      provider: head.provider,
      model: this.#model,
      effort: this.#accepted('effort', head, EFFORT, 'auto'),
      fast_mode: head.fastMode,
      ultrafast_mode: head.ultrafastMode ? true : null,
      title: this.#title(),
      subagent_child: head.isChild,
    };
    try {
      return encodeConversationManifest(manifest);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      const { rule, fxError, path, message } = error;
      const said = `fx would refuse session.json: ${message} (${path})`;
      throw new WriteError({ rule, message: said, fxError, path, file: 'session.json' }, { cause: error });
    }
  }

  #title(): string | null {
    const { title } = this.#session.head;
    if (title === null || title === '') return null;
    const cut = cutText(title, MAX_TITLE_BYTES);
    if (cut !== title) this.#lose('dropped-extra', {}, `The title is cut to ${MAX_TITLE_BYTES} bytes.`);
    return cut;
  }

  #accepted(key: 'language' | 'effort', head: SessionHead, allowed: RegExp, fallback: string): string {
    const value = head[key];
    if (allowed.test(value)) return value;
    this.#lose('default-value', {}, `The ${key} is ${fallback}, not ${JSON.stringify(value.slice(0, 200))}.`);
    return fallback;
  }

  #lose(code: DialectLoss['code'], where: DialectLoss['where'], detail: string, count?: number): void {
    this.#report({ code, where, detail, count });
  }
}
