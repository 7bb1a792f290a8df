import { expect, it } from 'vitest';
import { isJsonObject, JsonNumber, UnbuiltJson } from './json-value.js';

it('isJsonObject takes objects, and no array, number or part that was not built', () => {
  expect([{}, { a: 1 }].every(isJsonObject)).toBe(true);
  expect([null, undefined, [], 'x', 1, 1n, true, new JsonNumber('1.0'), new UnbuiltJson(0, 2)].some(isJsonObject)).toBe(
    false,
  );
});
