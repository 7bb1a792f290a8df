import type { Progress } from '@fxlog/batch';
import pc from 'picocolors';
import { describe, expect, it } from 'vitest';
import { textWidth } from '../output/text-width.js';
import { progressDisplay, progressLine } from './progress-text.js';

const plain = pc.createColors(false);
const half: Progress = {
  elapsedMs: 10_000,
  sessions: 900,
  done: 800,
  failed: 90,
  skipped: 10,
  resumed: 100,
  totalSessions: null,
  bytes: 1_000_000_000,
  inputBytes: 50_000_000,
  totalInputBytes: 100_000_000,
  bytesPerSecond: 100_000_000,
  etaMs: 10_000,
  counts: { error: 90, warning: 3, info: 0 },
  current: 'backup.tar.zst!/home/dev/.fx/sessions/1796033654267-1796033654267897993-d60fe5e510349c70',
  finished: false,
};

describe('progress', () => {
  it('says in one line how much is done, how fast, and how long it will take', () => {
    expect(progressLine(half)).toBe(
      ' 50%, 1,000 sessions, 1.0 GB, 100 MB/s, 10 s left, 90 errors, 3 warnings, 90 failed',
    );
  });

  it('says nothing of what is not known', () => {
    const early = { ...half, totalInputBytes: null, etaMs: null, failed: 0, counts: { error: 0, warning: 0, info: 0 } };
    expect(progressLine(early)).toBe('1,000 sessions, 1.0 GB, 100 MB/s, 0 errors, 0 warnings');
  });

  it('is not at its end before it is', () => {
    expect(progressLine({ ...half, inputBytes: 100_000_000 })).toMatch(/^ 99%/);
    expect(progressLine({ ...half, finished: true })).toMatch(/^100%/);
  });

  it.each([20, 40, 79, 80, 120, 200])('fits into %i columns', (columns) => {
    for (const current of [half.current, '会話'.repeat(60), 'a\u001b[2Jb', null]) {
      for (const line of progressDisplay({ ...half, current }, columns, plain)) {
        if (columns >= 40) expect(textWidth(line)).toBeLessThanOrEqual(columns);
        expect(line).not.toContain('\u001b');
      }
    }
  });

  it('shows the end of a long name, which tells sessions apart', () => {
    expect(progressDisplay(half, 80, plain)[1]).toMatch(/…\S*d60fe5e510349c70$/);
  });
});
