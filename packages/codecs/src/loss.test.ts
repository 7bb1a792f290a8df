import { RULES } from '@fxlog/format';
import { describe, expect, it } from 'vitest';
import { LossReport } from './loss.js';

describe('LossReport', () => {
  it('counts exactly and keeps a bounded number of samples', () => {
    const report = new LossReport({ maxSamples: 2 });
    for (let message = 0; message < 5; message++) {
      report.add({ code: 'moved-text', where: { message }, detail: 'Moved.', count: 2 });
    }
    expect(report.total).toBe(10);
    expect(report.kinds()).toMatchObject([{ code: 'moved-text', count: 10, samples: [{}, {}] }]);
    expect(report.toFindings().map(({ message }) => message)).toEqual([
      'message 0: Moved. (2 times)',
      'message 1: Moved. (2 times)',
      'Text was moved within its turn: 6 more times.',
    ]);
  });

  it('names its losses by rules of the catalogue', () => {
    const report = new LossReport();
    const codes = RULES.flatMap(({ id, severity }) =>
      id.startsWith('codec/') && severity !== 'error' ? [id.slice('codec/'.length)] : [],
    );
    expect(codes).toContain('partial-output');
    for (const code of codes) report.add({ code: code as 'moved-text', where: {}, detail: 'x' });
    expect(report.toFindings().every(({ rule }) => rule.startsWith('codec/'))).toBe(true);
  });
});
