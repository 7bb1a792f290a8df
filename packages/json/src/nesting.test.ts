import { expect, it } from 'vitest';
import { isDeeperThan } from './nesting.js';

const deep = (levels: number, inside = '') => Buffer.from(`${'['.repeat(levels)}${inside}${']'.repeat(levels)}`);

it('counts brackets that are open at once, those in texts not among them', () => {
  expect(isDeeperThan(deep(5), 5)).toBe(false);
  expect(isDeeperThan(deep(6), 5)).toBe(true);
  expect(isDeeperThan(Buffer.from('[[]]'.repeat(50)), 2)).toBe(false);
  expect(isDeeperThan(deep(2, '"[[[[\\"[[[["'), 2)).toBe(false);
  expect(isDeeperThan(deep(2, '"\\\\",{"a":{}}'), 3)).toBe(true);
});
