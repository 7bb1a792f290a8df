import { describe, expect, it } from 'vitest';
import { IdSet } from './id-set.js';

describe('a set of ids', () => {
  it('knows each id again, few or many', () => {
    const ids = new IdSet();
    const count = 140_000;
    for (let index = 0; index < count; index++) {
      if (!ids.add(`call_${index}`)) expect.unreachable(`call_${index} was taken for another one`);
    }
    for (const index of [0, 1, 65_535, 65_536, 65_537, count - 1]) expect(ids.add(`call_${index}`)).toBe(false);
    expect(ids.add(`call_${count}`)).toBe(true);
  });
});
