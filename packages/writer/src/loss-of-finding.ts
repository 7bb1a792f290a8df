import type { Finding } from '@fxlog/format';
import { isAddition } from '@fxlog/format/internal';
import type { DialectLoss } from './dialect.js';

/** What lenient reading found in a log, as something that was not taken over. */
export function lossOfFinding(finding: Finding): DialectLoss {
  const { message: detail, severity, file, offset, line, seq, path } = finding;
  const isFault = severity !== 'info';
  const code = isAddition(finding) ? 'unknown-key' : isFault ? 'bad-line' : 'skipped-entry';
  return { code, where: { file, offset, line, seq, path }, detail };
}
