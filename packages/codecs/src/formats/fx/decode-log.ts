import {
  type ConversationItem,
  durableText,
  type HistoryEntry,
  readConversation,
  type SessionState,
} from '@fxlog/assembler';
import type { ConversationBegin } from '@fxlog/assembler/internal';
import type { Finding } from '@fxlog/format';
import { REASONING_FILE } from '@fxlog/format/internal';
import { isJsonObject } from '@fxlog/json/internal';
import type { Source } from '@fxlog/reader';
import { lossOfFinding } from '@fxlog/writer/internal';
import type { DecodeContext, ItemBatches } from '../../codec.js';
import { parseForeignJson } from '../../model/ordered-json.js';
import { type Timestamp, timeFromMs } from '../../model/timestamp.js';
import type { Lineage, TranscriptItem, TranscriptMeta } from '../../model/transcript.js';
import { toRepeatable } from '../harness/json-lines.js';
import { bodyOf, filesOf, TurnDecoder } from './decode-turn.js';
import { Reasoning } from './reasoning-file.js';

const TITLE_LENGTH = 60;

/**
 * An event log of fx → items. The files beside it (`session.json`, `display.json`, images, tool outputs, reasoning) come through
 * `readAttachment`; without them the log alone says what it can.
 *
 * A source that cannot be read twice is held in memory: what a replacement supersedes is known only at the end.
 *
 * @throws LogError strictly, for the first fault, after the messages before it.
 */
export async function* decodeLog(source: Source, context: DecodeContext): ItemBatches {
  yield* new LogDecoder(context).decode(await toRepeatable(source, context.signal));
}

class LogDecoder {
  readonly #context: DecodeContext;
  #head: ConversationBegin | null = null;
  #turns: TurnDecoder | null = null;
  #reasoning = new Reasoning(null);

  constructor(context: DecodeContext) {
    this.#context = context;
  }

  async *decode(source: Source): ItemBatches {
    const { view, mode, file, signal, report, readBlob, unfinished } = this.#context;
    this.#reasoning = new Reasoning(await this.#context.readAttachment(REASONING_FILE));
    // Which file it is the caller knows.
    const onFinding = (finding: Finding) => {
      const { where, ...loss } = lossOfFinding(finding);
      report({ ...loss, where: { ...where, file: undefined } });
    };
    const reading = readConversation(source, {
      view: view === 'archive' ? 'archive' : 'standing',
      mode,
      recall: true,
      file,
      readBlob,
      unfinished,
      signal,
      onFinding,
    });
    for (;;) {
      const batch = await reading.next();
      const items: TranscriptItem[] = [];
      if (batch.done === true) await this.#finish(batch.value.state, items);
      else for (const item of batch.value) await this.#take(item, items);
      if (items.length > 0) yield items;
      if (batch.done === true) break;
    }
    this.#reportReasoning();
  }

  async #take(item: ConversationItem, items: TranscriptItem[]): Promise<void> {
    const { report } = this.#context;
    switch (item.type) {
      case 'begin':
        this.#head = item;
        return;
      case 'turn':
      case 'compaction': {
        const turns = await this.#begin(item, items);
        const files = await this.#readFiles(item);
        items.push(...turns.decode(item, files));
        return;
      }
      case 'left-out':
        report({
          code: 'compaction-applied',
          where: { seq: item.source.seq },
          detail:
            item.reason === 'superseded'
              ? 'A turn that fx replaced later is left out.'
              : 'A turn of a replaced history is left out, since the log still has the original.',
          count: item.turns,
        });
        return;
      case 'unattributed-usage': {
        const { totalInputTokens, totalOutputTokens } = item.usage;
        const detail = `What turn took ${totalInputTokens} and ${totalOutputTokens} tokens is not known; the log has only their sum.`;
        report({ code: 'dropped-usage', where: { seq: item.source.seq }, detail });
      }
    }
  }

  async #finish(state: SessionState | null, items: TranscriptItem[]): Promise<void> {
    await this.#begin(null, items);
    this.#reportState(state);
  }

  /** Gives the meta, once; the first prompt may be its title. */
  async #begin(first: HistoryEntry | null, items: TranscriptItem[]): Promise<TurnDecoder> {
    if (this.#turns !== null) return this.#turns;
    const meta = await this.#readMeta(first);
    items.push({ type: 'meta', meta });
    this.#turns = new TurnDecoder(this.#context, this.#reasoning, meta.timestamp);
    return this.#turns;
  }

  async #readMeta(first: HistoryEntry | null): Promise<TranscriptMeta> {
    const manifest = await this.#readObject('session.json');
    const display = await this.#readObject('display.json');
    const state = this.#head?.state ?? null;
    const preferences = manifest !== null && isObject(manifest.preferences) ? manifest.preferences : null;
    const title = stringOf(display?.title) ?? titleOf(first);
    const model = stringOf(preferences?.model) ?? state?.preferences?.model;
    const lineage = await this.#readLineage();
    return {
      id: state?.id ?? stringOf(manifest?.id) ?? '',
      timestamp: startOf(state, first),
      ...(this.#head === null || this.#head.workspaceRoot === null ? {} : { cwd: this.#head.workspaceRoot }),
      ...(title === undefined ? {} : { title }),
      ...(model === undefined ? {} : { model }),
      ...(lineage === null ? {} : { lineage }),
    };
  }

  async #readLineage(): Promise<Lineage | null> {
    const parent = stringOf((await this.#readObject('subagent/control.json'))?.parent_id);
    return parent === undefined ? null : { parent, relation: 'spawn' };
  }

  /** A file beside the log that is a JSON object; null for everything else, since the log alone is the truth. */
  async #readObject(path: string): Promise<Record<string, unknown> | null> {
    const bytes = await this.#context.readAttachment(path);
    if (bytes === null) return null;
    try {
      const value = parseForeignJson(bytes);
      return isJsonObject(value) ? value : null;
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
      this.#context.report({ code: 'skipped-entry', where: { file: path }, detail: `${path} is not JSON.` });
      return null;
    }
  }

  async #readFiles(entry: HistoryEntry): Promise<Map<string, Uint8Array | null>> {
    const files = new Map<string, Uint8Array | null>();
    for (const path of entry.type === 'turn' ? filesOf(entry.turn) : []) {
      if (!files.has(path)) files.set(path, await this.#context.readAttachment(path));
    }
    return files;
  }

  #reportState(state: SessionState | null): void {
    if (state === null) return;
    const { report } = this.#context;
    const { permissionRules, usage, language, preferences } = state;
    if (permissionRules !== null && permissionRules > 0)
      report({ code: 'dropped-record', where: {}, detail: 'A permission rule.', count: permissionRules });
    if (usage !== null)
      report({ code: 'dropped-usage', where: {}, detail: 'Costs and tokens per model of the whole session.' });
    if (preferences === null) return;
    const { effort, fastMode, provider } = preferences;
    const settings = `language ${language}, effort ${effort}, fast mode ${fastMode ? 'on' : 'off'}, provider ${provider}`;
    report({ code: 'dropped-extra', where: {}, detail: `Settings of the session: ${settings}.` });
  }

  #reportReasoning(): void {
    const { invalid, left } = this.#reasoning;
    const count = invalid + left;
    if (count === 0) return;
    const detail = `An entry of ${REASONING_FILE} that ${left === 0 ? 'is not of its form' : 'belongs to no message'}.`;
    this.#context.report({ code: 'skipped-entry', where: { file: REASONING_FILE }, detail, count });
  }
}

function startOf(state: SessionState | null, first: HistoryEntry | null): Timestamp {
  const timeMs = first === null ? null : bodyOf(first).timeMs;
  return timeFromMs(state?.createdAtMs ?? timeMs ?? 0);
}

/** The first characters of the first prompt (common-model §C1). */
function titleOf(entry: HistoryEntry | null): string | undefined {
  if (entry?.type !== 'turn') return undefined;
  const { text } = durableText(entry.turn.user.text);
  const title = [...text.slice(0, 4 * TITLE_LENGTH)].slice(0, TITLE_LENGTH).join('').trim();
  return title === '' ? undefined : title;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
