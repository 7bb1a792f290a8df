import { createHash } from 'node:crypto';

/** What tells whether two sessions that were found are one: the same lies in a live store and in a backup, or was copied under another id. */
export interface ConversationKey {
  /** The id that the session states, or has by its place; null where it has none. */
  readonly id: string | null;
  /** Turns of the history. */
  readonly turns: number;
  /** Equal for the same turns at the same times, in the same order; null where there is none. */
  readonly digest: string | null;
}

/** Makes the digest of a {@link ConversationKey}, turn by turn. */
export class ConversationDigest {
  readonly #hash = createHash('sha256');
  #turns = 0;

  /** @param facts what tells the turn from all others */
  add(facts: readonly (string | number | bigint | null)[]): void {
    this.#turns++;
    this.#hash.update(`${facts.map((fact) => (fact === null ? '' : String(fact))).join('\0')}\n`);
  }

  /** To be asked once. */
  end(id: string | null): ConversationKey {
    return { id, turns: this.#turns, digest: this.#turns === 0 ? null : this.#hash.digest('base64').slice(0, 22) };
  }
}
