/**
 * Pi → items, in two passes: first the tree, then the entries of the conversation in its order. A file is read twice; a stream that cannot be
 * read again is held in memory.
 */
import { basename } from 'node:path';
import type { JsonObject } from '@fxlog/json';
import type { Source } from '@fxlog/reader';
import type { DecodeContext } from '../../codec.js';
import type { LossCode } from '../../loss.js';
import { withoutAbsent } from '../../model/read-transcript.js';
import { EPOCH, type Timestamp, timeFromMs } from '../../model/timestamp.js';
import type {
  Block,
  ItemSource,
  Message,
  MessageItem,
  TranscriptItem,
  TranscriptMeta,
} from '../../model/transcript.js';
import { toUint64 } from '../../model/uint64.js';
import { objectField, ownField, stringField, textField, timeField } from '../harness/harness-fields.js';
import { type LinePlace, parseJsonLine, readPlaces, toRepeatable } from '../harness/json-lines.js';
import { KeyWatch } from '../harness/key-watch.js';
import { INJECTED, LossTally, RECORDS } from '../harness/loss-tally.js';
import { type Conversation, conversationOf } from './conversation.js';
import { HEADER, shapeOf } from './line-shapes.js';
import { type LoseInEntry, readAssistant, readToolResult, readUserContent } from './read-message.js';
import { type Entry, readTree, type SessionTree } from './session-tree.js';

const BATCH_BYTES = 262_144;

export async function* decodePi(
  input: Source,
  context: DecodeContext,
): AsyncGenerator<readonly TranscriptItem[], void, undefined> {
  const source = await toRepeatable(input, context.signal);
  const tally = new LossTally();
  const tree = await readTree(source, context);
  const conversation = conversationOf(tree, context.view, context.report, tally);
  const meta = readMeta(tree, conversation, context.file);
  yield [{ type: 'meta', meta }];

  let batch: MessageItem[] = [];
  let bytesInBatch = 0;
  const keys = new KeyWatch(tally);
  if (tree.header !== null) keys.check(tree.header, HEADER, { offset: 0, length: 0, line: 1 });
  const reader = new EntryReader(context, tally, meta, (item) => batch.push(item));
  const editedObject = await readEdits(source, conversation, context);
  for await (const { place, bytes } of readPlaces(source, conversation.entries, context.signal)) {
    const object = parseJsonLine(bytes, place, null);
    // Only a file that was changed between the passes has another line here.
    if (object === null) {
      const where = { offset: place.offset, line: place.line };
      context.report({ code: 'bad-line', where, detail: 'The line changed while the file was read.' });
      continue;
    }
    const shape = shapeOf(object, objectField(object, 'message'));
    if (shape !== null) keys.check(object, shape, place);
    reader.take(object, place, editedObject.get(place.id));
    bytesInBatch += place.length;
    if (bytesInBatch < BATCH_BYTES || batch.length === 0) continue;
    yield batch;
    batch = [];
    bytesInBatch = 0;
  }
  reader.finish();
  tally.flush(context.report);
  if (batch.length > 0) yield batch;
}

/** What edits put in the place of contents: they stand behind the entries that they change. */
async function readEdits(
  source: Source,
  { edits }: Conversation,
  { signal }: DecodeContext,
): Promise<ReadonlyMap<string, JsonObject>> {
  const read = new Map<string, JsonObject>();
  const places = [...edits].map(([target, { offset, length, line }]) => ({ offset, length, line, target }));
  for await (const { place, bytes } of readPlaces(source, places, signal)) {
    const object = parseJsonLine(bytes, place, null);
    if (object !== null) read.set(place.target, object);
  }
  return read;
}

function readMeta({ header, title }: SessionTree, { model }: Conversation, file: string | undefined): TranscriptMeta {
  const known = header ?? {};
  const parent = textField(known, 'parentSession');
  return withoutAbsent<TranscriptMeta>({
    id: textField(known, 'id') ?? basename(file ?? '').replace(/^.*_|\.jsonl$/g, ''),
    timestamp: timeField(known, 'timestamp') ?? EPOCH,
    cwd: textField(known, 'cwd'),
    title,
    model,
    lineage: parent === undefined ? undefined : { parent, relation: 'fork' },
  });
}

class EntryReader {
  #lastTime: Timestamp;
  /** Results that wait for further ones of the same message of the assistant. */
  #results: { readonly content: Block[]; readonly timestamp: Timestamp; readonly source: ItemSource } | null = null;

  readonly #context: DecodeContext;
  readonly #tally: LossTally;
  readonly #ready: (item: MessageItem) => void;
  /** Model with which Pi goes on. */
  readonly #model: string | undefined;

  constructor(
    context: DecodeContext,
    tally: LossTally,
    { timestamp, model }: TranscriptMeta,
    ready: (item: MessageItem) => void,
  ) {
    this.#context = context;
    this.#tally = tally;
    this.#ready = ready;
    this.#lastTime = timestamp;
    this.#model = model;
  }

  finish(): void {
    if (this.#results === null) return;
    const { content, timestamp, source } = this.#results;
    this.#results = null;
    this.#ready({ type: 'message', message: { role: 'user', content, timestamp }, source });
  }

  take(object: JsonObject, entry: Entry, edit: JsonObject | undefined): void {
    const timestamp = this.#timeOf(object);
    switch (entry.type) {
      case 'message':
        this.#takeMessage(this.#edited(objectField(object, 'message') ?? {}, entry, edit), entry, timestamp);
        break;
      case 'custom_message': {
        const custom = this.#edited(object, entry, edit);
        if (custom !== null)
          this.#push({ role: 'user', content: readUserContent(custom.content, this.#loser(entry)), timestamp }, entry);
        break;
      }
      case 'compaction':
        // In the archive the turns themselves stand where the summary does.
        if (this.#context.view === 'model') this.#pushText(compactionText(object), entry, timestamp);
        break;
      case 'branch_summary':
        this.#pushText(branchText(object), entry, timestamp);
        break;
      case 'model_change':
      case 'session_info':
        break;
      case 'context_edit':
        this.#lose('compaction-applied', entry, 'What the model sees of an earlier entry was changed.');
        break;
      default:
        this.#count('dropped-record', RECORDS, entry, entry.type);
    }
  }

  /** The object with the content that an edit gave it; null when the edit removed it. */
  #edited(object: JsonObject, entry: Entry, edit: JsonObject | undefined): JsonObject | null {
    if (edit === undefined) return object;
    const replacement = ownField(edit, 'replacement') ?? null;
    if (replacement === null) {
      this.#lose('compaction-applied', entry, 'The entry was taken out of what the model sees.');
      return null;
    }
    const content = ownField(objectField(edit, 'replacement') ?? {}, 'content');
    return content === undefined ? object : { ...object, content };
  }

  #takeMessage(message: JsonObject | null, entry: Entry, timestamp: Timestamp): void {
    if (message === null) return;
    const lose = this.#loser(entry);
    switch (message.role) {
      case 'user':
      case 'custom':
      case 'hookMessage':
        this.#push({ role: 'user', content: readUserContent(ownField(message, 'content'), lose), timestamp }, entry);
        break;
      case 'assistant': {
        const answer = readAssistant(message, lose);
        if (this.#context.view === 'model') this.#reportUntold(answer, lose);
        this.#push({ role: 'assistant', timestamp, ...answer }, entry);
        break;
      }
      case 'toolResult':
        this.#addResult(readToolResult(message, lose), entry, timestamp);
        break;
      case 'bashExecution':
        this.#takeBash(message, entry, timestamp);
        break;
      case 'branchSummary':
        this.#pushText(branchText(message), entry, timestamp);
        break;
      case 'compactionSummary':
        this.#pushText(compactionText(message), entry, timestamp);
        break;
      default:
        this.#count('injected-context', INJECTED, entry, String(message.role ?? null));
    }
  }

  /** Pi sends no answer that was broken off, and reasoning only to the model that it is of. */
  #reportUntold(
    { content, model, stop_reason }: Pick<Message, 'content' | 'model' | 'stop_reason'>,
    lose: LoseInEntry,
  ) {
    if (content.length > 0 && (stop_reason === 'aborted' || stop_reason === 'error')) {
      lose('untold', 'Pi tells its model nothing of this answer, which was broken off.');
    } else if (model !== this.#model && content.some(({ type }) => type === 'thinking')) {
      lose('untold', `Pi tells the reasoning of ${model ?? 'an unknown model'} to no other model.`);
    }
  }

  /** What the user ran by hand is told to the model as Pi tells it. */
  #takeBash(message: JsonObject, entry: Entry, timestamp: Timestamp): void {
    if (message.excludeFromContext === true && this.#context.view === 'model') {
      this.#lose('skipped-entry', entry, 'The user kept this command from the model.');
      return;
    }
    if (message.truncated === true) this.#lose('partial-output', entry, 'The source has only a part of the output.');
    this.#pushText(bashText(message), entry, timestamp);
  }

  #addResult(block: Block, entry: Entry, timestamp: Timestamp): void {
    this.#results ??= { content: [], timestamp, source: sourceOf(entry) };
    this.#results.content.push(block);
  }

  #pushText(text: string, entry: Entry, timestamp: Timestamp): void {
    this.#push({ role: 'user', content: [{ type: 'text', text }], timestamp }, entry);
  }

  #push(message: Message, entry: Entry): void {
    this.finish();
    this.#ready({ type: 'message', message: withoutAbsent({ ...message }), source: sourceOf(entry) });
  }

  #timeOf(object: JsonObject): Timestamp {
    const ms = toUint64(ownField(objectField(object, 'message') ?? {}, 'timestamp'));
    this.#lastTime = timeField(object, 'timestamp') ?? (ms === undefined ? this.#lastTime : timeFromMs(ms));
    return this.#lastTime;
  }

  #loser(entry: Entry) {
    return (code: LossCode, detail: string): void => this.#lose(code, entry, detail);
  }

  #count(code: LossCode, sentence: string, { offset, line }: LinePlace, kind: string): void {
    this.#tally.add(code, sentence, { offset, line }, kind);
  }

  #lose(code: LossCode, { offset, line }: LinePlace, detail: string): void {
    this.#context.report({ code, where: { offset, line }, detail });
  }
}

function sourceOf({ offset, length, line }: LinePlace): ItemSource {
  return { offset, length, line };
}

/** The words of Pi around a summary, for its model (`messages.ts` of the program). */
function compactionText(object: JsonObject): string {
  const summary = stringField(object, 'summary') ?? '';
  return `The conversation history before this point was compacted into the following summary:\n\n<summary>\n${summary}\n</summary>`;
}

function branchText(object: JsonObject): string {
  const summary = stringField(object, 'summary') ?? '';
  return `The following is a summary of a branch that this conversation came back from:\n\n<summary>\n${summary}</summary>`;
}

function bashText(message: JsonObject): string {
  const output = stringField(message, 'output') ?? '';
  const exitCode = ownField(message, 'exitCode') ?? null;
  const path = textField(message, 'fullOutputPath');
  const lines = [
    `Ran \`${stringField(message, 'command') ?? ''}\``,
    output === '' ? '(no output)' : `\`\`\`\n${output}\n\`\`\``,
  ];
  if (message.cancelled === true) lines.push('', '(command cancelled)');
  else if (exitCode !== null && exitCode !== 0) lines.push('', `Command exited with code ${String(exitCode)}`);
  if (message.truncated === true && path !== undefined) lines.push('', `[Output truncated. Full output: ${path}]`);
  return lines.join('\n');
}
