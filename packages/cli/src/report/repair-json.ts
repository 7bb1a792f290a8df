import type { JsonObject } from '@fxlog/json';
import type { RepairReport, SessionVerdict, Verdict } from '@fxlog/store';
import { findingToJson } from './finding-json.js';

/** A repair as documented for `--json`. */
export function repairToJson(report: RepairReport): JsonObject {
  const { status, id, source, dir, backup, quarantine, log, files, findings, before, after } = report;
  return {
    kind: 'repair',
    status,
    id,
    source,
    dir,
    backup,
    quarantine,
    log:
      log === null
        ? null
        : {
            file: log.file,
            bytes: log.bytes,
            keptBytes: log.keptBytes,
            quarantinedBytes: log.quarantinedBytes,
            unchanged: log.isUnchanged,
            turns: log.turns,
            lostEvents: log.lostFrames,
            usedCheckpoint: log.usedCheckpoint,
            cuts: log.cuts.map(({ offset, length, rule, why }) => ({ offset, length, rule, why })),
          },
    files: files.map(({ file, bytes, fate, why }) => ({ file, bytes, fate, why: why ?? null })),
    findings: findings.map(findingToJson),
    before: verdictToJson(before),
    after: after === null ? null : verdictToJson(after),
  };
}

function verdictToJson({ readable, listed, resumable, findings }: SessionVerdict): JsonObject {
  const answer = ({ ok, error, reason }: Verdict): JsonObject => ({ ok, error: error ?? null, reason });
  return {
    readable: answer(readable),
    listed: answer(listed),
    resumable: answer(resumable),
    findings: findings.map(findingToJson),
  };
}
