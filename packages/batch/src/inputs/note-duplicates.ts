import { digestOf, KeyNumbers } from '../model/key-numbers.js';
import { NumberList } from '../model/number-list.js';
import type { SessionInput } from '../model/session-input.js';

/** The same session can lie in two places: both are processed, but nobody should take the sum for the truth. */
export async function* noteDuplicates(
  inputs: AsyncIterable<SessionInput>,
): AsyncGenerator<SessionInput, void, undefined> {
  const ids = new KeyNumbers();
  const first = new FoldersOfKeys();
  for await (const input of inputs) {
    if (input.kind !== 'session' || input.refused !== undefined) {
      yield input;
      continue;
    }
    const start = input.key.lastIndexOf('/') + 1;
    const id = input.key.slice(start);
    const known = ids.length;
    const number = ids.add(digestOf(id));
    if (number === known) {
      first.push(input.key.slice(0, start));
      yield input;
      continue;
    }
    const message = `A session of the same name was found before, as ${first.at(number)}${id}; both are processed.`;
    yield {
      ...input,
      findings: [...input.findings, { rule: 'batch/duplicate-session', severity: 'warning', message }],
    };
  }
}

/** The folders that keys lie in. Most lie beside many others, and a folder is held once. */
class FoldersOfKeys {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  readonly #list = new NumberList();

  push(folder: string): void {
    const known = this.#numbers.get(folder);
    this.#list.push(known ?? this.#names.length);
    if (known !== undefined) return;
    this.#numbers.set(folder, this.#names.length);
    this.#names.push(folder);
  }

  at(number: number): string {
    return this.#names[this.#list.at(number)] ?? '';
  }
}
