import { createHash } from 'node:crypto';
import type { SessionFile } from '@fxlog/writer';
import { readRange } from './read-range.js';
import type { Cut } from './repair-report.js';
import type { SurveyedFile } from './survey-files.js';

/** One stretch of bytes of the damaged session that the repaired one does not contain. */
export interface QuarantineEntry {
  /** File of the damaged session it comes from, relative to its directory. */
  readonly file: string;
  /** Where in that file, in bytes. */
  readonly offset: number;
  readonly length: number;
  readonly why: string;
  /** Id in the rule catalogue; only for parts of the log. */
  readonly rule?: string;
  /** Of these bytes, 64 lower-case hex digits. */
  readonly sha256: string;
  /** File beside the index that holds them, and where in it they begin. */
  readonly stored: string;
  readonly stored_offset: number;
}

/** `index.json` of a folder in `quarantine/`. */
export interface QuarantineIndex {
  readonly kind: 'fxlog-quarantine';
  readonly schema_version: 1;
  readonly session_id: string;
  readonly created_at_ms: number;
  /** The log, how much of it was kept, and how much lies here. */
  readonly log: {
    readonly file: string;
    readonly bytes: number;
    readonly kept_bytes: number;
    readonly quarantined_bytes: number;
  };
  readonly entries: readonly QuarantineEntry[];
  /** Entries of the directory that have no bytes of their own, or whose bytes could not be read. */
  readonly not_copied: readonly { readonly file: string; readonly why: string }[];
}

/** What is to be set aside. */
export interface QuarantinePlan {
  /** Folder in the new session, `quarantine/<number>`. */
  readonly folder: string;
  readonly sessionId: string;
  readonly createdAtMs: number;
  readonly log: { readonly file: string; readonly bytes: number };
  /** In the order of the file, not overlapping. */
  readonly cuts: readonly Cut[];
  readonly files: readonly SurveyedFile[];
}

/** Whether there is anything to set aside or to tell of. */
export function isEmptyQuarantine({ cuts, files }: QuarantinePlan): boolean {
  return (
    cuts.length === 0 && files.every(({ fate, bytes }) => fate === 'carried' || (bytes === 0 && fate !== 'not-copied'))
  );
}

/** The files of a quarantine folder, read from the damaged session as they are asked for; the index comes last. */
export async function* quarantineFiles(dir: string, plan: QuarantinePlan): AsyncGenerator<SessionFile> {
  const { folder, log, cuts } = plan;
  const entries: QuarantineEntry[] = [];
  let number = 0;
  const nameFor = (file: string): string => {
    const base = file.slice(file.lastIndexOf('/') + 1).replace(/[^A-Za-z0-9._-]/g, '_');
    return `${String(++number).padStart(5, '0')}-${base.slice(0, 100)}`;
  };
  if (cuts.length > 0) {
    const stored = nameFor(log.file);
    yield { path: `${folder}/${stored}`, bytes: readCuts(dir, log.file, stored, cuts, entries) };
  }
  for (const { file, bytes, fate, why = '' } of plan.files) {
    if (bytes === 0 || (fate !== 'quarantined' && fate !== 'regenerated')) continue;
    const stored = nameFor(file);
    yield {
      path: `${folder}/${stored}`,
      bytes: readCuts(dir, file, stored, [{ offset: 0, length: bytes, why }], entries),
    };
  }
  const quarantined = cuts.reduce((sum, { length }) => sum + length, 0);
  const index: QuarantineIndex = {
    kind: 'fxlog-quarantine',
    schema_version: 1,
    session_id: plan.sessionId,
    created_at_ms: plan.createdAtMs,
    log: { file: log.file, bytes: log.bytes, kept_bytes: log.bytes - quarantined, quarantined_bytes: quarantined },
    entries,
    not_copied: plan.files.filter(({ fate }) => fate === 'not-copied').map(({ file, why = '' }) => ({ file, why })),
  };
  yield { path: `${folder}/index.json`, bytes: Buffer.from(`${JSON.stringify(index, null, 2)}\n`) };
}

async function* readCuts(
  dir: string,
  file: string,
  stored: string,
  cuts: readonly (Omit<Cut, 'rule'> & { readonly rule?: string })[],
  entries: QuarantineEntry[],
): AsyncGenerator<Uint8Array> {
  let storedOffset = 0;
  for (const { offset, length, why, rule } of cuts) {
    const digest = createHash('sha256');
    for await (const chunk of readRange(dir, file, offset, length)) {
      digest.update(chunk);
      yield chunk;
    }
    const place = { stored, stored_offset: storedOffset, sha256: digest.digest('hex') };
    entries.push({ file, offset, length, why, ...(rule === undefined ? {} : { rule }), ...place });
    storedOffset += length;
  }
}
