/** Names that every provider takes: `[A-Za-z0-9_-]`, at most 64 characters (other-harnesses, general rules). */
import { createHash } from 'node:crypto';
import { IdSet } from './id-set.js';

const ACCEPTABLE = /^[A-Za-z0-9_-]{1,64}$/;
const OTHER_CHARACTERS = /[^A-Za-z0-9_-]+/g;

/** A tool name that providers take, as near to the given one as can be. */
export function toAcceptableToolName(name: string): string {
  if (ACCEPTABLE.test(name)) return name;
  return (
    name
      .replace(OTHER_CHARACTERS, '_')
      .replace(/^_+(?=.)/, '')
      .slice(0, 64) || 'tool'
  );
}

/** Gives out the ids of calls: those of the source while they are acceptable and new, others in their place. */
export class CallIds {
  readonly #taken = new IdSet();
  #count = 0;

  readonly #seed: string;

  /** @param seed makes the ids of one session differ from those of another. */
  constructor(seed: string) {
    this.#seed = seed;
  }

  take(id: string): string {
    const ordinal = this.#count++;
    if (ACCEPTABLE.test(id) && this.#taken.add(id)) return id;
    const base = id.replace(OTHER_CHARACTERS, '_').slice(0, 48) || 'call';
    for (let attempt = 0; ; attempt++) {
      const digest = createHash('sha1').update(`${this.#seed}:${ordinal}:${attempt}:${id}`).digest('hex');
      const candidate = `${base}_${digest.slice(0, 12)}`;
      if (this.#taken.add(candidate)) return candidate;
    }
  }
}
