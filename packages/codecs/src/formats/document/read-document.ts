/**
 * One large JSON object with one long array in it, such as a transcript: its other members first, then the elements of the array one at
 * a time, wherever the members stand.
 */
import type { JsonObject, JsonValue } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import type { Source } from '@fxlog/reader';
import { sourceChunks } from '@fxlog/reader/internal';
import { CodecError } from '../../codec-error.js';
import { keysOf, parseForeignJson } from '../../model/ordered-json.js';
import { isRepeatable, peekSource } from '../../peek-source.js';
import { type DocumentPart, streamParts } from './stream-parts.js';

/** Up to this size a document is parsed as a whole, which is faster. */
const WHOLE_BYTES = 16_777_216;

/** How many elements of a document that is in memory come in one batch. */
const BATCH = 256;

/** A document whose elements are still to come. */
export interface OpenDocument {
  /** The members besides the array, in source order; of equal keys the last. */
  readonly members: ReadonlyMap<string, JsonValue>;
  /** Whether there is an array under the key. */
  readonly hasArray: boolean;
  /** The elements of the array, in batches; can be walked once. */
  readonly elements: AsyncIterable<readonly JsonValue[]>;
}

export interface DocumentOptions {
  /** Key of the array. */
  readonly arrayKey: string;
  readonly signal?: AbortSignal | undefined;
  readonly file?: string | undefined;
  /** Documents up to this size, in bytes, are parsed as a whole. */
  readonly wholeBytes?: number | undefined;
}

/**
 * Opens a document. A large one is read twice, or, where it cannot be, held in memory when members stand behind the array.
 *
 * @throws CodecError with rule `codec/invalid-document` for what is not a JSON object; for a large document also while its elements are read.
 */
export async function openDocument(source: Source, options: DocumentOptions): Promise<OpenDocument> {
  const { wholeBytes = WHOLE_BYTES, signal } = options;
  // One byte more than a whole document may have tells the two apart.
  const peeked = await peekSource(source, wholeBytes + 1, signal);
  if (peeked.prefix.length <= wholeBytes) return openWhole(peeked.prefix, options);
  return isRepeatable(source) ? openTwice(source, options) : openOnce(peeked.source, options);
}

function openWhole(bytes: Uint8Array, { arrayKey, file }: DocumentOptions): OpenDocument {
  const root = parseRoot(bytes, file);
  const array = Object.hasOwn(root, arrayKey) ? root[arrayKey] : null;
  const members = new Map(keysOf(root).map((key) => [key, root[key] as JsonValue]));
  if (!Array.isArray(array)) return { members, hasArray: false, elements: batches([]) };
  members.delete(arrayKey);
  return { members, hasArray: true, elements: batches(array) };
}

function parseRoot(bytes: Uint8Array, file: string | undefined): JsonObject {
  let value: JsonValue;
  try {
    value = parseForeignJson(bytes);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    throw new CodecError(
      { rule: 'codec/invalid-document', message: `The document is not JSON: ${error.message}`, file },
      { cause: error },
    );
  }
  if (!isJsonObject(value))
    throw new CodecError({
      rule: 'codec/invalid-document',
      message: 'The document is not a JSON object.',
      file,
      path: '',
    });
  return value;
}

async function* batches(array: readonly JsonValue[]): AsyncGenerator<readonly JsonValue[], void, undefined> {
  for (let index = 0; index < array.length; index += BATCH) yield array.slice(index, index + BATCH);
}

async function openTwice(source: Source, options: DocumentOptions): Promise<OpenDocument> {
  const collector = new MemberCollector();
  for await (const parts of partsOf(source, options, false)) for (const part of parts) collector.take(part);
  return { ...collector.result(), elements: elementsOf(partsOf(source, options, true)) };
}

async function openOnce(source: Source, options: DocumentOptions): Promise<OpenDocument> {
  const collector = new MemberCollector();
  const held: JsonValue[] = [];
  for await (const parts of partsOf(source, options, true)) {
    for (const part of parts) {
      if (part.type === 'element') held.push(part.value);
      else collector.take(part);
    }
  }
  return { ...collector.result(), elements: batches(held) };
}

function partsOf(source: Source, options: DocumentOptions, wantsElements: boolean) {
  const { arrayKey, signal, file } = options;
  const chunks = sourceChunks(source, { start: 0, end: Number.POSITIVE_INFINITY }, signal);
  return streamParts(chunks, { arrayKey, wantsElements, file });
}

async function* elementsOf(
  parts: AsyncIterable<readonly DocumentPart[]>,
): AsyncGenerator<readonly JsonValue[], void, undefined> {
  for await (const batch of parts) {
    const elements = batch.flatMap((part) => (part.type === 'element' ? [part.value] : []));
    if (elements.length > 0) yield elements;
  }
}

class MemberCollector {
  readonly #members = new Map<string, JsonValue>();
  #hasArray = false;

  take(part: DocumentPart): void {
    if (part.type === 'member') this.#members.set(part.key, part.value);
    else if (part.type === 'array') this.#hasArray = true;
  }

  result(): Pick<OpenDocument, 'members' | 'hasArray'> {
    return { members: this.#members, hasArray: this.#hasArray };
  }
}
