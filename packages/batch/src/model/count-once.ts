import type { ConversationKey } from './conversation-key.js';
import type { SessionResult } from './session-result.js';

/** A session that is another one once more, and that one, by their keys. */
export interface Duplicate {
  readonly session: string;
  readonly of: string;
}

/**
 * Says which of the sessions that were found are the same, by their ids or by what they hold. Of each the fullest counts: the one with the most
 * turns, then one that is not damaged, then the first.
 */
export class CountOnce {
  readonly #byId = new Map<string, Found>();
  readonly #byDigest = new Map<string, Found>();
  readonly #duplicates = new Map<string, Found>();

  add(result: SessionResult): void {
    const { conversation: key } = result;
    if (key === undefined) return;
    const found: Found = { result, key };
    const known =
      (key.id === null ? undefined : this.#byId.get(key.id)) ??
      (key.digest === null ? undefined : this.#byDigest.get(key.digest));
    if (known !== undefined && !isFuller(found, known)) {
      this.#duplicates.set(result.key, known);
      return;
    }
    if (known !== undefined) this.#duplicates.set(known.result.key, found);
    this.#take(found);
  }

  /** What does not count, in the order in which it was found to be so. */
  get duplicates(): readonly Duplicate[] {
    return [...this.#duplicates].map(([session, of]) => ({ session, of: this.#counted(of).result.key }));
  }

  /** Whether a session counts. */
  counts({ key }: Pick<SessionResult, 'key'>): boolean {
    return !this.#duplicates.has(key);
  }

  #take(found: Found): void {
    const { id, digest } = found.key;
    if (id !== null) this.#byId.set(id, found);
    if (digest !== null) this.#byDigest.set(digest, found);
  }

  #counted(found: Found): Found {
    const other = this.#duplicates.get(found.result.key);
    return other === undefined ? found : this.#counted(other);
  }
}

interface Found {
  readonly result: SessionResult;
  readonly key: ConversationKey;
}

function isFuller(a: Found, b: Found): boolean {
  if (a.key.turns !== b.key.turns) return a.key.turns > b.key.turns;
  return a.result.status === 'done' && b.result.status !== 'done';
}
