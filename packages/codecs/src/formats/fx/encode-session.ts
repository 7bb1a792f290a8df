/** Items → a session of fx (common-model §C1, §C6, §C8). */

import type { Uint64 } from '@fxlog/format';
import { type DisplayMetadata, isModel, isSessionId, isWorkspaceRoot, REASONING_FILE } from '@fxlog/format/internal';
import { isWellFormed, trimEndOf } from '@fxlog/json/internal';
import {
  encodeLog,
  type IdentifierSource,
  type LogItem,
  newSessionId,
  type SessionFile,
  type SessionHeader,
  seededIdentifiers,
  type TurnDraft,
} from '@fxlog/writer';
import { type AttachmentReader, encodeDisplay } from '@fxlog/writer/internal';
import { type EncodeContext, type EncodedPiece, type ItemBatches, splitMeta } from '../../codec.js';
import { CodecError } from '../../codec-error.js';
import type { LossCode, LossPlace } from '../../loss.js';
import { nanosBelowMs, timeToMs } from '../../model/timestamp.js';
import type { TranscriptMeta } from '../../model/transcript.js';
import { addSaturating } from '../../model/uint64.js';
import { replaceHalves } from '../../model/well-formed.js';
import { uuidBytes, uuidV5 } from '../harness/deterministic-ids.js';
import type { PromptImage } from './encode-prompt.js';
import { encodeTurn } from './encode-turn.js';
import { type Exchange, type PlacedMessage, TurnGrouper } from './group-turns.js';
import { type KeptOutput, type ReasoningEntry, writeReasoning } from './reasoning-file.js';
import { reportUsage } from './report-usage.js';
import { SessionIds } from './session-ids.js';

/** Namespace of the identifiers of a session (common-model §C8.8). */
const NAMESPACE = uuidBytes('0f273b8a-1462-4d91-b20e-716a3d9d182f');

/** A transcript as a session of fx: what `writeSession` and `encodeLog` of `@fxlog/writer` take. */
export interface FxSession {
  readonly session: SessionHeader & { readonly id: string };
  /** Turns, and changes of the model between them; can be walked once. */
  readonly turns: AsyncIterable<LogItem>;
  /** Title to keep; absent where fx is to derive it. */
  readonly display?: DisplayMetadata;
  /** The bytes of the images of the turn that was given last. */
  readonly readAttachment: AttachmentReader;
  /** Files that are known only after the turns: the reasoning. */
  readonly lateFiles: () => readonly SessionFile[];
  /** Identifiers that follow from the session id, so that the same transcript gives the same bytes. */
  readonly identifiers: IdentifierSource;
  /** Milliseconds since 1970, UTC, of what has no time of its own. */
  readonly clock: () => number;
}

/**
 * Items → a session of fx, turn by turn.
 *
 * @throws CodecError with rule `codec/unusable-value` when neither the transcript nor the defaults have a workspace or a model that fx takes.
 *
 * @example
 * const { session, turns, ...options } = await toFxSession(readItems('session.jsonl'), { report, defaults: { model: 'openai/gpt-5' } });
 * await writeSession({ turns, session }, { root: '/home/dev/.fx/sessions' }, options);
 */
export async function toFxSession(items: ItemBatches, context: EncodeContext): Promise<FxSession> {
  const { meta, rest } = await splitMeta(items);
  return new SessionEncoder(meta, context).start(rest);
}

/** Items → `events.jsonl` and the files beside it: images, title, reasoning. */
export async function* encodeFx(
  items: ItemBatches,
  context: EncodeContext,
): AsyncGenerator<EncodedPiece, void, undefined> {
  const { meta, rest } = await splitMeta(items);
  const encoder = new SessionEncoder(meta, context);
  const { session, turns, display, identifiers, clock, lateFiles } = encoder.start(rest);
  const { id } = session;
  context.onInstallation?.({ path: `${id}/events.jsonl`, sessionId: id, resume: ['fx', '--resume', id] });
  const written = new Set<string>();
  for await (const bytes of encodeLog(turns, { session, identifiers, clock })) {
    yield { file: null, bytes };
    for (const image of encoder.takeImages()) {
      if (!written.has(image.path)) yield { file: image.path, bytes: image.bytes };
      written.add(image.path);
    }
  }
  if (display !== undefined) yield { file: 'display.json', bytes: encodeDisplay(display) };
  for (const { path, bytes } of lateFiles()) if (bytes instanceof Uint8Array) yield { file: path, bytes };
}

class SessionEncoder {
  readonly #meta: TranscriptMeta;
  readonly #context: EncodeContext;
  #images: readonly PromptImage[] = [];
  readonly #reasoning: ReasoningEntry[] = [];
  readonly #outputs: KeptOutput[] = [];
  #ids = new SessionIds('');
  #turns = 0;
  #model = '';
  #timeMs = 0;
  #inputTokens: Uint64 = 0;
  #outputTokens: Uint64 = 0;

  constructor(meta: TranscriptMeta, context: EncodeContext) {
    this.#meta = meta;
    this.#context = context;
  }

  start(items: ItemBatches): FxSession {
    const { git_branch, cli_version, lineage, title, timestamp } = this.#meta;
    if (git_branch !== undefined) this.#lose('dropped-git-branch', {}, `The branch ${git_branch}.`);
    if (cli_version !== undefined) this.#lose('dropped-cli-version', {}, `The version ${cli_version}.`);
    if (lineage !== undefined)
      this.#lose('dropped-lineage', {}, `The session is a ${lineage.relation} of ${lineage.parent}.`);
    const createdAt = timeToMs(timestamp);
    if (createdAt < 0 || nanosBelowMs(timestamp) > 0)
      this.#lose('dropped-time', {}, `fx cannot write the start ${timestamp}.`);
    this.#timeMs = Math.max(createdAt, 0);
    const id = this.#sessionId();
    this.#ids = new SessionIds(id);
    const workspace_root = this.#workspace();
    this.#model = this.#startModel();
    const display =
      title === undefined || title === ''
        ? undefined
        : ({
            schema_version: 1,
            title: replaceHalves(title),
            preview: null,
            origin_workspace_root: workspace_root,
          } as const);
    return {
      session: { id, created_at_ms: this.#timeMs, workspace_root, preferences: this.#preferences() },
      turns: this.#encode(items),
      ...(display === undefined ? {} : { display }),
      readAttachment: async (ref) => {
        if (ref.kind !== 'image') return null;
        return this.#images.find(({ path }) => path === ref.image.snapshot_path)?.bytes ?? null;
      },
      lateFiles: () => {
        const bytes = writeReasoning(this.#reasoning, this.#outputs);
        return bytes === null ? [] : [{ path: REASONING_FILE, bytes }];
      },
      identifiers: identifiersOf(id),
      clock: () => this.#timeMs,
    };
  }

  /** Hands out the images of the turn that was given last. */
  takeImages(): readonly PromptImage[] {
    const images = this.#images;
    this.#images = [];
    return images;
  }

  async *#encode(items: ItemBatches): AsyncGenerator<LogItem, void, undefined> {
    const grouper = new TurnGrouper(this.#context.report);
    for await (const batch of items) {
      for (const item of batch) {
        const exchange = item.type === 'message' ? grouper.take(item.message) : null;
        if (exchange !== null) yield* this.#turn(exchange);
      }
    }
    const last = grouper.finish();
    if (last !== null) yield* this.#turn(last);
    // The session goes on with the model that it is said to have.
    const model = this.#meta.model;
    if (model !== undefined && isModel(model)) yield* this.#changeModel(model);
  }

  *#turn(exchange: Exchange): Generator<LogItem, void, undefined> {
    const { messages } = exchange;
    const encoded = encodeTurn(exchange, this.#turns, this.#ids, this.#context.report);
    if (encoded === null) {
      this.#reportEmpty(messages);
      return;
    }
    this.#turns++;
    this.#setTime(messages);
    const model = this.#modelOf(messages);
    if (model !== null) yield* this.#changeModel(model);
    this.#countUsage(messages);
    this.#images = encoded.images;
    this.#reasoning.push(...encoded.reasoning);
    this.#outputs.push(...encoded.outputs);
    yield {
      turn: encoded.turn,
      timestamp_ms: this.#timeMs,
      total_input_tokens: this.#inputTokens,
      total_output_tokens: this.#outputTokens,
    } satisfies TurnDraft;
  }

  /** Of messages without anything that fx could hold, what they said about themselves is lost too. */
  #reportEmpty(messages: readonly PlacedMessage[]): void {
    for (const { message, index } of messages) {
      this.#lose('dropped-message', { message: index }, 'Nothing is left of the message, so that it makes no turn.');
      if (message.usage !== undefined) reportUsage(this.#context.report, message.usage, index, 'lost');
    }
  }

  *#changeModel(model: string): Generator<LogItem, void, undefined> {
    if (model === this.#model) return;
    this.#model = model;
    yield { kind: 'preferences_changed', payload: { model }, timestamp_ms: this.#timeMs };
  }

  /** Time of the first message; never decreasing (common-model §C8.6). */
  #setTime(messages: readonly PlacedMessage[]): void {
    const [start] = messages;
    if (start === undefined) return;
    this.#timeMs = Math.max(this.#timeMs, timeToMs(start.message.timestamp));
    const others = messages.filter(({ message: { timestamp } }) => {
      return timeToMs(timestamp) !== this.#timeMs || nanosBelowMs(timestamp) > 0;
    });
    if (others.length === 0) return;
    this.#lose(
      'dropped-time',
      { message: start.index },
      'fx has one time for a turn, that of its first message.',
      others.length,
    );
  }

  #modelOf(messages: readonly PlacedMessage[]): string | null {
    const models = messages.flatMap(({ message: { role, model }, index }) => {
      if (model === undefined) return [];
      if (role === 'assistant' && isModel(model) && isWellFormed(model)) return [model];
      this.#lose('dropped-model', { message: index }, `The model ${JSON.stringify(model)}.`);
      return [];
    });
    const last = models.at(-1) ?? null;
    const others = models.filter((model) => model !== last);
    if (others.length > 0) {
      this.#lose(
        'dropped-model',
        { message: messages[0]?.index },
        `fx has one model for a turn, here ${last}, not ${others.join(', ')}.`,
        others.length,
      );
    }
    return last;
  }

  /** Running sums (common-model §C6). */
  #countUsage(messages: readonly PlacedMessage[]): void {
    const last = messages.findLast(({ message }) => message.role === 'assistant');
    for (const placed of messages) {
      const { usage } = placed.message;
      if (usage === undefined) continue;
      this.#inputTokens = addSaturating(this.#inputTokens, usage.input_tokens);
      this.#outputTokens = addSaturating(this.#outputTokens, usage.output_tokens);
      reportUsage(this.#context.report, usage, placed.index, placed === last ? 'kept' : 'moved');
    }
  }

  #sessionId(): string {
    const wanted = this.#context.defaults?.sessionId;
    const { id } = this.#meta;
    const known = wanted ?? id;
    // `latest` is the folder of pointers.
    const isUsable = isSessionId(known) && known !== 'latest';
    const made = isUsable ? known : newSessionId(this.#timeMs, seededIdentifiers(known));
    if (made !== id) this.#lose('renamed-id', {}, `The session ${JSON.stringify(id)} is called ${made}.`);
    return made;
  }

  #workspace(): string {
    const { cwd } = this.#meta;
    const isUsable = (path: string | undefined): path is string =>
      path !== undefined && isWorkspaceRoot(path) && isWellFormed(path) && !path.includes('\0');
    const wanted = isUsable(cwd) ? cwd : this.#context.defaults?.cwd;
    if (!isUsable(wanted)) {
      throw new CodecError({
        rule: 'codec/unusable-value',
        message: `fx needs an absolute working directory; the transcript has ${cwd === undefined ? 'none' : JSON.stringify(cwd)}. Give one.`,
        path: '/meta/cwd',
      });
    }
    // A workspace that ends in a slash is never listed.
    const path = wanted.length > 1 ? trimEndOf(wanted, '/') || '/' : wanted;
    if (path !== cwd)
      this.#lose(
        'default-value',
        {},
        `The working directory is ${path}, not ${cwd === undefined ? 'unknown' : JSON.stringify(cwd)}.`,
      );
    return path;
  }

  /** The model of the session, else the default. */
  #startModel(): string {
    const { model } = this.#meta;
    if (model !== undefined && isModel(model) && isWellFormed(model)) return model;
    const fallback = this.#context.defaults?.model;
    if (fallback === undefined || !isModel(fallback)) {
      throw new CodecError({
        rule: 'codec/unusable-value',
        message: `fx needs the name of a model; the transcript has ${model === undefined ? 'none' : JSON.stringify(model.slice(0, 200))}. Give one.`,
        path: '/meta/model',
      });
    }
    this.#lose(
      'default-value',
      {},
      `The model of the session is ${fallback}, not ${model === undefined ? 'unknown' : JSON.stringify(model.slice(0, 200))}.`,
    );
    return fallback;
  }

  #preferences(): SessionHeader['preferences'] {
    const model = this.#model;
    switch (this.#context.defaults?.provider) {
      case 'codex':
        return { model, provider: 'codex' };
      case 'grok':
        return { model, provider: 'grok' };
      default:
        return { model };
    }
  }

  #lose(code: LossCode, where: LossPlace, detail: string, count?: number): void {
    this.#context.report({ code, where, detail, count });
  }
}

/** Identifiers of a session that follow from its id (common-model §C8.8): UUIDs without dashes. */
function identifiersOf(id: string): IdentifierSource {
  const counts = new Map<string, number>();
  return {
    next(use) {
      const count = (counts.get(use) ?? 0) + 1;
      counts.set(use, count);
      const name = use === 'generation' ? 'gen' : use === 'authority' ? use : `${use}:${count}`;
      return uuidV5(NAMESPACE, `${id}:${name}`).replaceAll('-', '');
    },
  };
}
