import { createHash } from 'node:crypto';
import { Redactor } from '@fxlog/codecs';
import { placeholderFor } from '@fxlog/codecs/internal';

/**
 * Redacts more than what is handed to a colleague: ids and names of tools that hold a secret, too; pictures, in which nobody can look for one, become
 * placeholders, and what a provider sealed is left out. A home directory is replaced wherever it lies.
 */
export class TraceRedactor extends Redactor {
  readonly #home: RegExp | null;

  /**
   * @param home the home directory of whom the session belongs to
   * @param user the name of that user; null where it is not known
   */
  constructor(home: string, user: string | null) {
    super();
    const path = home.replace(/\/+$/, '');
    // Homes in the usual places are found by their form.
    const isUnusual = path !== '' && new Redactor().text(path) === path;
    const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    this.#home = isUnusual ? new RegExp(`(?<![\\w.-])${escaped}(?![\\w.-])`, 'g') : null;
    if (user !== null) super.text(`/home/${user}`);
  }

  override text(text: string): string {
    return super.text(this.#home === null ? text : text.replace(this.#home, '/home/user'));
  }

  override toolName(name: string): string {
    return this.text(name);
  }

  override id(id: string): string {
    return this.text(id);
  }

  /** The same whatever was found before: it is asked for before anything is. */
  override sessionId(id: string): string {
    return new Redactor().text(id) === id
      ? id
      : `session-${createHash('sha256').update(id).digest('hex').slice(0, 16)}`;
  }

  override image(mediaType: string): string {
    return placeholderFor(mediaType);
  }

  override opaque(): null {
    return null;
  }
}
