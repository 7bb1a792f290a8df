import { basename } from 'node:path';
import { FILE_LIMITS } from '@fxlog/format/internal';
import { JsonError, type JsonValue, parseJson } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import { type FileRead, readFileWithin, statsOf } from './paths/safe-file.js';

/** A session directory that the dialects look at to say whose it is. What one of them has read stays for the others and for what follows. */
export class SessionDirectory {
  readonly #cells = new Map<string, unknown>();

  constructor(
    /** Absolute path. */
    readonly dir: string,
    /** The id that the session has by its place. */
    readonly id: string = basename(dir),
  ) {}

  /** What `make` gives, made once. */
  once<T>(key: string, make: () => T): T {
    if (!this.#cells.has(key)) this.#cells.set(key, make());
    return this.#cells.get(key) as T;
  }

  /** Whether a regular file of this name lies directly in it; links are not followed. */
  has(file: string): boolean {
    return this.sizeOf(file) !== null;
  }

  /** Size in bytes of a regular file directly in it; null when there is none. */
  sizeOf(file: string): number | null {
    const stats = statsOf(`${this.dir}/${file}`);
    return stats?.isFile() === true ? stats.size : null;
  }

  /** `session.json`, unless it is larger than every manifest. */
  get manifest(): FileRead {
    return this.once('manifest', () => readFileWithin(`${this.dir}/session.json`, FILE_LIMITS.manifest));
  }

  /** The id that the session gives itself in `authority.json`, else in `session.json`; null where neither can be read. */
  get statedId(): string | null {
    return this.once('statedId', () => {
      const authority = readFileWithin(`${this.dir}/authority.json`, FILE_LIMITS.authority);
      const own = authority.state === 'read' ? authority.bytes : null;
      return statedIdIn(own, () => (this.manifest.state === 'read' ? this.manifest.bytes : null));
    });
  }

  /** The `schema_version` of `session.json`, as it is spelled there (newer-formats §4.2); null when it cannot be read. */
  get schema(): number | bigint | null {
    return this.once('schema', () => (this.manifest.state === 'read' ? schemaOf(this.manifest.bytes) : null));
  }
}

/** The `schema_version` of a document that is an object with one written as a plain unsigned integer; null otherwise. */
export function schemaVersionOf(value: JsonValue): number | bigint | null {
  const version = isJsonObject(value) ? value.schema_version : null;
  return (typeof version === 'number' || typeof version === 'bigint') && version >= 0 ? version : null;
}

/** The id that a session gives itself in the bytes of its `authority.json`, else of its `session.json`; null where neither can be read. */
export function statedIdIn(authority: Uint8Array | null, manifest: () => Uint8Array | null): string | null {
  const own = authority === null ? null : memberOf(authority, 'session_id');
  if (own !== null) return own;
  const bytes = manifest();
  return bytes === null ? null : memberOf(bytes, 'id');
}

/** A member of a document that is an object, when it is a string. */
function memberOf(bytes: Uint8Array, key: string): string | null {
  try {
    const value = parseJson(bytes);
    const member = isJsonObject(value) ? value[key] : undefined;
    return typeof member === 'string' ? member : null;
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}

function schemaOf(bytes: Uint8Array): number | bigint | null {
  try {
    return schemaVersionOf(parseJson(bytes));
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}
