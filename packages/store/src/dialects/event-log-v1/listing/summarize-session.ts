/** One session as its small files describe it: what a listing shows, without reading the log (session-directory §6.2). */

import type { BigIntStats } from 'node:fs';
import type { Finding, FxErrorName } from '@fxlog/format';
import { type DisplayMetadata, FILE_LIMITS, type SessionManifest } from '@fxlog/format/internal';
import { JsonError, parseJson } from '@fxlog/json';
import { eventLogFingerprint } from '@fxlog/writer/internal';
import { fxErrorOf, unsafeWords } from '../../../paths/control-file.js';
import { octal } from '../../../paths/mode.js';
import { bigStatsOf, type FileRead, readFileWithin, statsOf } from '../../../paths/safe-file.js';
import { ShapeError } from '../../../paths/shape.js';
import type { SessionDirectory } from '../../../session-directory.js';
import { schemaVersionOf } from '../../../session-directory.js';
import type { SessionFormat, SessionHealth, SessionSummary } from '../../../summary.js';
import { type Classification, classify } from '../judge/classify.js';
import { readChildLink } from '../sidecars/child-record.js';
import { checkManifest, decodeCanonicalManifest } from '../sidecars/decode-sidecar.js';
import { readDisplay } from '../sidecars/display.js';
import { type LegacyRead, type LegacySummary, readLegacySnapshot } from '../sidecars/legacy-snapshot.js';

/** fx's answer for one directory in a scan. */
export type ScanAnswer =
  | {
      readonly listed: true;
      readonly manifest?: SessionManifest;
      readonly legacy?: LegacySummary;
      readonly display: DisplayMetadata | null;
    }
  | { readonly listed: false; readonly error: FxErrorName; readonly file: string; readonly reason: string };

/** A scan's look at one directory: the answer, and what was seen on the way. */
export interface ScanLook {
  readonly answer: ScanAnswer;
  readonly classification: Classification;
  readonly manifest: SessionManifest | null;
  /** `schema_version` of `session.json`, when it is a JSON object that has one. */
  readonly schema: number | bigint | null;
  readonly log: BigIntStats | undefined;
}

function skipped(error: FxErrorName, file: string, reason: string): ScanAnswer {
  return {
    listed: false,
    error,
    file,
    reason,
  };
}

/** Looks at a session directory as fx's directory scan does. */
export function scanSession(dir: string, id: string): ScanLook {
  const unusable = judgeOwnDirectory(dir);
  if (unusable !== null) return unusable;
  const classification = classify(dir, id);
  const log = bigStatsOf(`${dir}/events.jsonl`);
  if (classification.kind === 'legacy') return scanLegacy(dir, id, classification, log);
  const read = readFileWithin(`${dir}/session.json`, FILE_LIMITS.manifest - 1);
  const parsed = parseManifest(read);
  const { manifest, schema } = parsed;
  const seen = { classification, manifest, schema, log };
  if (classification.kind === 'refused') {
    const { error, file, reason } = classification;
    return { ...seen, answer: skipped(error, file, reason) };
  }
  if (manifest === null) return { ...seen, answer: skipped(parsed.error, 'session.json', parsed.reason) };
  if (manifest.id !== id)
    return { ...seen, answer: skipped('InvalidSessionFormat', 'session.json', `it names ${manifest.id}`) };
  if (manifest.authority_id !== classification.authority.authority_id) {
    return {
      ...seen,
      answer: skipped('InvalidSessionFormat', 'session.json', 'its authority_id is not that of authority.json'),
    };
  }
  if (log === undefined) return { ...seen, answer: skipped('FileNotFound', 'events.jsonl', 'it is missing') };
  if (!log.isFile() || log.nlink !== 1n) {
    return { ...seen, answer: skipped('SessionPathUnsafe', 'events.jsonl', 'it is not a regular file with one link') };
  }
  return { ...seen, answer: { listed: true, manifest, display: readDisplay(dir) } };
}

/** A directory that its owner may not enter, or that has become something else since it was listed. */
function judgeOwnDirectory(dir: string): ScanLook | null {
  const own = statsOf(dir);
  if (own?.isDirectory() && (own.mode & 0o500) === 0o500) return null;
  const [error, reason]: [FxErrorName, string] = own?.isDirectory()
    ? ['AccessDenied', 'its owner may not enter the directory']
    : ['SessionPathUnsafe', 'it is not a directory'];
  const classification: Classification = { kind: 'refused', error, file: '.', reason };
  return { answer: skipped(error, '.', reason), classification, manifest: null, schema: null, log: undefined };
}

function scanLegacy(dir: string, id: string, classification: Classification, log: BigIntStats | undefined): ScanLook {
  const legacy: LegacyRead = readLegacySnapshot(dir, id, false);
  const schema = legacy.ok ? legacy.summary.schemaVersion : (legacy.schema ?? null);
  const answer: ScanAnswer = legacy.ok
    ? { listed: true, legacy: legacy.summary, display: null }
    : skipped(legacy.error, 'session.json', legacy.reason);
  return { answer, classification, manifest: null, schema, log };
}

function parseManifest(read: FileRead): {
  manifest: SessionManifest | null;
  schema: number | bigint | null;
  error: FxErrorName;
  reason: string;
} {
  const no = (error: FxErrorName, reason: string, schema: number | bigint | null = null) => ({
    manifest: null,
    schema,
    error,
    reason,
  });
  if (read.state === 'too-large') return no('InvalidSessionFormat', `it has ${read.size} bytes`);
  if (read.state !== 'read') {
    const fault = fxErrorOf(read, 'FileNotFound');
    return no(fault?.error ?? 'FileNotFound', fault?.reason ?? 'it is missing');
  }
  let schema: number | bigint | null = null;
  try {
    const canonical = decodeCanonicalManifest(read.bytes);
    if (canonical !== null)
      return { manifest: canonical, schema: canonical.schema_version, error: 'InvalidSessionFormat', reason: '' };
    const value = parseJson(read.bytes);
    schema = schemaVersionOf(value);
    if (schema !== null && schema !== 3) return no('UnsupportedSessionSchema', `it has schema ${schema}`, schema);
    return { manifest: checkManifest(value), schema, error: 'InvalidSessionFormat', reason: '' };
  } catch (error) {
    if (error instanceof JsonError || error instanceof ShapeError)
      return no('InvalidSessionFormat', error.message, schema);
    throw error;
  }
}

/** Which of the formats that fx 0.0.5 knows a directory has, from what a scan saw of it. */
export function formatOf({ classification, answer, schema, log }: ScanLook): SessionFormat {
  if (classification.kind === 'current') return 'event-log-v1';
  if (classification.kind === 'legacy') {
    if (answer.listed || schema === 1 || schema === 2) return 'legacy-snapshot';
    return answer.error === 'SessionNotFound' ? 'half-made' : 'unknown';
  }
  if (classification.error === 'SessionNotFound') return 'half-made';
  return schema === 3 || log !== undefined ? 'event-log-v1' : 'unknown';
}

/** What a scan of fx 0.0.5 sees of a directory, looked at once. */
export function scanOf(directory: SessionDirectory): ScanLook {
  return directory.once('event-log-v1/scan', () => scanSession(directory.dir, directory.id));
}

/** Summarises one directory under a sessions root. */
export function summarizeSession(directory: SessionDirectory): SessionSummary {
  const { dir, id } = directory;
  const look = scanOf(directory);
  const format = formatOf(look);
  const findings = summaryFindings(look, format);
  const manifest = look.manifest;
  const legacy = look.answer.listed ? look.answer.legacy : undefined;
  const display = look.answer.listed ? look.answer.display : readDisplay(dir);
  const stale = manifest !== null && look.log !== undefined && isStale(manifest, look.log);
  const pending = pendingIntent(dir, look.classification);
  if (pending !== null) findings.push(pendingFinding(pending));
  findings.push(...lockFindings(dir, format));
  findings.push(...watermarkFindings(dir, manifest, look));
  const file = logFile(format, look);
  return {
    id,
    dir,
    format,
    health: healthOf(format, findings),
    title: display?.title ?? null,
    preview: display?.preview ?? null,
    workspaceRoot: manifest?.workspace_root ?? legacy?.workspaceRoot ?? null,
    originWorkspaceRoot: manifest?.origin_workspace_root ?? legacy?.workspaceRoot ?? null,
    conversationLanguage: manifest?.conversation_language ?? legacy?.conversationLanguage ?? null,
    model: manifest?.preferences.model ?? null,
    effort: manifest?.preferences.effort ?? null,
    provider: manifest === null ? null : (manifest.preferences.provider ?? 'gateway'),
    createdAtMs: manifest?.created_at_ms ?? legacy?.createdAtMs ?? null,
    updatedAtMs: manifest?.updated_at_ms ?? legacy?.updatedAtMs ?? null,
    turns: manifest?.history_len ?? legacy?.historyLen ?? null,
    totalInputTokens: manifest?.total_input_tokens ?? null,
    totalOutputTokens: manifest?.total_output_tokens ?? null,
    logBytes: file === 'events.jsonl' && look.log !== undefined ? Number(look.log.size) : sizeOf(dir, file),
    logFile: file,
    listedByFx: look.answer.listed && id !== 'latest',
    stale,
    pending,
    child: readChildLink(dir),
    childIds: [],
    findings,
  };
}

/** Does the manifest describe another log than the one that lies there (session-directory §2.3)? */
export function isStale(manifest: SessionManifest, log: BigIntStats): boolean {
  if (!log.isFile() || log.nlink !== 1n || log.size !== BigInt(manifest.event_log_bytes)) return true;
  return eventLogFingerprint(log) !== manifest.event_log_stat_fingerprint;
}

function logFile(format: SessionFormat, look: ScanLook): string | null {
  if (format === 'legacy-snapshot') return 'session.json';
  return look.log?.isFile() === true ? 'events.jsonl' : null;
}

function sizeOf(dir: string, file: string | null): number | null {
  return file === null ? null : (statsOf(`${dir}/${file}`)?.size ?? null);
}

function pendingIntent(dir: string, classification: Classification): 'authority' | 'commit' | null {
  if (classification.kind === 'refused' && classification.file === 'authority.pending.json') return 'authority';
  return statsOf(`${dir}/commit.pending.json`) === undefined ? null : 'commit';
}

function pendingFinding(pending: 'authority' | 'commit'): Finding {
  return {
    rule: 'store/intent-pending',
    severity: 'warning',
    message: `${pending}.pending.json says that fx is in the middle of a change, or was stopped there; readers must wait.`,
    file: `${pending}.pending.json`,
    fxError: pending === 'commit' ? 'SessionCommitBoundaryUnavailable' : 'SessionAuthorityBoundaryUnavailable',
  };
}

function lockFindings(dir: string, format: SessionFormat): Finding[] {
  if (format !== 'event-log-v1') return [];
  const file = 'commit.lock';
  const lock = statsOf(`${dir}/${file}`);
  if (lock === undefined) {
    const message = 'commit.lock is missing; fx does not read the session until a resume has made it again.';
    return [
      { rule: 'store/lock-missing', severity: 'warning', message, file, fxError: 'SessionCommitBoundaryUnavailable' },
    ];
  }
  const mode = lock.mode & 0o777;
  if (lock.isFile() && mode === 0o600) return [];
  const what = lock.isFile()
    ? `has mode ${octal(mode)} instead of 0600`
    : `is ${unsafeWords(lock.isSymbolicLink() ? 'symlink' : 'special')}`;
  return [
    {
      rule: 'store/mode',
      severity: 'warning',
      message: `commit.lock ${what}.`,
      file,
      fxError: 'PrivateStatePermissionsUnsupported',
    },
  ];
}

/** The watermark of the generation that the manifest names; which one is live only the log can say. */
function watermarkFindings(dir: string, manifest: SessionManifest | null, look: ScanLook): Finding[] {
  if (manifest === null || look.classification.kind !== 'current') return [];
  const file = `commit.${manifest.log_generation}.json`;
  if (statsOf(`${dir}/${file}`) === undefined) {
    const message = `${file} is missing: nothing says how much of the log counts.`;
    return [{ rule: 'store/watermark-missing', severity: 'error', message, file, fxError: 'FileNotFound' }];
  }
  if (look.log !== undefined && look.log.size < BigInt(manifest.event_log_bytes)) {
    const message = `The log has ${look.log.size} bytes, the manifest knew ${manifest.event_log_bytes}: its end is gone.`;
    return [
      { rule: 'store/log-short', severity: 'error', message, file: 'events.jsonl', fxError: 'InvalidSessionFormat' },
    ];
  }
  return [];
}

/** What is said of a session from before event logs. */
export const LEGACY: Finding = {
  rule: 'store/legacy-format',
  severity: 'info',
  message:
    'This is a snapshot from before event logs, a legacy format; fx reads it, and converts it when it resumes it.',
  file: 'session.json',
};

function summaryFindings(look: ScanLook, format: SessionFormat): Finding[] {
  const { answer, classification } = look;
  if (answer.listed) {
    return format === 'legacy-snapshot' ? [LEGACY] : [];
  }
  const { error, file, reason } = answer;
  if (format === 'half-made') {
    return [
      {
        rule: 'store/half-made',
        severity: (look.log?.size ?? 0n) === 0n ? 'info' : 'warning',
        message: `A creation that was never finished: ${file}: ${reason}.`,
        file,
        fxError: error,
      },
    ];
  }
  // A bad manifest hides a session; a bad marker or log makes it unreadable.
  const hidden = classification.kind === 'current' && file === 'session.json';
  if (hidden) {
    return [
      {
        rule: 'store/not-listed',
        severity: 'warning',
        message: `fx does not list it: ${file}: ${reason}.`,
        file,
        fxError: error,
      },
    ];
  }
  const pending = file === 'authority.pending.json' && error === 'SessionAuthorityBoundaryUnavailable';
  return pending
    ? []
    : [
        {
          rule: 'store/unreadable',
          severity: 'error',
          message: `fx cannot read it: ${file}: ${reason}.`,
          file,
          fxError: error,
        },
      ];
}

function healthOf(format: SessionFormat, findings: readonly Finding[]): SessionHealth {
  if (format === 'half-made') return 'half-made';
  if (findings.some((finding) => finding.severity === 'error')) return 'unreadable';
  // A lost mode is what every copy has.
  return findings.some(({ severity, rule }) => severity === 'warning' && rule !== 'store/mode') ? 'warning' : 'ok';
}
