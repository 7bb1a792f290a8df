import type { Finding } from '@fxlog/format';
import { LogError, SourceError, UnsupportedFormatError } from '@fxlog/reader';
import type { CommandContext } from '../command-context.js';
import { ExitCode, UnreadableError } from '../exit-code.js';
import { type ByteWindow, readWindow } from '../input/byte-window.js';
import type { LogSource } from '../input/log-source.js';
import { sourceReason } from '../output/system-error.js';
import { renderFinding } from '../render/finding.js';

/**
 * Ends a command that met a fault in its log: says on stderr where it is and what to do. Anything that is not about the log is
 * thrown on.
 */
export async function reportFault(context: CommandContext, error: unknown, log: LogSource): Promise<ExitCode> {
  if (error instanceof SourceError) throw unreadable(error, log.name);
  if (!(error instanceof LogError)) throw error;
  const { output } = context;
  const finding = error.toFinding();
  // What was printed so far is a valid beginning; the message should come after it.
  await output.flush();
  output.problem(`${log.name}: ${faultHeadline(error)}`);
  const columns = output.terminal.stderrIsTerminal ? output.columns : Number.POSITIVE_INFINITY;
  for (const line of renderFinding(finding, await windowOf(finding, log), output.stderrPaint, columns))
    output.note(line);
  return error instanceof UnsupportedFormatError ? ExitCode.io : ExitCode.badData;
}

/** The bytes around a finding, when they can still be had. */
export async function windowOf(finding: Finding, log: LogSource): Promise<ByteWindow | null> {
  if (finding.offset === undefined) return null;
  return log.kind === 'pipe' ? log.remembered.around(finding.offset) : readWindow(log.path, finding.offset);
}

/** A source that cannot be read, as the command line says it. */
export function unreadable(error: SourceError, name: string): UnreadableError {
  return new UnreadableError(name, sourceReason(error), error.hint);
}

function faultHeadline(error: LogError): string {
  return error instanceof UnsupportedFormatError
    ? 'a format that is not read'
    : `reading ended at byte ${error.offset}`;
}
