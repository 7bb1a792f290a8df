/**
 * Walks the members of one large JSON object chunk by chunk, so that a document of hundreds of megabytes never lies in memory as a
 * whole. It only finds where members end; each piece is judged by the strict parser.
 */
import { JsonError } from './json-error.js';
import type { JsonValue } from './json-value.js';
import { parseJson } from './parse-json.js';

/** A member of the object, or an element of the one array that is walked element by element. */
export type JsonPiece =
  | { readonly kind: 'member'; readonly key: string; readonly value: JsonValue }
  | { readonly kind: 'array-start'; readonly key: string }
  | { readonly kind: 'element'; readonly value: JsonValue };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

function isBlank(text: Buffer): boolean {
  return text.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d);
}

/** Collects the bytes of one piece across chunks. */
class PieceBuffer {
  #parts: Uint8Array[] = [];
  #size = 0;

  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#parts.push(bytes);
    this.#size += bytes.length;
  }

  get length(): number {
    return this.#size;
  }

  take(): Buffer {
    const all = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#size = 0;
    return all;
  }
}

/**
 * Yields the pieces of a JSON object, `arrayKey` element by element.
 *
 * @throws JsonError for anything that is not one strict JSON object. Its offset is relative to the piece.
 */
export function* jsonMembers(chunks: Iterable<Uint8Array>, arrayKey: string): Generator<JsonPiece> {
  const arrayHead = new RegExp(`^[ \\t\\r\\n]*${JSON.stringify(arrayKey)}[ \\t\\r\\n]*:[ \\t\\r\\n]*$`);
  const keys = new Set<string>();
  const piece = new PieceBuffer();
  let depth = 0;
  let inString = false;
  let escaped = false;
  let inArray = false;
  let members = 0;
  let elements = 0;
  let afterArray = false;

  const member = function* (last: boolean): Generator<JsonPiece> {
    const bytes = piece.take();
    if (afterArray) {
      afterArray = false;
      if (!isBlank(bytes)) throw new JsonError('syntax', 0);
      return;
    }
    if (last && members === 0 && isBlank(bytes)) return;
    members++;
    const object = parseJson(Buffer.concat([Buffer.from('{'), bytes, Buffer.from('}')]));
    const [entry, ...rest] = Object.entries(object as Record<string, JsonValue>);
    if (entry === undefined || rest.length > 0) throw new JsonError('syntax', 0);
    if (keys.has(entry[0])) throw new JsonError('duplicate-key', 0);
    keys.add(entry[0]);
    yield { kind: 'member', key: entry[0], value: entry[1] };
  };
  const element = function* (last: boolean): Generator<JsonPiece> {
    const bytes = piece.take();
    if (last && elements === 0 && isBlank(bytes)) return;
    elements++;
    yield { kind: 'element', value: parseJson(bytes) };
  };

  let started = false;
  let ended = false;
  for (const chunk of chunks) {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
        continue;
      }
      if (depth === 0) {
        if (byte === OPEN_OBJECT && !started) {
          started = true;
          depth = 1;
          from = at + 1;
        } else if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) {
          throw new JsonError(ended ? 'trailing-data' : 'syntax', at);
        }
        continue;
      }
      const level = inArray ? 2 : 1;
      if (byte === QUOTE) inString = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        if (byte === OPEN_ARRAY && depth === 1 && !afterArray && piece.length + at - from < 4096) {
          piece.add(chunk.subarray(from, at));
          from = at;
          const head = piece.take();
          if (arrayHead.test(head.toString('latin1'))) {
            if (keys.has(arrayKey)) throw new JsonError('duplicate-key', 0);
            keys.add(arrayKey);
            members++;
            inArray = true;
            from = at + 1;
            yield { kind: 'array-start', key: arrayKey };
          } else piece.add(head);
        }
        depth++;
      } else if (byte === COMMA && depth === level) {
        piece.add(chunk.subarray(from, at));
        from = at + 1;
        yield* inArray ? element(false) : member(false);
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        if (depth === level) {
          piece.add(chunk.subarray(from, at));
          from = at + 1;
          if (byte !== (inArray ? CLOSE_ARRAY : CLOSE_OBJECT)) throw new JsonError('syntax', at);
          if (inArray) {
            yield* element(true);
            inArray = false;
            afterArray = true;
          } else {
            yield* member(true);
            ended = true;
          }
        }
        depth--;
      }
    }
    if (depth > 0) piece.add(Uint8Array.prototype.slice.call(chunk, from));
  }
  if (!ended) throw new JsonError('unexpected-end', 0);
}
