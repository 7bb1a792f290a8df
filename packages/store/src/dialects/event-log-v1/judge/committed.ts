import type { FxErrorName } from '@fxlog/format';
import type { CommitWatermark } from '@fxlog/format/internal';
import { fxErrorOf, unsafeWords } from '../../../paths/control-file.js';
import type { FirstFrame, LogReplayer, Replayed } from './log-replayer.js';
import { type Refusal, refusal } from './refusal.js';
import type { SessionFiles } from './session-files.js';

/** The log, opened: it is a plain file and its first frame decodes. */
export type OpenedLog =
  | { readonly ok: true; readonly log: LogReplayer; readonly first: Extract<FirstFrame, { ok: true }> }
  | (Refusal & { readonly stage: 'file' | 'first-frame' });

/** Opens the log and decodes its first frame (session-directory §3.2). */
export function openLog(files: SessionFiles): OpenedLog {
  const { logFile } = files;
  const look = files.look(logFile);
  const refuse = (error: FxErrorName, reason: string): OpenedLog => ({
    ...refusal(error, logFile, reason),
    stage: 'file',
  });
  if (look.state === 'absent') return refuse('FileNotFound', 'it is missing');
  if (look.state === 'unsafe') return refuse('SessionPathUnsafe', `it is ${unsafeWords(look.kind)}`);
  const log = files.log;
  if (log === null) return refuse('AccessDenied', 'its owner may not read it');
  const first = log.firstFrame();
  if (!first.ok) return { ...refusal(first.error, logFile, first.reason, first.finding), stage: 'first-frame' };
  return { ok: true, log, first };
}

/** The live watermark, read but not yet compared with the log. */
export type LiveWatermark =
  | { readonly ok: true; readonly watermark: CommitWatermark; readonly file: string }
  | (Refusal & { readonly stage: 'watermark' });

/** Reads the watermark of the generation that the log's first frame names. */
export function readLiveWatermark(files: SessionFiles, generation: string): LiveWatermark {
  const file = `commit.${generation}.json`;
  const read = files.watermark(generation);
  const fault = fxErrorOf(read, 'FileNotFound');
  if (fault !== null || read.state !== 'ok') {
    return { ...refusal(fault?.error ?? 'FileNotFound', file, fault?.reason ?? 'it is missing'), stage: 'watermark' };
  }
  const refuse = (reason: string): LiveWatermark => ({
    ...refusal('InvalidSessionFormat', file, reason),
    stage: 'watermark',
  });
  if (read.value.session_id !== files.id) return refuse(`it names the session ${read.value.session_id}`);
  if (read.value.log_generation !== generation) return refuse(`it holds the generation ${read.value.log_generation}`);
  return { ok: true, watermark: read.value, file };
}

/** A log whose watermark is valid (session-directory §3.2, Appendix B `committed`). */
export interface Committed {
  readonly ok: true;
  readonly log: LogReplayer;
  readonly first: Extract<FirstFrame, { ok: true }>;
  readonly watermark: CommitWatermark;
  readonly result: Replayed;
}

/** Why a log has no valid watermark, and at which step that showed. */
export type NotCommitted = Refusal & { readonly stage: 'file' | 'first-frame' | 'watermark' | 'replay' };

/** Finds the watermark and reduces the log up to it. */
export async function judgeCommitted(files: SessionFiles): Promise<Committed | NotCommitted> {
  const opened = openLog(files);
  if (!opened.ok) return opened;
  const live = readLiveWatermark(files, opened.first.generation);
  if (!live.ok) return live;
  const verdict = await opened.log.judgePosition(live.watermark);
  if (!verdict.ok) {
    const error = verdict.unsupported ? 'UnsupportedSessionSchema' : 'InvalidSessionFormat';
    return { ...refusal(error, undefined, verdict.reason, verdict.finding), stage: 'replay' };
  }
  return { ok: true, log: opened.log, first: opened.first, watermark: live.watermark, result: verdict };
}
