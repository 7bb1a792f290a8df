import type { Uint64 } from '@fxlog/format';
import { MAX_UINT64 } from '@fxlog/format/internal';
import { exactInteger } from '@fxlog/json/internal';
import { WriteError } from './write-error.js';

/** The numbers that the images of a session have: fx refuses every prompt of a session in which one stands twice (model-view §6.2). */
export class ImageNumbers {
  #taken = new Set<bigint>();
  /** A number that no image has had so far. */
  #next = 1n;

  /** Another history begins; what numbers were given before are still not given anew. */
  clear(): void {
    this.#taken = new Set();
  }

  /** An image has this number, whether another has it or not. */
  note(id: Uint64): void {
    this.#taken.add(BigInt(id));
    if (BigInt(id) >= this.#next) this.#next = BigInt(id) + 1n;
  }

  /**
   * The number itself where no image has it, else the next one. 0 is what images had before they were numbered.
   *
   * @throws WriteError `write/image-locator` where no number is left.
   */
  take(wanted: Uint64): Uint64 {
    const isFree = wanted > 0 && !this.#taken.has(BigInt(wanted));
    if (!isFree && this.#next > MAX_UINT64) {
      throw new WriteError({ rule: 'write/image-locator', message: 'There is no number left for a new image.' });
    }
    const id = isFree ? wanted : exactInteger(this.#next);
    this.note(id);
    return id;
  }

  /** Whether no image has one of these numbers, nor two of them the same. */
  areFree(images: readonly { readonly id: Uint64 }[]): boolean {
    const ids = new Set(images.map(({ id }) => BigInt(id)));
    return ids.size === images.length && images.every(({ id }) => !this.#taken.has(BigInt(id)));
  }

  /** The images with a number of their own each; the array itself where all had one. */
  settle<Image extends { readonly id: Uint64 }>(images: readonly Image[]): readonly Image[] {
    let changed: Image[] | null = null;
    for (const [index, image] of images.entries()) {
      const id = this.take(image.id);
      if (id === image.id) continue;
      changed ??= [...images];
      changed[index] = { ...image, id };
    }
    return changed ?? images;
  }
}
