/** Checks of the files beside the log against the log, beyond what makes fx refuse (session-directory §2.3, §4, §10). */
import type { Finding, FxErrorName, RuleId } from '@fxlog/format';
import { COMPACTION_BYTES, COMPACTION_EVENTS, FILE_LIMITS } from '@fxlog/format/internal';
import { fxErrorOf } from '../../../paths/control-file.js';
import { octal } from '../../../paths/mode.js';
import { entriesOf } from '../../../paths/safe-file.js';
import type { SessionFormat } from '../../../summary.js';
import { isManifestBound } from '../judge/bound-checkpoint.js';
import type { Committed } from '../judge/committed.js';
import type { ReadJudgement } from '../judge/judge-read.js';
import { manifestDifferences } from '../judge/manifest-state.js';
import type { Refusal } from '../judge/refusal.js';
import type { SessionFiles } from '../judge/session-files.js';
import { turnsBehind, wholeTurns } from '../judge/turns-behind.js';
import type { ScanLook } from '../listing/summarize-session.js';
import { readDisplay } from '../sidecars/display.js';
import { fingerprintOf } from './fingerprint.js';
import { readUsage } from './usage-sidecar.js';

function warn(rule: RuleId, file: string, message: string, fxError?: FxErrorName): Finding {
  return {
    rule,
    severity: 'warning',
    message,
    file,
    ...(fxError !== undefined && { fxError }),
  };
}

/** Everything that the small files of a session have to say for themselves. */
export function checkSidecars(
  files: SessionFiles,
  format: SessionFormat,
  read: ReadJudgement,
  scan: ScanLook,
  resume: Refusal | null,
): Finding[] {
  const findings = checkModes(files, format);
  if (format === 'legacy-snapshot' || format === 'unknown') return findings;
  if (!scan.answer.listed && format === 'event-log-v1' && scan.classification.kind === 'current') {
    const { error, file, reason } = scan.answer;
    findings.push(warn('store/not-listed', file, `fx does not list the session: ${file}: ${reason}.`, error));
  }
  if (files.commitIntent.state === 'ok') {
    findings.push(
      warn(
        'store/intent-pending',
        'commit.pending.json',
        'A commit is under way, or was cut short; readers must wait.',
        'SessionCommitBoundaryUnavailable',
      ),
    );
  }
  // A refusal to resume that reading does not share: fx shows the session but will not go on with it.
  if (resume !== null && read.refusal === null && resume.error !== 'PrivateStatePermissionsUnsupported') {
    findings.push(
      warn(
        'store/not-resumable',
        resume.file ?? '.',
        `fx does not resume the session: ${resume.reason}.`,
        resume.error,
      ),
    );
  }
  if (read.committed?.ok) findings.push(...checkAgainstLog(files, read.committed));
  findings.push(...checkOptionalFiles(files));
  findings.push(...findLeftovers(files, read.committed?.ok ? read.committed.first.generation : null));
  return findings;
}

function checkModes(files: SessionFiles, format: SessionFormat): Finding[] {
  const findings: Finding[] = [];
  const lost = (file: string, mode: number, wanted: string): void => {
    const name = file === '.' ? 'The session directory' : file;
    const message = `${name} has mode ${octal(mode)} instead of ${wanted}; fx will ${file === 'commit.lock' ? 'neither read nor resume' : 'not resume'} the session.`;
    findings.push(warn('store/mode', file, message, 'PrivateStatePermissionsUnsupported'));
  };
  if (files.mode !== 0o700) lost('.', files.mode, '0700');
  if (format === 'legacy-snapshot') return findings;
  for (const file of ['events.jsonl', 'commit.lock', 'session.lock']) {
    const look = files.look(file);
    if (look.state === 'file' && (look.stats.mode & 0o777) !== 0o600) lost(file, look.stats.mode & 0o777, '0600');
  }
  return findings;
}

function checkAgainstLog(files: SessionFiles, committed: Committed): Finding[] {
  const { log, watermark, result, first } = committed;
  const findings: Finding[] = [];
  if (first.sessionId !== files.id) {
    const message = `The log is that of the session ${JSON.stringify(first.sessionId)}: a renamed or spliced directory. fx does not notice.`;
    findings.push({ ...warn('store/inner-id', 'events.jsonl', message), path: '/payload/id', line: 1, offset: 0 });
  }
  const end = Number(watermark.through_event_log_bytes);
  if (log.size > end) {
    const whole = wholeTurns(turnsBehind(log.path, end, log.size));
    const message = `${log.size - end} bytes${whole} lie behind the watermark; fx ignores them and cuts them off when it next resumes.`;
    findings.push({
      ...warn('store/bytes-behind-watermark', 'events.jsonl', message),
      offset: end,
      length: log.size - end,
    });
  }
  return [
    ...findings,
    ...checkManifest(files, committed),
    ...checkCheckpoint(files, committed),
    ...checkUsage(files, result.state.usage !== undefined),
  ];
}

function checkManifest(files: SessionFiles, { log, watermark, result }: Committed): Finding[] {
  const { manifest } = files;
  const file = 'session.json';
  if (manifest.state !== 'ok') {
    const reason = fxErrorOf(manifest, 'FileNotFound')?.reason ?? 'it is missing';
    return [
      warn(
        'store/manifest-invalid',
        file,
        `session.json cannot be used: ${reason}. fx replays the log and writes it anew.`,
      ),
    ];
  }
  const claim = manifest.value;
  const findings: Finding[] = [];
  const unbound = isManifestBound(files, log, watermark);
  if (
    claim.event_log_stat_fingerprint !== fingerprintOf(log.path) &&
    BigInt(claim.event_log_bytes) === BigInt(log.size)
  ) {
    findings.push(
      warn('store/fingerprint-stale', file, 'The fingerprint is stale, as after every copy; fx replays the whole log.'),
    );
  } else if (unbound !== null) {
    findings.push(warn('store/manifest-stale', file, `session.json does not describe the log as it is: ${unbound}.`));
  }
  const differences = manifestDifferences(claim, result.state, result.turns);
  if (differences.length > 0) {
    const message = `session.json differs from the log in ${differences.join(', ')}; lists show what it says.`;
    // fx itself writes the totals of a turn that is under way, which the log has only once the turn is committed.
    const severity = differences.every((name) => name.startsWith('total_')) ? 'info' : 'warning';
    findings.push({ ...warn('store/manifest-differs', file, message), severity, path: `/${differences[0]}` });
  }
  const growth = BigInt(watermark.through_seq) - BigInt(claim.generation_base_seq);
  const bytes = BigInt(watermark.through_event_log_bytes) - BigInt(claim.generation_base_bytes);
  if (growth >= COMPACTION_EVENTS || bytes >= COMPACTION_BYTES) {
    const message = 'The log has grown so far that fx rewrites it after the next commit.';
    findings.push({ rule: 'store/compaction-due', severity: 'info', message, file: 'events.jsonl' });
  }
  return findings;
}

function checkCheckpoint(files: SessionFiles, { result }: Committed): Finding[] {
  const file = 'checkpoint.json';
  const { checkpoint, manifest } = files;
  const claim = manifest.state === 'ok' ? manifest.value : null;
  if (checkpoint.state === 'absent') {
    if (claim === null || claim.checkpoint_seq === null) return [];
    return [
      warn(
        'store/checkpoint-missing',
        file,
        'session.json refers to a checkpoint that is not there; fx replays the log.',
      ),
    ];
  }
  if (checkpoint.state !== 'ok') {
    return [
      warn(
        'store/checkpoint-invalid',
        file,
        `checkpoint.json cannot be used: ${fxErrorOf(checkpoint, 'FileNotFound')?.reason}.`,
      ),
    ];
  }
  const findings: Finding[] = [];
  const { sha256, through_seq: seq } = checkpoint.value;
  if (claim !== null && claim.checkpoint_sha256 !== null && claim.checkpoint_sha256 !== sha256) {
    findings.push(
      warn(
        'store/checkpoint-digest',
        file,
        'The digest of checkpoint.json is not the one in session.json; fx ignores it.',
      ),
    );
  }
  if (result.matchesClaim === false) {
    const message = `checkpoint.json holds another state than the log has at seq ${seq}. fx believes it on resume, while it is bound.`;
    findings.push(warn('store/checkpoint-contradicts', file, message));
  } else if (result.matchesClaim === null && files.comparesCheckpoint) {
    findings.push(
      warn(
        'store/checkpoint-elsewhere',
        file,
        'checkpoint.json ends where the log has no event boundary; fx ignores it.',
      ),
    );
  }
  return findings;
}

function checkUsage(files: SessionFiles, logHasUsage: boolean): Finding[] {
  const usage = readUsage(files.dir);
  const file = 'usage-v2.json';
  if (usage.state === 'absent') return [];
  if (usage.state !== 'ok') {
    return [
      warn(
        'store/usage-invalid',
        file,
        `usage-v2.json cannot be used: ${fxErrorOf(usage, 'FileNotFound')?.reason}. The totals of the log remain.`,
      ),
    ];
  }
  if (!logHasUsage)
    return [
      {
        rule: 'store/usage-unused',
        severity: 'info',
        message: 'The log has no usage, so fx does not read usage-v2.json.',
        file,
      },
    ];
  if (usage.value.session_id === files.id) return [];
  return [
    warn('store/usage-invalid', file, `usage-v2.json is that of the session ${usage.value.session_id}; fx ignores it.`),
  ];
}

function checkOptionalFiles(files: SessionFiles): Finding[] {
  const findings: Finding[] = [];
  const display = files.look('display.json');
  if (display.state !== 'absent' && readDisplay(files.dir) === null) {
    findings.push(
      warn(
        'store/display-invalid',
        'display.json',
        'display.json cannot be used; fx shows "Untitled session" and derives it anew.',
      ),
    );
  }
  const view = files.look('resume-view.bin');
  if (view.state === 'file' && view.stats.size > FILE_LIMITS.resumeView) {
    findings.push(
      warn(
        'store/resume-view-invalid',
        'resume-view.bin',
        'resume-view.bin is larger than any picture of a terminal; fx ignores it.',
      ),
    );
  }
  return findings;
}

const LEFTOVER = /^(?:commit\.([0-9a-f]{32})\.json|events\.compact\.([0-9a-f]{32})\.tmp)$/;

/** What crashes and compactions leave behind; nobody reads it. */
function findLeftovers(files: SessionFiles, live: string | null): Finding[] {
  if (live === null) return [];
  return entriesOf(files.dir)
    .map(({ name }) => name)
    .filter((name) => {
      const generation = LEFTOVER.exec(name);
      return generation !== null && generation[1] !== live;
    })
    .slice(0, 100)
    .map(
      (file) =>
        ({
          rule: 'store/leftover',
          severity: 'info',
          message: `${file} is of a generation that is no longer live.`,
          file,
        }) as const,
    );
}
