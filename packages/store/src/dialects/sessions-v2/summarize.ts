import { type Finding, ruleById } from '@fxlog/format';
import type { JsonValue } from '@fxlog/json';
import { exactInteger, isJsonObject } from '@fxlog/json/internal';
import type { SessionDirectory } from '../../session-directory.js';
import type { ChildLink, SessionSummary } from '../../summary.js';
import { type LogLook, lookAtLog, settingOf, textIn, textOf } from './look.js';
import { LOG } from './place.js';

/** What is shown of a session in lists: its settings as they are now, and how many turns have ended. */
export function summarizeSession(directory: SessionDirectory): SessionSummary {
  const look = lookAtLog(directory);
  const logBytes = directory.sizeOf(LOG);
  const findings = look === null ? [unreadableLog()] : openFindings(look);
  const { created = null, createdMs = null, updatedMs = null, state = null } = look?.known ?? {};
  const origin = textOf(created?.workspace);
  const prefs = membersOf(settingOf(state?.prefs ?? null));
  return {
    id: directory.id,
    dir: directory.dir,
    format: 'sessions-v2',
    health: findings.some(({ severity }) => severity === 'error')
      ? 'unreadable'
      : findings.length > 0
        ? 'warning'
        : 'ok',
    title: textIn(state?.title ?? null),
    preview: null,
    workspaceRoot: textIn(state?.workspace ?? null) ?? origin,
    originWorkspaceRoot: origin,
    conversationLanguage: textIn(state?.language ?? null),
    model: stringOf(prefs.model),
    effort: stringOf(prefs.effort),
    // A configured provider is an object with its name.
    provider: stringOf(prefs.provider) ?? stringOf(membersOf(prefs.provider).name),
    createdAtMs: createdMs,
    updatedAtMs: createdMs === null ? null : updatedMs,
    turns: look?.open.verdict === 'accept' ? endedTurns(look.open.state) : null,
    totalInputTokens: null,
    totalOutputTokens: null,
    logBytes,
    logFile: logBytes === null ? null : LOG,
    listedByFx: false,
    stale: false,
    pending: null,
    child: childOf(look),
    childIds: [],
    findings,
  };
}

/** Turns that ended, in whatever way. */
export function endedTurns({ committed, interrupted }: LogLook['known']['state']): number | bigint {
  return exactInteger(BigInt(committed) + BigInt(interrupted));
}

/** What makes a session a child: its first line says so. */
export function childOf(look: LogLook | null): ChildLink | null {
  const { created = null } = look?.known ?? {};
  return created?.role === 'child' ? { parentId: textOf(created.parent), mode: null, permissionMode: null } : null;
}

/** What is worth knowing of how fx opens the session. */
export function openFindings({ open, isTorn }: LogLook): Finding[] {
  if (open.verdict === 'accept') return isTorn ? [tornTail(open.cutAt)] : [];
  const { rule, error, damagedAt } = open;
  // A session of a newer fx is no damaged one.
  const severity = rule === 'sessions-v2/newer-version' ? 'warning' : 'error';
  const place = damagedAt === undefined ? {} : { offset: damagedAt };
  return [
    { rule, severity, message: `${ruleById(rule).title}; fx does not open it.`, file: LOG, ...place, fxError: error },
  ];
}

/** What a crash left behind the last line. */
export function tornTail(offset: number | undefined): Finding {
  const rule = 'sessions-v2/torn';
  const place = offset === undefined ? {} : { offset };
  return { rule, severity: 'warning', message: `${ruleById(rule).title}; it does not count.`, file: LOG, ...place };
}

/** What is to be said of a log that is not a regular file, or may not be read. */
export function unreadableLog(): Finding {
  return { rule: 'store/unreadable-file', severity: 'error', message: `${LOG} cannot be read.`, file: LOG };
}

function membersOf(value: JsonValue | undefined): Readonly<Record<string, JsonValue | undefined>> {
  return value !== undefined && isJsonObject(value) ? value : {};
}

function stringOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
