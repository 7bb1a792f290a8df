import type { HistoryTurn } from '@fxlog/format';
import type { Execution, Image, ToolCall } from '@fxlog/format/internal';

/** An image snapshot that a turn refers to. Members are the log's own values; nothing about them has been checked. */
export interface ImageReference {
  readonly turn: number;
  readonly id: number | bigint;
  readonly locator: string | null;
  readonly sha256: string | null;
  readonly mediaType: string | null;
  /** Where the picture came from, when there is no snapshot. */
  readonly source: string | null;
  readonly hasSnapshot: boolean;
}

/** A file below `tool-results/`, `logs/commands/` or `background/logs/` that a turn refers to. */
export interface FileReference {
  readonly turn: number;
  readonly store: 'tool-results' | 'logs/commands';
  /** Null when the handle is not UTF-8 and so cannot be a file name. */
  readonly handle: string | null;
  /** Size in bytes that the log states; null where it states none. */
  readonly bytes: number | bigint | null;
}

/** Everything outside the log that the turns of a history refer to. */
export interface References {
  readonly images: readonly ImageReference[];
  readonly files: readonly FileReference[];
  /** Names of command logs that are mentioned in the text of a result. */
  readonly mentioned: ReadonlySet<string>;
}

function plain(bytes: string | Uint8Array | null | undefined): string | null {
  return typeof bytes === 'string' ? bytes : null;
}

const COMMAND_LOG_PREFIX = 'fx-command-';
/** Where these do not stand in the line of a turn, it refers to nothing: a handle of any store, an image, the name of a command log. */
const SIGNS = ['handle":"', '"images":[{', COMMAND_LOG_PREFIX].map((sign) => Buffer.from(sign));
/** How an escape begins that fx never writes for a printable character, and that a name could be spelled with. */
const ESCAPE = Buffer.from('\\u00');
const LAST_CONTROL_DIGIT = 0x31;

/**
 * Whether the turn in a recognised line may refer to a file; it says yes too often, but never no wrongly. In strings every quote is escaped, so that the
 * signs of handles and images are keys of fx.
 */
export function mayRefer(line: Uint8Array): boolean {
  const bytes = Buffer.from(line.buffer, line.byteOffset, line.byteLength);
  if (SIGNS.some((sign) => bytes.includes(sign))) return true;
  for (let at = bytes.indexOf(ESCAPE); at >= 0; at = bytes.indexOf(ESCAPE, at)) {
    at += ESCAPE.length;
    if ((bytes[at] ?? 0) > LAST_CONTROL_DIGIT) return true;
  }
  return false;
}

const COMMAND_LOG = /fx-command-[A-Za-z0-9._-]{1,200}/g;

/** Gathers references turn by turn; forgets them when a replacement supersedes the history. */
export class ReferenceCollector implements References {
  images: ImageReference[] = [];
  files: FileReference[] = [];
  mentioned = new Set<string>();

  /** The turns so far were replaced. */
  clear(): void {
    this.images = [];
    this.files = [];
    this.mentioned = new Set();
  }

  /** Adds what one turn of the history refers to. */
  add(turn: HistoryTurn, index: number): void {
    if (turn.kind === 'compacted_summary') return;
    this.#addUser(turn.user.images, index);
    if (turn.execution !== undefined) this.#addExecution(turn.execution, index);
    if (turn.kind !== 'interrupted' || turn.cancelled_command === undefined) return;
    const { output_replay: replay, command_artifact_handle: handle } = turn.cancelled_command;
    if (replay?.kind === 'available') this.#addFile('logs/commands', replay.handle, replay.framed_bytes, index);
    if (handle !== null) this.#addFile('logs/commands', handle, null, index);
  }

  /** Adds what a pending recovery checkpoint refers to. */
  addPending(user: { readonly images: readonly Image[] }, execution: Execution, index: number): void {
    this.#addUser(user.images, index);
    this.#addExecution(execution, index);
  }

  #addUser(images: readonly Image[], turn: number): void {
    for (const image of images) {
      const { snapshot_path: locator = null, snapshot_sha256: digest = null } = image;
      this.images.push({
        turn,
        id: image.id,
        locator: plain(locator),
        sha256: plain(digest),
        mediaType: plain(image.media_type),
        source: plain(image.path),
        hasSnapshot: locator !== null,
      });
    }
  }

  #addExecution(execution: Execution, turn: number): void {
    for (const step of execution.tool_steps) {
      for (const call of step.tool_calls) this.#mention(call.provider_result);
      for (const result of step.tool_results) {
        if (result.output_handle !== null)
          this.#addFile('tool-results', result.output_handle, result.stored_output_bytes, turn);
        const replay = 'command_output_replay' in result ? result.command_output_replay : null;
        if (replay?.kind === 'available') this.#addFile('logs/commands', replay.handle, replay.framed_bytes, turn);
        this.#mention(result.output);
        this.#mention(result.preview);
      }
    }
  }

  #addFile(
    store: FileReference['store'],
    handle: string | Uint8Array,
    bytes: number | bigint | null,
    turn: number,
  ): void {
    this.files.push({ turn, store, handle: plain(handle), bytes });
  }

  #mention(text: ToolCall['provider_result']): void {
    if (typeof text !== 'string' || !text.includes(COMMAND_LOG_PREFIX)) return;
    for (const [name] of text.matchAll(COMMAND_LOG)) this.mentioned.add(name);
  }
}
