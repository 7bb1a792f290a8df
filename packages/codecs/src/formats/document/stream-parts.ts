import { once } from 'node:events';
import type { JsonValue } from '@fxlog/json';
import { parser, type Token } from 'stream-json/parser.js';
import { CodecError } from '../../codec-error.js';
import { numberOf, ObjectBuilder } from '../../model/ordered-json.js';

/** A part of a document whose root is an object. */
export type DocumentPart =
  | { readonly type: 'member'; readonly key: string; readonly value: JsonValue }
  /** The array begins. */
  | { readonly type: 'array' }
  | { readonly type: 'element'; readonly value: JsonValue };

export interface StreamPartsOptions {
  /** Key of the array whose elements come one by one. */
  readonly arrayKey: string;
  /** Whether elements are built at all. */
  readonly wantsElements: boolean;
  readonly file?: string | undefined;
}

/**
 * The parts of a JSON document as its bytes come, in batches; no more of it is held than the part being read. Order of keys and spelling of numbers
 * are kept.
 *
 * @throws CodecError with rule `codec/invalid-document` where it is not JSON, or no object with at most one such array.
 */
export async function* streamParts(
  chunks: AsyncIterable<Uint8Array>,
  options: StreamPartsOptions,
): AsyncGenerator<readonly DocumentPart[], void, undefined> {
  const assembler = new PartAssembler(options);
  const tokens = parser.asStream({ streamValues: false });
  let failure: unknown = null;
  tokens.on('data', (token: Token) => {
    if (failure !== null) return;
    try {
      assembler.take(token);
    } catch (error) {
      failure = error;
    }
  });
  // Said again by the promise below; without a listener it would end the process.
  tokens.on('error', (error) => {
    failure ??= error;
  });
  const ended = once(tokens, 'end').catch((error: unknown) => error);
  try {
    for await (const chunk of chunks) {
      await new Promise<void>((resolve) => {
        tokens.write(chunk, () => resolve());
      });
      // Tokens are handed out after the callback of the chunk they come from.
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (failure !== null) throw toCodecError(failure, options.file);
      const parts = assembler.takeParts();
      if (parts.length > 0) yield parts;
    }
    tokens.end();
    const error = await ended;
    failure ??= error instanceof Error ? error : null;
    if (failure !== null) throw toCodecError(failure, options.file);
    const parts = assembler.takeParts();
    if (parts.length > 0) yield parts;
  } finally {
    tokens.destroy();
  }
}

function toCodecError(error: unknown, file: string | undefined): unknown {
  if (error instanceof CodecError || !(error instanceof Error)) return error;
  return new CodecError(
    { rule: 'codec/invalid-document', message: `The document is not JSON: ${error.message}`, file },
    { cause: error },
  );
}

/** Tokens → parts, with a stack of its own, so that depth is no matter. */
class PartAssembler {
  readonly #options: StreamPartsOptions;
  #parts: DocumentPart[] = [];
  /** Containers that are being built, below the root or the array. */
  readonly #open: (JsonValue[] | ObjectBuilder)[] = [];
  readonly #keys: string[] = [];
  #rootKey: string | null = null;
  #isInRoot = false;
  #isInArray = false;
  #hasArray = false;
  /** Depth inside an element that is not wanted. */
  #skipped = 0;

  constructor(options: StreamPartsOptions) {
    this.#options = options;
  }

  takeParts(): readonly DocumentPart[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  take(token: Token): void {
    if (this.#isInArray && !this.#options.wantsElements && this.#skip(token)) return;
    switch (token.name) {
      case 'startObject':
        if (!this.#isInRoot) this.#isInRoot = true;
        else this.#open.push(new ObjectBuilder());
        return;
      case 'startArray':
        this.#startArray();
        return;
      case 'endObject':
      case 'endArray':
        this.#end();
        return;
      case 'keyValue':
        if (this.#open.length === 0) this.#rootKey = token.value;
        else this.#keys[this.#open.length - 1] = token.value;
        return;
      case 'stringValue':
      case 'nullValue':
      case 'trueValue':
      case 'falseValue':
        this.#add(token.value);
        return;
      case 'numberValue':
        this.#add(numberOf(token.value));
    }
  }

  #startArray(): void {
    if (!this.#isInRoot) this.#refuse('The document is not a JSON object.');
    if (this.#open.length > 0 || this.#isInArray || this.#rootKey !== this.#options.arrayKey) {
      this.#open.push([]);
      return;
    }
    if (this.#hasArray) this.#refuse(`The document has two arrays ${this.#options.arrayKey}.`);
    this.#hasArray = true;
    this.#isInArray = true;
    this.#parts.push({ type: 'array' });
  }

  #end(): void {
    const closed = this.#open.pop();
    if (closed !== undefined) this.#add(closed instanceof ObjectBuilder ? closed.finish() : closed);
    else if (this.#isInArray) this.#isInArray = false;
  }

  #add(value: JsonValue): void {
    const container = this.#open.at(-1);
    if (container instanceof ObjectBuilder) container.set(this.#keys[this.#open.length - 1] as string, value);
    else if (container !== undefined) container.push(value);
    else if (this.#isInArray) this.#parts.push({ type: 'element', value });
    else if (this.#isInRoot) this.#parts.push({ type: 'member', key: this.#rootKey as string, value });
    else this.#refuse('The document is not a JSON object.');
  }

  /** Passes over tokens of elements; false for the end of the array. */
  #skip({ name }: Token): boolean {
    if (name === 'startObject' || name === 'startArray') this.#skipped++;
    else if (name === 'endObject' || name === 'endArray') {
      if (this.#skipped === 0) return false;
      this.#skipped--;
    }
    return true;
  }

  #refuse(message: string): never {
    throw new CodecError({ rule: 'codec/invalid-document', message, file: this.#options.file, path: '' });
  }
}
