import { foldLog } from '@fxlog/assembler/internal';
import { detectFormat, type Finding, type FormatDetection } from '@fxlog/format';
import { isAddition } from '@fxlog/format/internal';
import { LogError, SourceError, UnsupportedFormatError } from '@fxlog/reader';
import { readWindow } from '../input/byte-window.js';
import { type LogSource, readOptionsOf, sourceOf } from '../input/log-source.js';
import { sourceReason } from '../output/system-error.js';
import { blankReport, FindingCollector, type VerifyReport } from './verify-report.js';

export interface JudgeOptions {
  readonly lenient: boolean;
  readonly maxFindings: number;
  readonly signal: AbortSignal;
}

const EVENT_LOG = 'event-log-v1';

/**
 * Judges a log alone, as fx folds it. Strict stops at the first fault, as fx does; lenient reads on and reports every one. Memory
 * does not grow with the size of the log.
 *
 * @param input what to call the log in the report
 */
export async function judgeLog(log: LogSource, input: string, options: JudgeOptions): Promise<VerifyReport> {
  const path = log.kind === 'file' ? log.path : null;
  const blank: VerifyReport = { ...blankReport(input, 'log', path), format: EVENT_LOG };
  try {
    return options.lenient ? await judgeLeniently(log, blank, options) : await judgeStrictly(log, blank, options);
  } catch (error) {
    if (error instanceof SourceError) return { ...blank, format: null, unreadable: sourceReason(error) };
    if (!(error instanceof LogError)) throw error;
    const later = await judgeAsLater(log, blank, options);
    if (later !== null) return later;
    return { ...blank, ...faultReport(error), ...(await formatAt(error, log)) };
  }
}

async function judgeStrictly(log: LogSource, blank: VerifyReport, options: JudgeOptions): Promise<VerifyReport> {
  const collector = new FindingCollector(options.maxFindings);
  const result = await foldLog(sourceOf(log), {
    ...readOptionsOf(log),
    signal: options.signal,
  });
  return {
    ...blank,
    bytes: result.bytesConsumed,
    format: result.state?.native.dialect ?? blank.format,
    events: result.through?.seq ?? 0,
    turns: result.turns,
    counts: collector.counts,
    findings: collector.findings,
  };
}

/** What a later fx added to its logs is no damage, though the fx that strict rules follow refuses it; null where there is more to say. */
async function judgeAsLater(log: LogSource, blank: VerifyReport, options: JudgeOptions): Promise<VerifyReport | null> {
  if (log.kind === 'pipe' || options.lenient) return null;
  let isLater = true;
  const look = (finding: Finding) => {
    isLater &&= isAddition(finding);
  };
  try {
    const report = await judgeLeniently(log, blank, options, look);
    return isLater ? report : null;
  } catch (error) {
    if (error instanceof LogError) return null;
    throw error;
  }
}

async function judgeLeniently(
  log: LogSource,
  blank: VerifyReport,
  options: JudgeOptions,
  look?: (finding: Finding) => void,
): Promise<VerifyReport> {
  const collector = new FindingCollector(options.maxFindings);
  const result = await foldLog(sourceOf(log), {
    ...readOptionsOf(log),
    mode: 'lenient',
    signal: options.signal,
    onFinding: (finding) => {
      look?.(finding);
      collector.add(finding);
    },
  });
  return {
    ...blank,
    format: result.state?.native.dialect ?? blank.format,
    bytes: result.bytesConsumed,
    turns: result.turns,
    counts: collector.counts,
    findings: collector.findings,
  };
}

/** A format that is not read yet is nothing to blame the data for: a warning that names it. */
function faultReport(error: LogError): Pick<VerifyReport, 'counts' | 'findings'> {
  const finding: Finding = error.toFinding();
  if (error instanceof UnsupportedFormatError) {
    return { counts: { error: 0, warning: 1, info: 0 }, findings: [{ ...finding, severity: 'warning' }] };
  }
  return { counts: { error: 1, warning: 0, info: 0 }, findings: [finding] };
}

/** What the bytes are that have a fault. */
async function formatAt(error: LogError, log: LogSource): Promise<Pick<VerifyReport, 'format' | 'formatReason'>> {
  if (error instanceof UnsupportedFormatError) return describe(error.format);
  const window = log.kind === 'pipe' ? log.remembered.around(0) : await readWindow(log.path, 0);
  const format = describe(detectFormat(window?.bytes ?? new Uint8Array(0), log.name));
  // Some lines were read, so that it was a log, whatever of its beginning is still known.
  return format.format === null && error.frameOffset !== 0 ? { format: EVENT_LOG, formatReason: null } : format;
}

function describe(format: FormatDetection): Pick<VerifyReport, 'format' | 'formatReason'> {
  return format.dialect === 'unknown'
    ? { format: null, formatReason: format.reason }
    : { format: format.dialect, formatReason: null };
}
