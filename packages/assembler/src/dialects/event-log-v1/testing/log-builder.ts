import { createHash } from 'node:crypto';
import { encodeFrame, encodeState, type HistoryTurn, type LogEvent, type StateDocument } from '@fxlog/format';
import { MAX_CHUNK_BYTES } from '@fxlog/format/internal';
import { encodeBase64 } from '@fxlog/json/internal';
import type { PayloadOf } from '../folded-state.js';

export const GENERATION = 'ab'.repeat(16);
export const REPLACEMENT_ID = '0c'.repeat(16);

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A plain turn: a question and an answer. */
export function plainTurn(text: string, answer = `answer to ${text}`): HistoryTurn {
  return {
    kind: 'assistant',
    user: { text, images: [] },
    assistant: answer,
    execution: { schema_version: 3, tool_steps: [], files: [] },
  };
}

/** A state that fits the `session_started` of {@link LogBuilder}. */
export function stateOf(history: HistoryTurn[], change: Partial<StateDocument> = {}): StateDocument {
  return {
    id: 'demo',
    origin_workspace_root: '/w',
    workspace_root: '/w',
    created_at_ms: 1000,
    updated_at_ms: 2000,
    conversation_language: 'en',
    preferences: { model: 'acme/m1', effort: 'auto', fast_mode: false, provider: 'gateway' },
    history,
    total_input_tokens: 40,
    total_output_tokens: 20,
    context_history_start: 0,
    permission_state: { schema_version: 2, next_generation: 1, rules: [] },
    ...change,
  };
}

/** Writes logs frame by frame, numbering them. */
export class LogBuilder {
  readonly frames: Uint8Array[] = [];
  #seq = 0;

  get bytes(): Buffer {
    return Buffer.concat(this.frames);
  }

  /** Offsets of the frames, and the end. */
  get boundaries(): number[] {
    const ends = [0];
    for (const frame of this.frames) ends.push((ends.at(-1) as number) + frame.length);
    return ends;
  }

  event<Kind extends LogEvent['kind']>(kind: Kind, payload: PayloadOf<Kind>, timestampMs = 1000 + this.#seq): this {
    const seq = ++this.#seq;
    const event = {
      schema_version: 1,
      log_generation: GENERATION,
      seq,
      event_id: seq.toString(16).padStart(32, '0'),
      timestamp_ms: timestampMs,
      kind,
      payload,
    };
    // A chunk is its own canonical text; encoding 4 MiB the checked way would only make the tests slow.
    const isChunk = kind === 'state_replacement_chunk';
    this.frames.push(isChunk ? Buffer.from(`${JSON.stringify(event)}\n`) : encodeFrame(event as unknown as LogEvent));
    return this;
  }

  /** Appends bytes that need not be a frame. */
  raw(bytes: Uint8Array | string): this {
    this.frames.push(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
    return this;
  }

  start(): this {
    return this.event('session_started', {
      id: 'demo',
      created_at_ms: 1000,
      origin_workspace_root: '/w',
      workspace_root: '/w',
      conversation_language: 'en',
      preferences: { model: 'acme/m1', effort: 'auto', fast_mode: false, provider: 'gateway' },
    });
  }

  turn(text: string, change: Partial<PayloadOf<'history_turn_committed'>> = {}): this {
    return this.event('history_turn_committed', {
      conversation_language: 'en',
      total_input_tokens: 4,
      total_output_tokens: 2,
      turn: plainTurn(text),
      ...change,
    });
  }

  /**
   * A replacement transaction with this document.
   *
   * @param frames how many of its frames to write; all by default.
   */
  replacement(
    document: Uint8Array | StateDocument,
    options: { reason?: PayloadOf<'state_replacement_started'>['reason']; frames?: number; time?: number } = {},
  ): this {
    const bytes = document instanceof Uint8Array ? document : encodeState(document);
    const { reason = 'compaction', time = 2000 } = options;
    const chunks: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += MAX_CHUNK_BYTES) chunks.push(bytes.subarray(at, at + MAX_CHUNK_BYTES));
    let left = options.frames ?? chunks.length + 2;
    const whole = { encoded_bytes: bytes.length, sha256: sha256(bytes), chunk_count: chunks.length };
    if (left-- > 0) this.event('state_replacement_started', { replacement_id: REPLACEMENT_ID, reason, ...whole }, time);
    for (const [index, chunk] of chunks.entries()) {
      if (left-- <= 0) return this;
      const payload = {
        replacement_id: REPLACEMENT_ID,
        chunk_index: index,
        raw_bytes: chunk.length,
        chunk_sha256: sha256(chunk),
        base64: encodeBase64(chunk),
      };
      this.event('state_replacement_chunk', payload, time);
    }
    if (left > 0) this.event('state_replacement_committed', { replacement_id: REPLACEMENT_ID, ...whole }, time);
    return this;
  }
}
