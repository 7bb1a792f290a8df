/** Sessions of the newer formats with other text, turn by turn. */
import type {
  ConversationCompaction,
  ConversationLogTurn,
  ConversationStep,
  ConversationTurn,
} from '@fxlog/assembler/internal';
import type { ConversationPayload } from '@fxlog/format/internal';
import {
  cutText,
  type EntryDraft,
  itemsOf,
  MAX_PREVIEW_BYTES,
  type SessionContent,
  type SessionItem,
  writeDialectOf,
} from '@fxlog/writer/internal';
import { rewriteUsage } from '../rewrite/rewrite-usage.js';
import type { TextRewriter } from '../rewrite/text-rewriter.js';
import { ConversationFiles, sizeOf } from './conversation-files.js';

/** A session with other text, as `writeContent` of `@fxlog/writer` takes it. */
export interface RewrittenContent extends SessionContent {
  /** Whether a file of the source was named by one of the turns that have gone by, and so is in the copy. */
  isTaken(path: string): boolean;
}

/**
 * A session of a conversation log or of the newer store with other text: the same turns at the same times, and the files that they name, one turn at a
 * time. Saved rules are left out, since what they allow is a form of commands that cannot be changed.
 */
export function rewriteContent(content: SessionContent, rewriter: TextRewriter): RewrittenContent {
  const { head, usage } = content;
  const files = new ConversationFiles(content.readFile, rewriter);
  const { id, title, workspaceRoot, originWorkspaceRoot } = head;
  return {
    ...content,
    head: {
      ...head,
      id: id === null ? null : rewriter.sessionId(id),
      model: rewriter.model(head.model),
      title: title === null ? null : rewriter.text(title),
      workspaceRoot: rewriter.path(workspaceRoot),
      originWorkspaceRoot: rewriter.path(originWorkspaceRoot),
    },
    items: rewriteItems(content, new EntryRewriter(rewriter, files), files, rewriter),
    readFile: files.readFile,
    lateFiles: () => [],
    permissions: null,
    usage: usage === null ? null : rewriteUsage(usage, rewriter),
    isTaken: (path) => files.isTaken(path),
  };
}

async function* rewriteItems(
  content: SessionContent,
  entries: EntryRewriter,
  files: ConversationFiles,
  rewriter: TextRewriter,
): AsyncGenerator<SessionItem, void, undefined> {
  for await (const item of itemsOf(content)) {
    files.nextTurn();
    if ('model' in item) yield { ...item, model: rewriter.model(item.model) };
    else {
      const rewritten = await rewriteItem(item, content, entries);
      if (rewritten !== null) yield rewritten;
    }
  }
}

async function rewriteItem(
  item: EntryDraft,
  { readFile, areOutputsWhole }: SessionContent,
  entries: EntryRewriter,
): Promise<EntryDraft | null> {
  const context = { readFile, areOutputsWhole, lose: () => undefined };
  const middle = await writeDialectOf(item.native.dialect).toConversation(item.native, context);
  if (middle === null) return null;
  const { native } = middle;
  return { ...item, native: { ...native, turn: await entries.entry(native.turn) } };
}

type Entry = ConversationLogTurn['turn'];
type Result = ConversationPayload<'tool_result'>;
type FilePresentation = NonNullable<Result['committed_file_presentation']>;
type Evidence = ConversationPayload<'turn_completed'>['files'][number];

/** Rewrites turns: every key stays, every list keeps its length. */
class EntryRewriter {
  readonly #rewriter: TextRewriter;
  readonly #files: ConversationFiles;

  constructor(rewriter: TextRewriter, files: ConversationFiles) {
    this.#rewriter = rewriter;
    this.#files = files;
  }

  async entry(entry: Entry): Promise<Entry> {
    if ('summary' in entry) return this.#compaction(entry);
    const user = await this.#user(entry.user);
    const steps: ConversationStep[] = [];
    for (const step of entry.steps) steps.push(await this.#step(step));
    const steering = entry.steering.map((one) => ({
      ...one,
      text: this.#text(one.text),
      assistantPrefix: this.#optional(one.assistantPrefix),
    }));
    if (entry.end === null) return { ...entry, user, steps, steering, text: this.#assistant(entry.text) };
    return { ...entry, user, steps, steering, end: await this.#end(entry.end) };
  }

  #compaction(entry: ConversationCompaction): ConversationCompaction {
    return { ...entry, summary: this.#text(entry.summary) };
  }

  async #user({ text, images, work_id, ...rest }: ConversationPayload<'user'>): Promise<ConversationPayload<'user'>> {
    const rewritten = [];
    for (const image of images) rewritten.push(await this.#files.image(image));
    return { ...rest, text: this.#text(text), images: rewritten, work_id: this.#optionalId(work_id) };
  }

  async #step({ assistant, calls, results }: ConversationStep): Promise<ConversationStep> {
    const rewritten: Result[] = [];
    for (const result of results) rewritten.push(await this.#result(result));
    return { assistant: this.#assistant(assistant), calls: calls.map((call) => this.#call(call)), results: rewritten };
  }

  async #end(end: ConversationTurn['end']): Promise<ConversationTurn['end']> {
    const files = end.payload.files.map((file) => this.#evidence(file));
    if (end.kind === 'completed') {
      return { ...end, assistant: this.#assistant(end.assistant), payload: { ...end.payload, files } };
    }
    const {
      partial_text,
      command_replay_ref: replay,
      command_replay_bytes,
      command_artifact_ref: output,
    } = end.payload;
    const recording = replay === null ? null : await this.#files.recording(replay);
    const artifact = output === null ? null : await this.#files.output(output);
    return {
      ...end,
      call: end.call === null ? null : this.#call(end.call),
      payload: {
        ...end.payload,
        files,
        partial_text: this.#optional(partial_text),
        command_replay_ref: recording?.handle ?? null,
        command_replay_bytes: recording === null ? null : sizeOf(recording, command_replay_bytes ?? 0),
        command_artifact_ref: artifact?.handle ?? null,
      },
    };
  }

  /** What a provider left to go on from goes, unless it may be kept as it is: mostly it repeats in clear what was said. */
  #assistant<Message extends ConversationPayload<'assistant'> | null>(message: Message): Message {
    if (message === null) return message;
    const { text, provider_replay: replay } = message;
    const parts = replay === null ? null : this.#rewriter.opaque(replay.parts_json);
    const isKept = parts !== null && parts === replay?.parts_json && this.#rewriter.json(parts) === parts;
    return { ...message, text: this.#text(text), provider_replay: isKept ? replay : null };
  }

  #call(call: ConversationPayload<'tool_call'>): ConversationPayload<'tool_call'> {
    return {
      ...call,
      call_id: this.#rewriter.id(call.call_id),
      tool_name: this.#rewriter.toolName(call.tool_name),
      arguments_json: this.#rewriter.json(call.arguments_json),
      provisional_id: this.#optionalId(call.provisional_id),
      provider_result: call.provider_result === null ? null : this.#rewriter.json(call.provider_result),
    };
  }

  async #result(result: Result): Promise<Result> {
    const { committed_file_presentation: file, command_replay_ref: replay, tool_image_handle: images } = result;
    // The whole first: of a secret that a preview cuts only the whole shows that it is one.
    const output = await this.#files.output(result.artifact_ref);
    const recording = replay === null ? null : await this.#files.recording(replay);
    const pictures = images === null ? null : await this.#files.images(images);
    const stored = sizeOf(output, result.stored_bytes);
    return {
      ...result,
      call_id: this.#rewriter.id(result.call_id),
      tool_name: this.#rewriter.toolName(result.tool_name),
      artifact_ref: output.handle,
      stored_bytes: stored,
      output_bytes: result.output_bytes === result.stored_bytes ? stored : result.output_bytes,
      preview: this.#preview(result.preview, output.before, output.bytes),
      tool_image_handle: pictures?.handle ?? null,
      permission_feedback: result.permission_feedback.map((text) => this.#text(text)),
      committed_file_presentation: file === null ? null : await this.#presentation(file),
      command_replay_ref: recording?.handle ?? null,
      command_replay_bytes: recording === null ? null : sizeOf(recording, result.command_replay_bytes ?? 0),
    };
  }

  /** The beginning of an output stays the beginning of what it is now. */
  #preview(preview: string | null, before: Uint8Array | null, after: Uint8Array | null): string | null {
    if (preview === null) return null;
    const bytes = Buffer.from(preview);
    const isBeginning = before !== null && after !== null && bytes.equals(before.subarray(0, bytes.length));
    if (!isBeginning) return cutText(this.#text(preview), MAX_PREVIEW_BYTES);
    return bytes.length === before.length ? cutText(after, MAX_PREVIEW_BYTES) : cutText(after, bytes.length);
  }

  /** The contents first: of a secret of several lines only they show that it is one. */
  async #presentation(file: FilePresentation): Promise<FilePresentation> {
    const { content_handle: handle, lifecycle_id: lifecycle } = file;
    const contents = handle === null ? null : await this.#files.contents(handle);
    return {
      ...file,
      previous_content: this.#optional(file.previous_content),
      after_content: this.#optional(file.after_content),
      path: this.#rewriter.path(file.path),
      lines: file.lines.map((line) => ({ ...line, text: this.#text(line.text) })),
      lifecycle_id: lifecycle === null ? null : { ...lifecycle, call_id: this.#rewriter.id(lifecycle.call_id) },
      content_handle: contents?.handle ?? null,
    };
  }

  #evidence(file: Evidence): Evidence {
    return {
      ...file,
      path: this.#rewriter.path(file.path),
      new_path: file.new_path === null ? null : this.#rewriter.path(file.new_path),
      tool_call_id: this.#rewriter.id(file.tool_call_id),
      tool_name: this.#rewriter.toolName(file.tool_name),
    };
  }

  #text(text: string): string {
    return this.#rewriter.text(text);
  }

  #optional(text: string | null): string | null {
    return text === null ? null : this.#rewriter.text(text);
  }

  #optionalId(id: string | null): string | null {
    return id === null ? null : this.#rewriter.id(id);
  }
}
