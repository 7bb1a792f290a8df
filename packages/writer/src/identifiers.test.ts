import { describe, expect, it } from 'vitest';
import { newSessionId, randomIdentifiers, seededIdentifiers } from './identifiers.js';

describe('identifiers', () => {
  it('are 32 lower-case hex digits, from either source', () => {
    for (const source of [randomIdentifiers(), seededIdentifiers('s')]) {
      expect(source.next('event')).toMatch(/^[0-9a-f]{32}$/);
    }
  });

  it('repeat with the seed, and only with it', () => {
    const [first, second, other] = [seededIdentifiers('s'), seededIdentifiers('s'), seededIdentifiers('t')];
    const ids = [first.next('event'), first.next('event')];
    expect([second.next('event'), second.next('event')]).toEqual(ids);
    expect(new Set([...ids, other.next('event')]).size).toBe(3);
  });

  it('are what a seed has always given', () => {
    const ids = seededIdentifiers('s');
    // The first half of SHA-256 over 'fxlog identifiers\\0event\\0<0, 1>\\0s'.
    expect([ids.next('event'), ids.next('event')]).toEqual([
      'e8775bb0c649e4ba3adb66d737ca2a04',
      '99162cec5d97ecd3f80941380a65f563',
    ]);
  });

  it('do not depend on how many were asked for another use', () => {
    const [plain, busy] = [seededIdentifiers('s'), seededIdentifiers('s')];
    busy.next('replacement');
    expect(busy.next('event')).toBe(plain.next('event'));
    expect(busy.next('generation')).not.toBe(plain.next('authority'));
  });

  it('make session ids of the shape fx makes', () => {
    const id = newSessionId(1767225600000, { next: () => '00112233aabbccdd0000000000000000' });
    expect(id).toBe('1767225600000-1767225600000000000-00112233aabbccdd');
  });
});
