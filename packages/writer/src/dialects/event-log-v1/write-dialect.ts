import { eventLogTurn } from '@fxlog/assembler/internal';
import { findPairingFault, type Image } from '@fxlog/format/internal';
import type { DialectLoss, EntryDraft, SessionContent, WriteContentOptions, WriteDialect } from '../../dialect.js';
import { itemsOf } from '../../session-items.js';
import type { AttachmentReader } from './attachments.js';
import { type DescendedEntry, fromConversation } from './from-conversation.js';
import type { LogItem, SessionHeader } from './log-item.js';
import { toConversation } from './to-conversation.js';
import { type WriteSessionOptions, writeSession } from './write-session.js';

/** Writes sessions as fx 0.0.1 to 0.0.7 keeps them. */
export const eventLogV1: WriteDialect = {
  id: 'event-log-v1',
  // What fx would read and then not send is made whole on the way.
  takesOwn: (native) => findPairingFault(eventLogTurn(native)) === null,
  toConversation,
  async write(content, target, given) {
    const { head, lateFiles } = content;
    const { identifiers, clock, keepHistory = false, fileSystem } = given;
    const items = new LogItems(content, given.report);
    reportHead(content, given.report);
    const options: WriteSessionOptions = {
      keepHistory,
      readAttachment: items.readAttachment,
      ...(identifiers === undefined ? {} : { identifiers }),
      ...(clock === undefined ? {} : { clock }),
      ...(fileSystem === undefined ? {} : { fileSystem }),
      // Everything that is lost is known by then.
      lateFiles: () => {
        given.check?.();
        return lateFiles?.() ?? [];
      },
      ...(content.usage === null ? {} : { usage: content.usage }),
      ...(head.title === null ? {} : { display: displayOf(head.title, head.originWorkspaceRoot) }),
    };
    const input = { turns: items.all(), session: headerOf(content) };
    const { id, dir, findings } = await writeSession(input, target, options);
    return { id, dir, findings };
  },
};

/** The items of a log, made of those of a session one after the other. */
class LogItems {
  readonly #content: SessionContent;
  readonly #report: WriteContentOptions['report'];
  #entries = 0;
  /** Of the entry that was given last. */
  #files: DescendedEntry['files'] = new Map();
  #images: DescendedEntry['images'] = new Map();

  constructor(content: SessionContent, report: WriteContentOptions['report']) {
    this.#content = content;
    this.#report = report;
  }

  /** The bytes of the files of the entry that was given last, by what the log calls them. */
  readonly readAttachment: AttachmentReader = async (ref) => {
    const read = async (path: string) => this.#files.get(path) ?? this.#content.readFile(path);
    if (ref.kind === 'tool-result') return read(`tool-results/${ref.handle}`);
    if (ref.kind === 'command-output') return read(`logs/commands/${ref.handle}`);
    return this.#readImage(ref.image, read);
  };

  async *all(): AsyncGenerator<LogItem, void, undefined> {
    for await (const item of itemsOf(this.#content)) {
      if ('model' in item) {
        yield { kind: 'preferences_changed', payload: { model: item.model }, timestamp_ms: item.timeMs };
      } else yield* this.#turnsOf(item);
    }
  }

  async *#turnsOf({ native, timeMs, language, usage, source }: EntryDraft): AsyncGenerator<LogItem, void, undefined> {
    const turn = this.#entries++;
    const facts = {
      ...(timeMs === null ? {} : { timestamp_ms: timeMs }),
      ...(language === null ? {} : { conversation_language: language }),
      ...(usage === null
        ? {}
        : { total_input_tokens: usage.totalInputTokens, total_output_tokens: usage.totalOutputTokens }),
    };
    if (native.dialect === 'event-log-v1') {
      yield { turn: native.turn, ...facts };
      return;
    }
    if (native.dialect !== 'conversation-log') throw new TypeError('The entry was not brought to the middle.');
    const { readFile } = this.#content;
    const { seq, offset } = source ?? {};
    const lose = (code: DialectLoss['code'], path: string, detail: string, count?: number) =>
      this.#report({ code, where: { seq, offset, turn, path }, detail, count });
    const entry = await fromConversation(native, { readFile, lose });
    this.#files = entry.files;
    this.#images = entry.images;
    for (const one of entry.turns) yield { turn: one, ...facts };
  }

  async #readImage(image: Image, read: (path: string) => Promise<Uint8Array | null>): Promise<Uint8Array | null> {
    const own = this.#images.get(image);
    if (own !== undefined) return own();
    return typeof image.snapshot_path === 'string' ? read(image.snapshot_path) : null;
  }
}

/** What of the session itself an event log has no place for. */
function reportHead({ head, permissions }: SessionContent, report: WriteContentOptions['report']): void {
  if (permissions !== null && permissions.rules.length > 0) {
    const detail = 'A permission rule, which has to be given anew.';
    report({ code: 'dropped-record', where: { file: 'permissions.json' }, detail, count: permissions.rules.length });
  }
  if (typeof head.provider !== 'string') {
    const detail = `The provider ${head.provider.name} became gateway.`;
    report({ code: 'default-value', where: {}, detail });
  }
  if (head.isChild) report({ code: 'dropped-lineage', where: {}, detail: 'That another session started this one.' });
  if (head.ultrafastMode) report({ code: 'dropped-extra', where: {}, detail: 'That ultrafast mode was on.' });
}

function headerOf({ head, usage }: SessionContent): SessionHeader {
  const { provider } = head;
  return {
    ...(head.id === null ? {} : { id: head.id }),
    created_at_ms: head.createdAtMs,
    workspace_root: head.workspaceRoot,
    origin_workspace_root: head.originWorkspaceRoot,
    conversation_language: head.language,
    preferences: {
      model: head.model,
      effort: head.effort,
      fast_mode: head.fastMode,
      ...(typeof provider === 'string' ? { provider } : {}),
    },
    ...(usage === null ? {} : { usage }),
  };
}

function displayOf(title: string, origin: string): NonNullable<WriteSessionOptions['display']> {
  return { schema_version: 1, title, preview: null, origin_workspace_root: origin };
}
