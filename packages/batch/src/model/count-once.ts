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
    const { conversation, key } = result;
    if (conversation === undefined) return;
    const { id, digest, turns } = conversation;
    const found: Found = { key, turns, isDone: result.status === 'done' };
    const known =
      (id === null ? undefined : this.#byId.get(id)) ?? (digest === null ? undefined : this.#byDigest.get(digest));
    if (known !== undefined && !isFuller(found, known)) {
      this.#duplicates.set(key, known);
      return;
    }
    if (known !== undefined) this.#duplicates.set(known.key, found);
    if (id !== null) this.#byId.set(id, found);
    if (digest !== null) this.#byDigest.set(digest, found);
  }

  /** What does not count, in the order in which it was found to be so. */
  get duplicates(): readonly Duplicate[] {
    return [...this.#duplicates].map(([session, of]) => ({ session, of: this.#counted(of).key }));
  }

  /** Whether a session counts. */
  counts({ key }: Pick<SessionResult, 'key'>): boolean {
    return !this.#duplicates.has(key);
  }

  #counted(found: Found): Found {
    const other = this.#duplicates.get(found.key);
    return other === undefined ? found : this.#counted(other);
  }
}

/** What has to be known of a session to compare it with another; there may be many. */
interface Found {
  readonly key: string;
  readonly turns: number;
  readonly isDone: boolean;
}

function isFuller(a: Found, b: Found): boolean {
  if (a.turns !== b.turns) return a.turns > b.turns;
  return a.isDone && !b.isDone;
}
