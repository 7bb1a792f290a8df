import type { Codec } from './codec.js';

/** Codecs by name. The one that `convert` uses by default is filled in by this package; users add their own. */
export class CodecRegistry {
  readonly #codecs = new Map<string, Codec>();

  constructor(codecs: Iterable<Codec> = []) {
    for (const codec of codecs) this.register(codec);
  }

  /**
   * Adds a codec.
   *
   * @throws RangeError when the name is taken or is not a name.
   */
  register(codec: Codec): void {
    const { name } = codec;
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) {
      throw new RangeError(
        `${JSON.stringify(name)} is not a name of a codec: lower-case letters, digits, single dashes.`,
      );
    }
    if (this.#codecs.has(name)) throw new RangeError(`There is a codec ${name} already.`);
    this.#codecs.set(name, codec);
  }

  /** The codec of that name, or undefined. */
  get(name: string): Codec | undefined {
    return this.#codecs.get(name);
  }

  /**
   * The codec of that name.
   *
   * @throws RangeError when there is none, with the names there are.
   */
  require(name: string): Codec {
    const codec = this.#codecs.get(name);
    if (codec === undefined) {
      throw new RangeError(
        `There is no codec ${JSON.stringify(name)}; there are ${[...this.#codecs.keys()].join(', ')}.`,
      );
    }
    return codec;
  }

  /** All codecs in the order in which they were registered. */
  list(): readonly Codec[] {
    return [...this.#codecs.values()];
  }

  /**
   * The codec whose format the bytes look like, or null. Later ones are asked first, so that a codec of one's own can be more particular
   * than the ones that come with the package.
   *
   * @param prefix first bytes of the source, `DETECTION_BYTES` of them if there are as many.
   */
  detect(prefix: Uint8Array, file?: string): Codec | null {
    return this.list().findLast((codec) => codec.detect?.(prefix, file) === true) ?? null;
  }
}
