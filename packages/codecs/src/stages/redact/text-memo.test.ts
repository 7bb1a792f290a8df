import { describe, expect, it } from 'vitest';
import { TextMemo } from './text-memo.js';

const rewritten = (text: string) => ({ text, places: 0 });

describe('a memo of texts', () => {
  it('forgets the one that was asked for longest ago, and none that is asked for', () => {
    const memo = new TextMemo();
    const text = (index: number) => `${index}`.repeat(300_000);
    for (let index = 0; index < 10; index++) {
      memo.add(text(index), rewritten(text(index)));
      expect(memo.get(text(0))).toEqual(rewritten(text(0)));
    }
    expect(memo.get(text(1))).toBeUndefined();
    expect(memo.get(text(9))).toEqual(rewritten(text(9)));
  });

  it('takes no text that would leave no room for others', () => {
    const memo = new TextMemo();
    memo.add('small', rewritten('small'));
    const large = 'x'.repeat(5_000_000);
    memo.add(large, rewritten(large));
    expect(memo.get(large)).toBeUndefined();
    expect(memo.get('small')).toEqual(rewritten('small'));
  });

  it('knows nothing after it was cleared', () => {
    const memo = new TextMemo();
    memo.add('a', { text: 'b', places: 1 });
    memo.clear();
    expect(memo.get('a')).toBeUndefined();
  });
});
