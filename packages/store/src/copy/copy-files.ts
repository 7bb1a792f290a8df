import { join } from 'node:path';
import type { Finding, Int64 } from '@fxlog/format';
import { type SessionTarget, WriteError } from '@fxlog/writer';
import { type DirectoryFile, nodeFileSystem, writeDirectory } from '@fxlog/writer/internal';
import { bigStatsOf, lookAtFile } from '../paths/safe-file.js';
import { readRange } from '../repair/read-range.js';
import { type Fate, type SurveyedFile, surveyFiles } from '../repair/survey-files.js';
import type { SessionVerdict } from '../verdict.js';
import type { CopiedSession, CopyOptions } from './copied-session.js';

const MAX_BYTES = 16 * 1024 * 1024 * 1024;

/** A session whose log is whole lines, and all else files beside it. */
export interface CopySource {
  readonly dialect: string;
  readonly dir: string;
  /** Name of the log. */
  readonly log: string;
  /** Name of the file that fx locks. */
  readonly lock: string;
  /** What fx says of the session. */
  readonly verdict: SessionVerdict;
  /** Behind the last line of the log that counts, in bytes. */
  readonly end: number;
  readonly workspaceRoot: string | null;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly updatedAtMs: Int64 | null;
  /** What becomes of a file beside the log: `carried` ones are copied. */
  readonly fateOf: (file: string) => Fate;
  /** Default 0600. */
  readonly modeOf?: (file: string) => 0o600 | 0o400;
}

/**
 * Copies a session, file by file.
 *
 * @throws WriteError for a session that fx could not go on with, and for one that changes while it is copied.
 */
export async function copyFiles(
  source: CopySource,
  target: SessionTarget,
  { fileSystem = nodeFileSystem, latest, timeoutMs }: CopyOptions,
): Promise<CopiedSession> {
  const { dir, dialect, verdict, end, workspaceRoot, updatedAtMs } = source;
  const look = lookAtFile(dir);
  if (look.state !== 'unsafe' || look.kind !== 'directory') {
    const message = `${dir} is not a real directory; fx refuses it.`;
    throw new WriteError({ rule: 'change/unreadable', message, fxError: 'SessionPathUnsafe', file: dir });
  }
  for (const { ok, reason, error } of [verdict.readable, verdict.resumable]) {
    if (ok) continue;
    const message = `${dir} is not copied, since fx would not go on with it: ${reason} (${error}).`;
    throw new WriteError({ rule: 'change/unreadable', message, file: dir });
  }
  const path = join(dir, source.log);
  const before = bigStatsOf(path);
  const files = surveyFiles(dir, source.log, source.fateOf, MAX_BYTES);
  const content = {
    id: verdict.id,
    workspaceRoot: workspaceRoot ?? '/',
    updatedAtMs: updatedAtMs ?? 0,
    files: copied(),
  };
  const written = await writeDirectory(dialect, content, target, {
    fileSystem,
    ...(latest === undefined ? {} : { latest }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  const tailBytes = Math.max(0, Number(before?.size ?? 0) - end);
  return { id: verdict.id, dir: written, logBytes: end, tailBytes, findings: leftBehind(files) };

  async function* copied(): AsyncGenerator<DirectoryFile> {
    yield { parts: [source.lock], bytes: new Uint8Array(0) };
    yield { parts: [source.log], bytes: readRange(dir, source.log, 0, end) };
    for (const { file, bytes, fate } of files) {
      if (fate !== 'carried') continue;
      const mode = source.modeOf?.(file) ?? 0o600;
      yield { parts: file.split('/'), bytes: readRange(dir, file, 0, bytes), mode };
    }
    const after = bigStatsOf(path);
    // What was added meanwhile is not in the copy; what was there is.
    if (after !== undefined && before !== undefined && after.ino === before.ino && after.size >= before.size) return;
    const message = `${path} was replaced while it was copied; is fx running?`;
    throw new WriteError({ rule: 'change/moved-on', message, file: path });
  }
}

/** What is left behind, but for what fx makes anew. */
function leftBehind(files: readonly SurveyedFile[]): Finding[] {
  return files
    .filter(({ fate }) => fate === 'quarantined' || fate === 'not-copied')
    .slice(0, 100)
    .map(({ file, why }) => ({
      rule: 'change/left-behind',
      severity: 'warning',
      message: `${JSON.stringify(file)} was not taken along: ${why}.`,
      file,
    }));
}
