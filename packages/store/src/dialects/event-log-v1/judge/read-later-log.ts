import { foldLog } from '@fxlog/assembler/internal';
import type { Finding } from '@fxlog/format';
import { isAddition } from '@fxlog/format/internal';
import { LogError, SourceError } from '@fxlog/reader';
import type { SessionFiles } from './session-files.js';

/** A log in which a later fx wrote more than fx 0.0.5 knows, and in which nothing else is wrong. */
export interface LaterLog {
  /** Turns of its history. */
  readonly turns: number;
  /** What the later fx added, once for each kind of it. */
  readonly findings: readonly Finding[];
}

/**
 * Reads a log that fx 0.0.5 refuses, leniently, up to its watermark.
 *
 * @returns null where it is damaged, not later
 */
export async function readLaterLog(files: SessionFiles, signal: AbortSignal | undefined): Promise<LaterLog | null> {
  const { log, logFile } = files;
  const generation = log?.firstFrame().generation ?? null;
  if (log === null || generation === null) return null;
  const watermark = files.watermark(generation);
  if (watermark.state !== 'ok' || watermark.value.through_event_log_bytes > log.size) return null;
  const stop = new AbortController();
  const additions = new Map<string, { readonly first: Finding; count: number }>();
  const onFinding = (finding: Finding): void => {
    // The first thing that is damaged settles it.
    if (!isAddition(finding)) stop.abort();
    const key = `${finding.rule} ${finding.path ?? ''}`;
    const known = additions.get(key);
    if (known === undefined) additions.set(key, { first: finding, count: 1 });
    else known.count++;
  };
  try {
    const { turns, through } = await foldLog(log.path, {
      mode: 'lenient',
      file: logFile,
      end: Number(watermark.value.through_event_log_bytes),
      signal: signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]),
      onFinding,
    });
    if (stop.signal.aborted || through?.eventId !== watermark.value.through_event_id) return null;
    const findings = [...additions.values()].map(({ first, count }) =>
      count === 1 ? first : { ...first, message: `${first.message} (and in ${count - 1} more places)` },
    );
    return { turns, findings };
  } catch (error) {
    if (stop.signal.aborted || error instanceof LogError || error instanceof SourceError) return null;
    throw error;
  }
}
