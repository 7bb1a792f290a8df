import { createHash } from 'node:crypto';

/** A line of a corpus that is not a case. */
export class MalformedRowError extends Error {
  override readonly name = 'MalformedRowError';
}

/** One case of a corpus: a JSON object, whose values are checked as they are asked for. */
export class Row {
  readonly #values: Readonly<Record<string, unknown>>;

  /**
   * @param line the case as its file has it.
   * @throws MalformedRowError when it is not a JSON object with an `id`.
   */
  constructor(readonly line: string) {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      throw new MalformedRowError(error instanceof Error ? error.message : String(error));
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new MalformedRowError('not a JSON object');
    }
    this.#values = value as Record<string, unknown>;
    if (typeof this.#values.id !== 'string') throw new MalformedRowError('no "id"');
  }

  get id(): string {
    return this.string('id');
  }

  has(key: string): boolean {
    return this.#values[key] !== undefined && this.#values[key] !== null;
  }

  /** Whatever is there, for those who know its shape. */
  value(key: string): unknown {
    return this.#values[key] ?? undefined;
  }

  string(key: string): string {
    const value = this.#values[key];
    if (typeof value !== 'string') throw new MalformedRowError(`"${key}" is not a string`);
    return value;
  }

  /** An integer that a double holds exactly; `undefined` where the case has none. */
  integer(key: string): number | undefined {
    if (!this.has(key)) return undefined;
    const value = this.#values[key];
    if (!Number.isSafeInteger(value)) throw new MalformedRowError(`"${key}" is not a safe integer`);
    return value as number;
  }

  boolean(key: string): boolean {
    const value = this.#values[key];
    if (typeof value !== 'boolean') throw new MalformedRowError(`"${key}" is not true or false`);
    return value;
  }

  bytes(key: string): Uint8Array {
    return fromBase64(this.string(key), key);
  }

  /** Bytes that are described, not listed: a prefix, a unit so many times, a suffix. */
  generatedBytes(key: string): Uint8Array {
    const plan = new Row(JSON.stringify({ id: this.id, ...(this.#values[key] as object) }));
    const [prefix, unit, suffix] = [plan.bytes('prefix_b64'), plan.bytes('unit_b64'), plan.bytes('suffix_b64')];
    const total = prefix.length + unit.length * (plan.integer('count') ?? 0) + suffix.length;
    if (total !== plan.integer('total_bytes')) throw new MalformedRowError(`"${key}" makes ${total} bytes`);
    const bytes = Buffer.alloc(total);
    bytes.set(prefix, 0);
    bytes.fill(unit, prefix.length, total - suffix.length);
    bytes.set(suffix, total - suffix.length);
    if (sha256(bytes) !== plan.string('sha256')) throw new MalformedRowError(`"${key}" has another sha256`);
    return bytes;
  }
}

/** SHA-256 in lower-case hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function fromBase64(text: string, key: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new MalformedRowError(`"${key}" is not base64`);
  return bytes;
}
