import type { JsonObject, JsonValue } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import type { LinePlace } from './json-lines.js';
import type { LossTally } from './loss-tally.js';

/**
 * What a reader does with the keys of an object: `read` is carried over or understood; `note` is known, and is something that the program keeps for
 * itself; an object or a list in it is looked into by a shape of its own. What is not named is not known.
 */
export interface KeyShape {
  readonly [key: string]: 'read' | 'note' | KeyShape | readonly [KeyShape];
}

/**
 * Holds the law that each key of each line is read, carried or reported: what a program begins to write tomorrow must not be lost in silence. One
 * loss reports all notes, and one of all keys that nobody knows.
 */
export class KeyWatch {
  readonly #tally: LossTally;

  constructor(tally: LossTally) {
    this.#tally = tally;
  }

  check(object: JsonObject, shape: KeyShape, place: LinePlace): void {
    this.#check(object, shape, '', place);
  }

  #check(object: JsonObject, shape: KeyShape, path: string, place: LinePlace): void {
    const { offset, line } = place;
    for (const key of Object.keys(object)) {
      const value = object[key] as JsonValue;
      const use = Object.hasOwn(shape, key) ? shape[key] : undefined;
      if (use === 'read') continue;
      const at = `${path}/${key}`;
      const where = { offset, line };
      if (use === 'note') {
        if (!saysNothing(value)) this.#tally.add('dropped-extra', NOTES, where, at);
        continue;
      }
      if (use === undefined) this.#tally.add('unknown-key', UNKNOWN, where, at);
      else if (isList(use)) {
        // Where a list of parts can stand, a text alone can, too.
        const parts = Array.isArray(value) ? value.filter(isJsonObject) : [];
        for (const part of parts) this.#check(part, use[0], `${at}/*`, place);
      } else if (isJsonObject(value)) this.#check(value, use, at, place);
      else if (value !== null) this.#tally.add('unknown-key', UNKNOWN, where, at);
    }
  }
}

const NOTES = 'Notes of the program for itself were left out';
const UNKNOWN = 'Keys that are not known here were left out';

function isList(use: KeyShape[string] | undefined): use is readonly [KeyShape] {
  return Array.isArray(use);
}

/** Whether a note is the same as if its key were not there. */
function saysNothing(value: JsonValue): boolean {
  if (value === null || value === false || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : isJsonObject(value) && Object.keys(value).length === 0;
}
