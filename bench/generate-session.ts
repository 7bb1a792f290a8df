/**
 * Writes session directories of the newer formats of fx for the benchmarks, byte for byte the same for the same options. As in generate-log.ts
 * everything is built by hand: nothing of fxlog is used.
 *
 * The shape of a turn, as fx logs it: the prompt, then for each request to the model what it said, its calls and their results, of which the
 * log has the first 4 KiB and a file beside it has all; at last the answer and the end of the turn.
 */
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ByteSink } from './byte-sink.js';
import { crc32c } from './crc32c.js';
import { TextSource } from './log-text.js';
import { Random } from './random.js';

/** Changes whenever the same options give other bytes. */
export const SESSION_GENERATOR_VERSION = 1;

export type SessionFormat = 'conversation-log' | 'sessions-v2';

export interface SessionOptions {
  readonly format: SessionFormat;
  /** The size that the log is to reach, in bytes; it ends with the first whole turn behind it. */
  readonly bytes: number;
  readonly seed: number;
}

/** Name of the log in a session directory. */
export const LOG_NAMES: Readonly<Record<SessionFormat, string>> = {
  'conversation-log': 'events.jsonl',
  'sessions-v2': 'log.jsonl',
};

const STARTED_AT_MS = 1_796_033_655_511;
const MAX_PREVIEW_CHARACTERS = 4000;
const MAX_STEPS = 8;
/** The store keeps one blob for outputs that are equal: so many different ones there are. */
const DIFFERENT_OUTPUTS = 400;
/** After so many bytes of a log the session manager writes what it folds to. */
const SNAPSHOT_BYTES = 65_536;
const PREFERENCES = '{"provider":"gateway","model":"lab/large-model","effort":"auto","fast_mode":false}';

/** What a line of either format says: a payload by its tag. */
type Payload = object;

interface Output {
  readonly text: string;
  readonly bytes: number;
}

/** Writes a session into `dir`, which is to be new and is named as the session. */
export function generateSession(dir: string, { format, bytes, seed }: SessionOptions): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const file = openSync(join(dir, LOG_NAMES[format]), 'w', 0o600);
  try {
    const sink = new ByteSink(1024 * 1024, (chunk) => {
      for (let done = 0; done < chunk.length; ) done += writeSync(file, chunk, done);
    });
    const writer = format === 'conversation-log' ? new ConversationWriter(dir, sink) : new StoreWriter(dir, sink);
    new TurnSource(seed, writer).writeTurns(() => sink.length < bytes);
    writer.end();
    sink.end();
  } catch (error) {
    rmSync(dir, { recursive: true, force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Where the turns go. */
interface SessionWriter {
  /** A line with a payload of the conversation; `blobs` are kept beside the log. */
  piece(tag: string, payload: Payload, timestampMs: number, blobs?: readonly string[]): void;
  beginTurn(timestampMs: number): void;
  endTurn(timestampMs: number): void;
  /** Keeps the whole output of a call; returns its handle, and the blob it names. */
  keep(output: Output, name: string): { readonly handle: string; readonly blobs: readonly string[] };
  end(): void;
}

/** Makes up what is said and done. */
class TurnSource {
  readonly #random: Random;
  readonly #text: TextSource;
  readonly #writer: SessionWriter;
  readonly #outputs: Output[] = [];
  #timestampMs = STARTED_AT_MS;
  #turns = 0;

  constructor(seed: number, writer: SessionWriter) {
    this.#random = new Random(seed);
    this.#text = new TextSource(this.#random, 'mixed');
    this.#writer = writer;
    for (let count = 0; count < DIFFERENT_OUTPUTS; count++) {
      const text = this.#random.chance(0.5)
        ? this.#text.commandOutput(this.#random.between(1, 60))
        : this.#text.numberedCode(this.#random.between(20, 160));
      this.#outputs.push({ text, bytes: Buffer.byteLength(text) });
    }
  }

  writeTurns(isMoreWanted: () => boolean): void {
    do this.#writeTurn();
    while (isMoreWanted());
  }

  #write(tag: string, payload: Payload, blobs?: readonly string[]): void {
    this.#writer.piece(tag, payload, this.#timestampMs, blobs);
  }

  #writeTurn(): void {
    this.#turns++;
    const startedMs = this.#timestampMs;
    this.#writer.beginTurn(startedMs);
    this.#write('user', { text: this.#text.sentences(this.#random.between(1, 5)), images: [], work_id: null });
    const files: Payload[] = [];
    for (let step = this.#random.between(0, MAX_STEPS); step > 0; step--) {
      this.#timestampMs += this.#random.between(1000, 30_000);
      if (this.#random.chance(0.6)) this.#say(this.#text.sentences(this.#random.between(1, 4)));
      const calls = Array.from({ length: this.#random.chance(0.25) ? this.#random.between(2, 4) : 1 }, () =>
        this.#makeCall(files),
      );
      for (const { call } of calls) this.#write('tool_call', call);
      for (const { result, blobs } of calls) this.#write('tool_result', result, blobs);
    }
    this.#timestampMs += this.#random.between(1000, 30_000);
    this.#say(this.#text.answer());
    this.#write('turn_completed', {
      files,
      turn_summary: {
        started_at_ms: startedMs,
        completed_at_ms: this.#timestampMs,
        thinking_duration_ms: this.#random.between(0, 9000),
        turn_duration_ms: this.#timestampMs - startedMs,
        token_progress: { input_tokens: 120, output_tokens: 480, input_exact: false, output_exact: true },
      },
    });
    this.#writer.endTurn(this.#timestampMs);
    this.#timestampMs += 60_000;
  }

  #say(text: string): void {
    this.#write('assistant', { text, provider_replay: null, standalone_response: false });
  }

  #makeCall(files: Payload[]): { call: Payload; result: Payload; blobs: readonly string[] } {
    const id = `call_${this.#random.hex(24)}`;
    const kind = this.#random.pick(['shell', 'shell', 'read_file', 'read_file', 'edit_file'] as const);
    const path = this.#text.path();
    const isEdit = kind === 'edit_file';
    const output = isEdit ? outputOf(`edited ${path}\n`) : this.#random.pick(this.#outputs);
    const { handle, blobs } = this.#writer.keep(output, `result-${kind}-${id}.txt`);
    if (isEdit) files.push(evidenceOf(path, id));
    const call = {
      call_id: id,
      tool_name: kind,
      arguments_json: JSON.stringify(this.#argumentsOf(kind, path)),
      argument_integrity: 'valid',
      provisional_id: null,
      provider_result: null,
      final_identity: 'valid',
      provenance: 'fx_local',
    };
    const result = {
      call_id: id,
      tool_name: kind,
      status: this.#random.chance(0.06) ? 'failure' : 'success',
      artifact_ref: handle,
      tool_image_handle: null,
      output_bytes: output.bytes,
      stored_bytes: output.bytes,
      completeness: 'complete',
      preview: previewOf(output.text),
      provider_native: false,
      created_at_ms: this.#timestampMs,
      permission_feedback: [],
      committed_file_presentation: isEdit ? this.#presentationOf(path, id) : null,
      command_replay_ref: null,
      command_replay_bytes: null,
      command_process_presentation: kind === 'shell' ? { exit_code: 0 } : null,
      terminal_action_presentation: null,
    };
    return { call, result, blobs };
  }

  #argumentsOf(kind: 'shell' | 'read_file' | 'edit_file', path: string): Payload {
    if (kind === 'shell') return { command: `npm test -- ${path} # ${this.#text.sentences(1)}` };
    if (kind === 'read_file') return { path, offset: this.#random.between(1, 400), limit: 200 };
    return { path, old_string: this.#text.code(6), new_string: this.#text.code(this.#random.between(4, 30)) };
  }

  #presentationOf(path: string, call_id: string): Payload {
    const lines = this.#text.code(this.#random.between(4, 16)).trimEnd().split('\n');
    return {
      path,
      kind: 'edited',
      lines: lines.map((text, index) => ({ kind: 'addition', old_line: null, new_line: index + 1, text })),
      additions: lines.length,
      deletions: 0,
      truncated: false,
      previous_content: null,
      after_content: null,
      lifecycle_id: { turn_id: this.#turns, call_id },
    };
  }
}

function outputOf(text: string): Output {
  return { text, bytes: Buffer.byteLength(text) };
}

function evidenceOf(path: string, tool_call_id: string): Payload {
  const done = { action: 'edit', status: 'success', model_view_covers_full_file: true, stale: false };
  return { path, new_path: null, tool_call_id, tool_name: 'edit_file', ...done };
}

/** As much of an output as a line of the log may have, in bytes. */
function previewOf(text: string): string {
  const preview = text.slice(0, MAX_PREVIEW_CHARACTERS);
  return Buffer.byteLength(preview) <= 4096 ? preview : preview.slice(0, 1000);
}

/** A session of fx 0.0.8 and later: `events.jsonl`, and a file for each output. */
class ConversationWriter implements SessionWriter {
  readonly #dir: string;
  readonly #sink: ByteSink;
  #seq = 0;
  #lastMs = STARTED_AT_MS;

  constructor(dir: string, sink: ByteSink) {
    this.#dir = dir;
    this.#sink = sink;
    mkdirSync(join(dir, 'tool-results'), { mode: 0o700 });
  }

  piece(tag: string, payload: Payload, timestampMs: number): void {
    this.#seq++;
    this.#lastMs = timestampMs;
    this.#sink.text(
      `{"schema_version":3,"seq":${this.#seq},"timestamp_ms":${timestampMs},"event":{"${tag}":${JSON.stringify(payload)}}}\n`,
    );
  }

  beginTurn(): void {
    // Its first line says that a turn begins.
  }

  endTurn(): void {
    // And its last one that it ends.
  }

  keep({ bytes }: Output, name: string): { handle: string; blobs: readonly string[] } {
    const path = join(this.#dir, 'tool-results', name);
    // Nobody looks into it: its size is enough, and takes no room on the disk.
    closeSync(openSync(path, 'w', 0o600));
    truncateSync(path, bytes);
    return { handle: name, blobs: [] };
  }

  end(): void {
    const id = this.#dir.slice(this.#dir.lastIndexOf('/') + 1);
    const { provider, model, effort, fast_mode } = JSON.parse(PREFERENCES) as Record<string, unknown>;
    const roots = { origin_workspace_root: '/orchard', workspace_root: '/orchard' };
    const times = { created_at_ms: STARTED_AT_MS, updated_at_ms: this.#lastMs };
    const preferences = { conversation_language: 'en', provider, model, effort, fast_mode };
    const manifest = { schema_version: 4, id, ...roots, ...times, ...preferences, subagent_child: false };
    writeFileSync(join(this.#dir, 'session.json'), JSON.stringify(manifest), { mode: 0o600 });
    writeFileSync(join(this.#dir, 'session.lock'), '', { mode: 0o600 });
  }
}

const ITEM_TYPES: Readonly<Record<string, string>> = { turn_completed: 'turn_end' };

/** A session of the store `v2/`: `log.jsonl` with its seals and snapshots, and blobs. */
class StoreWriter implements SessionWriter {
  readonly #dir: string;
  readonly #sink: ByteSink;
  readonly #blobs = new Set<string>();
  readonly #names = new Map<string, string>();
  #seq = 0;
  #turn = 0;
  #committed = 0;
  #snapshotAt = SNAPSHOT_BYTES;
  #lastMs = STARTED_AT_MS;

  constructor(dir: string, sink: ByteSink) {
    this.#dir = dir;
    this.#sink = sink;
    mkdirSync(join(dir, 'blobs'), { mode: 0o700 });
    writeFileSync(join(dir, 'lock'), '', { mode: 0o600 });
    const id = dir.slice(dir.lastIndexOf('/') + 1);
    this.#line('session_created', `,"id":"${id}","workspace":"/orchard","role":"root","host":"app"`, STARTED_AT_MS);
    this.#line('set', `,"key":"prefs","value":${PREFERENCES}`, STARTED_AT_MS);
  }

  #line(kind: string, fields: string, timestampMs: number): void {
    this.#seq++;
    this.#lastMs = timestampMs;
    const line = Buffer.from(`{"v":1,"seq":${this.#seq},"ts":${timestampMs},"kind":"${kind}"${fields}`);
    this.#sink.bytes(line);
    this.#sink.text(`,"crc":"${crc32c(line).toString(16).padStart(8, '0')}"}\n`);
  }

  piece(tag: string, payload: Payload, timestampMs: number, blobs: readonly string[] = []): void {
    const names = blobs.length === 0 ? '' : `,"blobs":${JSON.stringify(blobs)}`;
    const type = ITEM_TYPES[tag] ?? tag;
    this.#line('item', `,"turn":${this.#turn},"type":"${type}","data":${JSON.stringify(payload)}${names}`, timestampMs);
    if (this.#sink.length > this.#snapshotAt) this.#writeSnapshot(this.#turn);
  }

  beginTurn(timestampMs: number): void {
    this.#turn++;
    this.#line('turn_started', `,"turn":${this.#turn}`, timestampMs);
  }

  endTurn(timestampMs: number): void {
    this.#line('turn_committed', `,"turn":${this.#turn}`, timestampMs);
    this.#committed++;
  }

  keep({ text }: Output): { handle: string; blobs: readonly string[] } {
    let name = this.#names.get(text);
    if (name === undefined) {
      name = createHash('sha256').update(text).digest('hex');
      this.#names.set(text, name);
    }
    if (!this.#blobs.has(name)) {
      this.#blobs.add(name);
      writeFileSync(join(this.#dir, 'blobs', name), text, { mode: 0o400 });
    }
    return { handle: `${name}.txt`, blobs: [name] };
  }

  end(): void {
    this.#line('closed', '', this.#lastMs);
  }

  #writeSnapshot(openTurn: number): void {
    const turns = `"open_turn":${openTurn},"last_turn":${this.#turn},"committed":${this.#committed},"interrupted":0`;
    const rest = '"last_interrupted":null,"children":[],"last_compaction_seq":null,"compaction_offset":null';
    const state = `{${turns},${rest.replace('"children"', `"prefs":${PREFERENCES},"children"`)}}`;
    this.#line('snapshot', `,"covers_seq":${this.#seq},"state":${state}`, this.#lastMs);
    this.#snapshotAt = this.#sink.length + SNAPSHOT_BYTES;
  }
}
