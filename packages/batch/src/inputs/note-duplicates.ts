import type { SessionInput } from '../model/session-input.js';

/** The same session can lie in two places: both are processed, but nobody should take the sum for the truth. */
export async function* noteDuplicates(
  inputs: AsyncIterable<SessionInput>,
): AsyncGenerator<SessionInput, void, undefined> {
  const ids = new Map<string, string>();
  for await (const input of inputs) {
    if (input.kind !== 'session' || input.refused !== undefined) {
      yield input;
      continue;
    }
    const id = input.key.slice(input.key.lastIndexOf('/') + 1);
    const first = ids.get(id);
    if (first === undefined) {
      ids.set(id, input.key);
      yield input;
      continue;
    }
    const message = `A session of the same name was found before, as ${first}; both are processed.`;
    yield {
      ...input,
      findings: [...input.findings, { rule: 'batch/duplicate-session', severity: 'warning', message }],
    };
  }
}
