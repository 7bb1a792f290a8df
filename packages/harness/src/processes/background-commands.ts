/** Commands that outlived their turn, of versions before 0.0.5 (profile-and-tools §7.1). */

import { basename, normalize } from 'node:path/posix';
import { durableText, type Turn } from '@fxlog/assembler';
import type { JsonObject } from '@fxlog/json';
import type { Session } from '@fxlog/store';
import { filesLike, integerIn, objectIn, recordIn, textIn } from './json-fields.js';
import type { ProcessLifetime, ProcessState, SessionProcess } from './session-process.js';

/** fx takes no larger record, in bytes. */
const MAX_RECORD_BYTES = 262_143;
const RECORD = /^background\/[^/]+\.json$/;
/** So much of the end of a log is looked at, in bytes. */
const TAIL_BYTES = 256;
/** What fx writes under the output of a command that has ended. */
const END_MARKER = /(?:^|\n)__FX_EXIT_CODE__=(-?\d{1,10})\s*$/;

/** A turn that left a command running. */
export interface BackgroundTurn {
  readonly turn: Turn;
  readonly end: Extract<Turn['end'], { kind: 'background_command' }>;
}

/** The commands that turns left running, each with its record, then those of records that no turn tells of. */
export function backgroundCommands(
  session: Session,
  turns: readonly BackgroundTurn[],
  root: string | null,
): readonly SessionProcess[] {
  const records = recordsOf(session);
  const joined = turns.map(({ turn, end }) => {
    const logPath = durableText(end.logPath).text;
    const record = records.find((one) =>
      end.recordId === null
        ? textIn(one, 'log_path') === logPath
        : textIn(one, 'background_record_id') === end.recordId,
    );
    if (record !== undefined) records.splice(records.indexOf(record), 1);
    const url = end.url === null ? null : durableText(end.url).text;
    return processOf(session, root, record ?? null, { turn: turn.index + 1, id: end.recordId, log: logPath, url });
  });
  return [...joined, ...records.map((record) => processOf(session, root, record, null))];
}

function recordsOf(session: Session): JsonObject[] {
  return filesLike(session, RECORD).flatMap((file) => {
    const record = recordIn(session, file, MAX_RECORD_BYTES);
    return record === null ? [] : [record];
  });
}

interface FromTurn {
  readonly turn: number;
  readonly id: string | null;
  readonly log: string;
  readonly url: string | null;
}

function processOf(
  session: Session,
  root: string | null,
  record: JsonObject | null,
  from: FromTurn | null,
): SessionProcess {
  const log = textIn(record, 'log_path') ?? from?.log ?? null;
  const cwd = textIn(record, 'cwd');
  const state = stateOf(session, record, log);
  return {
    ...{ kind: 'background', turn: from?.turn ?? null, call: null },
    ...{ id: textIn(record, 'background_record_id') ?? from?.id ?? null, command: textIn(record, 'command'), cwd },
    ...{ state, lifetime: state?.name === 'running' ? lifetimeIn(cwd, root) : null },
    output: { log, url: textIn(record, 'server_url') ?? from?.url ?? null, replay: null },
    events: [],
  };
}

/** What a record says, and the marker at the end of its log where the record was not brought up to date. No process is asked. */
function stateOf(session: Session, record: JsonObject | null, log: string | null): ProcessState | null {
  const name = textIn(record, 'state');
  const [exitCode, asOfMs] = [integerIn(record, 'exit_code'), integerIn(record, 'updated_at_ms')];
  if (name !== null && name !== 'running') return { name, exitCode, signal: null, asOfMs, from: 'record' };
  const managed = textIn(objectIn(record, 'log_storage'), 'managed_log_name') ?? log;
  const ended = managed === null ? null : exitIn(session, basename(managed));
  if (ended !== null) {
    return { name: ended === 0 ? 'exited' : 'failed', exitCode: ended, signal: null, asOfMs: null, from: 'output' };
  }
  return name === null ? null : { name, exitCode, signal: null, asOfMs, from: 'record' };
}

/** Only logs that lie in the session are looked at, wherever a record points. */
function exitIn(session: Session, name: string): number | null {
  const log = session.artifact(`background/logs/${name}`);
  if (!log.ok) return null;
  const tail = Buffer.from(log.bytes.subarray(-TAIL_BYTES)).toString('latin1');
  const code = END_MARKER.exec(tail)?.[1];
  return code === undefined ? null : Number(code);
}

function lifetimeIn(cwd: string | null, root: string | null): ProcessLifetime {
  if (cwd === null || root === null) return { clear: 'kept', reset: null };
  const isInside = `${normalize(cwd)}/`.startsWith(`${normalize(root)}/`.replace('//', '/'));
  return { clear: 'kept', reset: isInside ? 'forgotten' : 'kept' };
}
