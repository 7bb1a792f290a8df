import { type LaterLog, readLater } from '../../../later-log.js';
import type { SessionFiles } from './session-files.js';

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
  const end = Number(watermark.value.through_event_log_bytes);
  const later = await readLater(log.path, { file: logFile, end, signal });
  return later?.eventId === watermark.value.through_event_id ? later : null;
}
