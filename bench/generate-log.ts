/**
 * Writes event logs of any size for the benchmarks, in the shape in which fx writes them, byte for byte the same for
 * the same options. Everything is built by hand from strings: nothing of fxlog is used, so a mistake in fxlog's own
 * encoder cannot hide here.
 *
 * The shape of a request to the model, as fx logs it: a checkpoint when the request goes out, three usage snapshots
 * (sent, settled, after the answer), a checkpoint with the answer. Then either the next request of the same turn, whose
 * checkpoints carry one more tool step, or the committed turn.
 */
import { createHash, randomUUID } from 'node:crypto';
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { ByteSink } from './byte-sink.js';
import type { SessionFormat } from './generate-session.js';
import { type Script, TextSource } from './log-text.js';
import { Turn } from './log-turn.js';
import { Usage } from './log-usage.js';
import { Random } from './random.js';

/** Changes whenever the same options give other bytes, so that cached logs of an older generator are not taken up. */
export const GENERATOR_VERSION = 1;

export type Variant =
  /** Turns of a coding session, mostly ASCII, with the occasional arrow, tick or umlaut. */
  | 'natural'
  /** The same without a single byte beyond ASCII. */
  | 'ascii'
  /** The same with Chinese, Japanese and Korean prose. */
  | 'cjk'
  /** Prose as in `cjk`, and nine tenths of the bytes in committed turns: fx wrote no checkpoint while they were under way. */
  | 'text'
  /** A log that fx has compacted: nearly all of it is one state replacement in chunks of 4 MiB. */
  | 'rewritten'
  /** One turn of many tool calls, in eight steps. */
  | 'long-turn'
  /** Turns that each consist of one command output of a given size. */
  | 'long-lines'
  /** Sessions of the newer formats, whole directories: see generate-session.ts. */
  | SessionFormat;

export interface LogOptions {
  variant: Variant;
  /** The size to reach, in bytes; the log ends with the first whole turn behind it. `long-turn` has its own size. */
  bytes: number;
  seed: number;
  /** Tool calls in the one turn of `long-turn`. */
  calls?: number;
  /** The most tool steps a turn may have; default 8. */
  maxSteps?: number;
  /** Bytes of each output in `long-lines`. */
  lineBytes?: number;
}

const SESSION_ID = '1796033655511-1796033655511776086-c26be50de3e0c66b';
const WORKSPACE = '/home/dev/project';
const STARTED_AT_MS = 1_796_033_655_511;
/** event-log §4.4: a state document is cut into pieces of exactly this size. */
const STATE_CHUNK_BYTES = 4_194_304;
/** The part of a `rewritten` log that is the replacement; the rest is turns that came after it. */
const REPLACED_SHARE = 0.97;
const MAX_STEPS = 8;
const PREFERENCES = '{"model":"lab/large-model","effort":"auto","fast_mode":false,"provider":"gateway"}';

/** Writes a log to `path`. The file appears under its name only when it is whole. */
export function generateLog(path: string, options: LogOptions): void {
  const partial = `${path}.${randomUUID()}.partial`;
  const file = openSync(partial, 'w', 0o600);
  try {
    const sink = new ByteSink(1024 * 1024, (chunk) => {
      for (let done = 0; done < chunk.length; ) done += writeSync(file, chunk, done);
    });
    new LogWriter(sink, options).write();
    sink.end();
    renameSync(partial, path);
  } finally {
    closeSync(file);
    rmSync(partial, { force: true });
  }
}

class LogWriter {
  readonly #sink: ByteSink;
  readonly #options: LogOptions;
  readonly #random: Random;
  readonly #text: TextSource;
  readonly #usage: Usage;
  readonly #generation: string;
  #seq = 0;
  #timestampMs = STARTED_AT_MS;
  #turnId = 0;
  #callId = 0;

  constructor(sink: ByteSink, options: LogOptions) {
    this.#sink = sink;
    this.#options = options;
    this.#random = new Random(options.seed);
    this.#text = new TextSource(this.#random, scriptOf(options.variant));
    this.#usage = new Usage(this.#random);
    this.#generation = this.#random.hex(32);
  }

  write(): void {
    const { variant, bytes, calls = 1000, lineBytes = 65_536, maxSteps = MAX_STEPS } = this.#options;
    if (variant === 'rewritten') this.#writeReplacement(Math.floor((bytes * REPLACED_SHARE * 3) / 4));
    else this.#writeSessionStarted();
    if (variant === 'long-turn') this.#writeTurn(8, () => Math.ceil(calls / 8));
    while (variant !== 'long-turn' && this.#sink.length < bytes) {
      if (variant === 'long-lines') this.#writeLongLine(lineBytes);
      else
        this.#writeTurn(this.#random.between(0, maxSteps), () =>
          this.#random.chance(0.25) ? this.#random.between(2, 4) : 1,
        );
    }
  }

  #writeFrame(kind: string, payload: () => void): void {
    this.#seq++;
    this.#sink.text(
      `{"schema_version":1,"log_generation":"${this.#generation}","seq":${this.#seq},"event_id":"${this.#random.hex(32)}",` +
        `"timestamp_ms":${this.#timestampMs},"kind":"${kind}","payload":`,
    );
    payload();
    this.#sink.text('}\n');
  }

  #pass(lowMs: number, highMs: number): void {
    this.#timestampMs += this.#random.between(lowMs, highMs);
  }

  #writeSessionStarted(): void {
    this.#writeFrame('session_started', () => {
      this.#sink.text(
        `{"id":"${SESSION_ID}","created_at_ms":${STARTED_AT_MS},"origin_workspace_root":"${WORKSPACE}",` +
          `"workspace_root":"${WORKSPACE}","conversation_language":"und-Latn","preferences":${PREFERENCES},` +
          `"usage":${this.#usage.json(false)}}`,
      );
    });
  }

  #writeTurn(steps: number, callsInStep: () => number): void {
    this.#turnId++;
    this.#pass(2_000, 60_000);
    const turn = this.#newTurn();
    for (let step = 0; step < steps; step++) {
      const said = this.#random.chance(0.5) ? this.#text.sentences(this.#random.between(1, 2)) : '';
      this.#writeRequest(turn, said, true);
      const changed = turn.addStep(callsInStep(), this.#turnId, said);
      this.#pass(20, 900);
      if (changed.added > 0) {
        this.#usage.linesChanged(changed.added, changed.removed);
        this.#writeUsage(false);
      }
    }
    const answer = this.#text.answer();
    this.#writeRequest(turn, answer, false);
    if (steps > 0 && this.#random.chance(0.04)) this.#commitInterrupted(turn);
    else this.#commitAssistant(turn, answer);
  }

  #writeLongLine(bytes: number): void {
    this.#turnId++;
    const turn = this.#newTurn();
    turn.addLongOutput(bytes);
    this.#commitAssistant(turn, this.#text.answer());
  }

  #newTurn(): Turn {
    return new Turn(this.#text, () => `call_${++this.#callId}`);
  }

  /** The five frames of one request: checkpoint, three usage snapshots, checkpoint. */
  #writeRequest(turn: Turn, said: string, callsTools: boolean): void {
    if (this.#options.variant === 'text') {
      this.#usage.requestSent();
      this.#usage.requestSettled();
      this.#pass(400, 9_000);
      if (!callsTools) this.#writeUsage(false);
      return;
    }
    this.#writeCheckpoint(turn, '', 'none', 0);
    this.#usage.requestSent();
    this.#pass(5, 60);
    this.#writeUsage(true);
    this.#usage.requestSettled();
    this.#pass(400, 9_000);
    this.#writeUsage(false);
    this.#usage.tick();
    this.#pass(5, 20);
    this.#writeUsage(false);
    this.#pass(5, 20);
    this.#writeCheckpoint(turn, said, callsTools ? 'uncertain' : 'none', 1);
  }

  #writeUsage(requestOpen: boolean): void {
    this.#writeFrame('usage_checkpointed', () => this.#sink.text(`{"usage":${this.#usage.json(requestOpen)}}`));
  }

  #writeCheckpoint(turn: Turn, said: string, toolState: string, attempts: number): void {
    this.#writeFrame('recovery_checkpoint_set', () => {
      this.#sink.text('{"checkpoint":');
      this.#sink.text(
        `{"version":1,"turn_id":${this.#turnId},"user":${turn.userJson},"assistant_source":${JSON.stringify(said)},"execution":`,
      );
      turn.writeExecution(this.#sink, this.#timestampMs);
      this.#sink.text(
        `,"cause":"network_interrupted","action":"retrying_request","tool_state":"${toolState}","route_model":"lab/large-model",` +
          '"route_provider":"gateway","requested_fast_mode":false,"fast_mode":false,"max_provider_attempts":10,' +
          `"consumed_provider_attempts":${attempts},"outstanding_reservation":${attempts === 0}}}`,
      );
    });
  }

  #commitAssistant(turn: Turn, answer: string): void {
    this.#pass(3, 12);
    this.#writeCommit(() => this.#writeAssistantTurn(this.#sink, turn, answer));
  }

  #commitInterrupted(turn: Turn): void {
    this.#pass(3, 12);
    this.#writeCommit(() => {
      this.#sink.text(
        `{"kind":"interrupted","user":${turn.userJson},"assistant":null,"tool_call":${turn.unfinishedCallJson()},` +
          `"completed_tool_names":${JSON.stringify(turn.toolNames)},"terminal_reason":"cancelled","execution":`,
      );
      turn.writeExecution(this.#sink, this.#timestampMs);
      this.#sink.text('}');
    });
  }

  #writeCommit(writeTurn: () => void): void {
    this.#writeFrame('history_turn_committed', () => {
      this.#sink.text(
        `{"conversation_language":"und-Latn","total_input_tokens":${this.#usage.inputTokens},` +
          `"total_output_tokens":${this.#usage.outputTokens},"turn":`,
      );
      writeTurn();
      this.#sink.text('}');
    });
  }

  #writeAssistantTurn(sink: ByteSink, turn: Turn, answer: string): void {
    sink.text(`{"kind":"assistant","user":${turn.userJson},"assistant":${JSON.stringify(answer)},"execution":`);
    turn.writeExecution(sink, this.#timestampMs);
    sink.text('}');
  }

  /**
   * A compacted log's beginning: `session_started`, then the whole state as one replacement (event-log §4.4). The
   * start frame names the digest of a document that comes after it, so the document is made twice from the same seed.
   */
  #writeReplacement(documentBytes: number): void {
    const documentSeed = this.#random.uint32();
    const whole = createHash('sha256');
    let encodedBytes = 0;
    this.#writeState(documentSeed, documentBytes, (chunk) => {
      whole.update(chunk);
      encodedBytes += chunk.length;
    });
    const sha256 = whole.digest('hex');
    const chunkCount = Math.ceil(encodedBytes / STATE_CHUNK_BYTES);
    const replacementId = this.#random.hex(32);

    this.#writeSessionStarted();
    this.#writeFrame('state_replacement_started', () => {
      this.#sink.text(
        `{"replacement_id":"${replacementId}","reason":"log_compaction","encoded_bytes":${encodedBytes},` +
          `"sha256":"${sha256}","chunk_count":${chunkCount}}`,
      );
    });
    let chunkIndex = 0;
    this.#writeState(documentSeed, documentBytes, (chunk) => {
      this.#writeFrame('state_replacement_chunk', () => {
        const digest = createHash('sha256').update(chunk).digest('hex');
        this.#sink.text(
          `{"replacement_id":"${replacementId}","chunk_index":${chunkIndex},"raw_bytes":${chunk.length},` +
            `"chunk_sha256":"${digest}","base64":"`,
        );
        this.#sink.text(chunk.toString('base64'));
        this.#sink.text('"}');
      });
      chunkIndex++;
    });
    this.#writeFrame('state_replacement_committed', () => {
      this.#sink.text(
        `{"replacement_id":"${replacementId}","encoded_bytes":${encodedBytes},"sha256":"${sha256}","chunk_count":${chunkCount}}`,
      );
    });
  }

  /** The state document (event-log §3.13) with a history of about `bytes` bytes, in chunks. */
  #writeState(seed: number, bytes: number, onChunk: (chunk: Buffer) => void): void {
    const random = new Random(seed);
    const text = new TextSource(random, 'mixed');
    const usage = new Usage(random);
    const document = new ByteSink(STATE_CHUNK_BYTES, onChunk);
    let callId = 0;
    document.text(
      `{"id":"${SESSION_ID}","origin_workspace_root":"${WORKSPACE}","workspace_root":"${WORKSPACE}",` +
        // event-log §5.4, steps 7 and 8: the time of the state is that of the commit frame and of the state before.
        `"created_at_ms":${STARTED_AT_MS},"updated_at_ms":${STARTED_AT_MS},"conversation_language":"und-Latn",` +
        `"preferences":${PREFERENCES},"history":[`,
    );
    for (let turnId = 1; document.length < bytes; turnId++) {
      const turn = new Turn(text, () => `call_${++callId}`);
      for (let steps = random.between(0, MAX_STEPS); steps > 0; steps--) {
        turn.addStep(random.chance(0.25) ? random.between(2, 4) : 1, turnId, text.sentences(random.between(0, 2)));
        usage.requestSent();
        usage.requestSettled();
        usage.tick();
      }
      if (turnId > 1) document.text(',');
      this.#writeAssistantTurn(document, turn, text.answer());
    }
    document.text(
      `],"total_input_tokens":${usage.inputTokens},"total_output_tokens":${usage.outputTokens},"context_history_start":0,` +
        `"permission_state":{"schema_version":2,"next_generation":1,"rules":[]},"usage":${usage.json(false)}}`,
    );
    document.end();
  }
}

function scriptOf(variant: Variant): Script {
  if (variant === 'cjk' || variant === 'text') return 'cjk';
  return variant === 'ascii' || variant === 'long-lines' ? 'ascii' : 'mixed';
}
