/**
 * `txcript-meta.json`: what fx has no place for, kept in a file beside the log that fx ignores (common-model §C4): reasoning, and outputs with
 * pictures in them, of which the log holds what the model of fx is told.
 */
import type { JsonObject, JsonValue } from '@fxlog/json';
import { isJsonObject, quoteJson } from '@fxlog/json/internal';
import { FreeJson } from '../../model/free-json.js';
import { parseForeignJson } from '../../model/ordered-json.js';
import type { ThinkingBlock } from '../../model/transcript.js';

/** The reasoning of one assistant message. */
export interface ReasoningEntry {
  /** Index of the turn among those committed by an event of their own. */
  readonly turn: number;
  /** Index of the assistant message inside the turn, every step and the final message counted. */
  readonly message: number;
  readonly blocks: readonly ThinkingBlock[];
}

/** An output as the source had it. */
export interface KeptOutput {
  /** Index of the turn among those committed by an event of their own. */
  readonly turn: number;
  /** Id of the call in the log. */
  readonly call: string;
  readonly content: FreeJson;
}

/** Reasoning by message; what is never asked for belongs to no message. */
export class Reasoning {
  readonly #entries = new Map<string, readonly ThinkingBlock[]>();
  readonly #outputs = new Map<string, FreeJson>();
  /** Entries that do not have the form of one. */
  invalid = 0;

  constructor(bytes: Uint8Array | null) {
    if (bytes === null) return;
    let value: JsonValue;
    try {
      value = parseForeignJson(bytes);
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
      this.invalid = 1;
      return;
    }
    if (!isJsonObject(value)) {
      this.invalid = 1;
      return;
    }
    const { entries, outputs } = value;
    if (!Array.isArray(entries)) this.invalid = 1;
    else for (const entry of entries) this.#add(entry);
    for (const output of Array.isArray(outputs) ? outputs : []) this.#addOutput(output);
  }

  /** Entries that have not been taken. */
  get left(): number {
    return this.#entries.size + this.#outputs.size;
  }

  /** The reasoning of a message. */
  take(turn: number, message: number): readonly ThinkingBlock[] {
    if (this.#entries.size === 0) return [];
    const key = `${turn}:${message}`;
    const blocks = this.#entries.get(key) ?? [];
    this.#entries.delete(key);
    return blocks;
  }

  /** An output as the source had it; null when the log's own is all there is. */
  takeOutput(turn: number, call: string): FreeJson | null {
    const key = `${turn}:${call}`;
    const content = this.#outputs.get(key) ?? null;
    this.#outputs.delete(key);
    return content;
  }

  #addOutput(output: JsonValue): void {
    const { t, call, content } = isJsonObject(output) ? output : ({} as JsonObject);
    const key = `${String(t)}:${String(call)}`;
    const isWhole = Number.isSafeInteger(t) && typeof call === 'string' && content !== undefined;
    if (isWhole && !this.#outputs.has(key)) this.#outputs.set(key, FreeJson.of(content));
    else this.invalid++;
  }

  #add(entry: unknown): void {
    const { t, a, blocks } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
    const read = Array.isArray(blocks) ? blocks.map(readBlock) : [null];
    const key = `${t}:${a}`;
    if (!Number.isSafeInteger(t) || !Number.isSafeInteger(a) || read.includes(null) || this.#entries.has(key)) {
      this.invalid++;
    } else this.#entries.set(key, read as ThinkingBlock[]);
  }
}

/** The file with these entries; null where there are none. */
export function writeReasoning(
  entries: readonly ReasoningEntry[],
  outputs: readonly KeptOutput[] = [],
): Uint8Array | null {
  if (entries.length === 0 && outputs.length === 0) return null;
  const list = entries.map(({ turn, message, blocks }) => {
    return `{"t":${turn},"a":${message},"blocks":[${blocks.map(writeBlock).join(',')}]}`;
  });
  const kept = outputs.map(
    ({ turn, call, content }) => `{"t":${turn},"call":${quoteJson(call)},"content":${content.text}}`,
  );
  return Buffer.from(`{"entries":[${list.join(',')}]${kept.length === 0 ? '' : `,"outputs":[${kept.join(',')}]`}}`);
}

function readBlock(value: unknown): ThinkingBlock | null {
  const { text, signature, encrypted } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >;
  if (typeof text !== 'string') return null;
  return {
    type: 'thinking',
    text,
    ...(typeof signature === 'string' ? { signature } : {}),
    ...(typeof encrypted === 'string' ? { encrypted } : {}),
  };
}

function writeBlock({ text, signature, encrypted }: ThinkingBlock): string {
  const more = (key: string, value: string | undefined) => (value === undefined ? '' : `,"${key}":${quoteJson(value)}`);
  return `{"text":${quoteJson(text)}${more('signature', signature)}${more('encrypted', encrypted)}}`;
}
