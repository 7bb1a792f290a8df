import type { Finding } from '@fxlog/format';
import type { Cut } from './repair-report.js';

/** Cuts in file order, neighbours with the same reason as one. @throws RangeError for a byte that is cut twice, or not there */
export function mergeCuts(cuts: readonly Cut[], bytes: number): Cut[] {
  const merged: Cut[] = [];
  for (const cut of [...cuts].sort((a, b) => a.offset - b.offset)) {
    const last = merged.at(-1);
    const end = last === undefined ? 0 : last.offset + last.length;
    if (cut.offset < end || cut.offset + cut.length > bytes) throw new RangeError(`Byte ${cut.offset} is cut twice.`);
    if (last !== undefined && end === cut.offset && last.rule === cut.rule && last.why === cut.why) {
      merged[merged.length - 1] = { ...last, length: last.length + cut.length };
    } else merged.push(cut);
  }
  return merged;
}

/** What is said of bytes that are set aside; of many only the first. */
export function cutFindings(cuts: readonly Cut[], file: string): Finding[] {
  return cuts.slice(0, 100).map(({ offset, length, rule, why }) => ({
    rule: 'repair/cut',
    severity: 'warning',
    message: `${length} bytes were set aside: ${why} [${rule}].`,
    file,
    offset,
    length,
  }));
}
