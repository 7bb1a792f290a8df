/** Terminals that outlive turns (profile-and-tools §2.6, §7.2, §7.3). */

import { durableText, type TurnResult } from '@fxlog/assembler';
import type { Int64 } from '@fxlog/format';
import type { JsonObject } from '@fxlog/json';
import type { Session } from '@fxlog/store';
import { jsonObjectOf, type RecordedCall } from '../recorded-calls.js';
import { requestOf } from './commands.js';
import { filesLike, integerIn, objectIn, objectOf, objectsIn, recordIn, textIn } from './json-fields.js';
import { NO_OUTPUT, type ProcessEvent, type ProcessState, type SessionProcess } from './session-process.js';

/** Nothing else of `terminal/state` is opened: what is called `authority-…` gives power over a terminal. */
const RECORD = /^terminal\/state\/record-([A-Za-z0-9._-]{1,200})\.json$/;
const EVENT = /^terminal\/state\/event-([A-Za-z0-9._-]{1,200})-\d{1,20}\.json$/;
/** Records and events are small, in bytes. */
const MAX_RECORD_BYTES = 262_144;
/** Results with more bytes than this are no answers of terminals about themselves. */
const MAX_RESULT_BYTES = 8_388_608;

/** What the calls of a session and the files beside it say of its terminals. */
export class Terminals {
  readonly #session: Session;
  readonly #found = new Map<string, Terminal>();
  /** Starts of which no result tells the terminal. */
  readonly #nameless: SessionProcess[] = [];

  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * Takes in a call of the tool `terminal`.
   *
   * @param noted what later formats note beside its result, which is there also where the result itself is not
   */
  call(turn: number, { number, arguments: args, result }: RecordedCall, noted: JsonObject | null): void {
    const request = requestOf(args);
    const action = textIn(request, 'action');
    if (action === null || action === 'exec') return;
    const answer = this.#answerOf(result);
    const [success, failure] = [objectIn(answer, 'success'), objectIn(answer, 'failure')];
    const told = objectIn(success, action);
    const asOfMs = result?.createdAtMs ?? null;
    if (action === 'list') {
      for (const session of objectsIn(told, 'sessions')) this.#take(session, null, asOfMs);
      return;
    }
    const came = objectOf(told?.outcome) ?? objectIn(noted, 'returned');
    const code = textIn(noted, 'failed') ?? textIn(failure, 'code');
    const outcome = outcomeOf(came, told) ?? code ?? (result?.status === 'failure' ? 'failed' : null);
    const id =
      textIn(objectIn(told, 'session'), 'session_id') ?? textIn(failure, 'session_id') ?? textIn(request, 'session_id');
    if (id === null) {
      if (action === 'start') this.#nameless.push(namelessStart(turn, number, request, result, outcome));
      return;
    }
    const terminal = this.#terminal(id);
    if (action === 'start') terminal.start(turn, number, textIn(request, 'command'), textIn(request, 'cwd'));
    else terminal.events.push({ timeMs: asOfMs, turn, call: number, name: nameOf(action, request), outcome });
    this.#take(objectIn(told, 'session'), came, asOfMs);
    const hasEnded = integerIn(came, 'exited') !== null || integerIn(came, 'signal') !== null;
    if (told === null && hasEnded) terminal.tell('exited', came, asOfMs, 'call');
    if (code === 'session_lost') terminal.tell('lost', null, asOfMs, 'call');
  }

  /** All of them, in the order of their starts; those that only files tell of last. */
  end(): readonly SessionProcess[] {
    for (const file of filesLike(this.#session, EVENT)) {
      const id = EVENT.exec(file)?.[1];
      const event = id === undefined ? null : objectIn(recordIn(this.#session, file, MAX_RECORD_BYTES), 'event');
      if (id === undefined || event === null) continue;
      this.#terminal(id).events.push({
        ...{ timeMs: integerIn(event, 'created_at_ms'), turn: null, call: null },
        ...{ name: textIn(event, 'kind') ?? 'event', outcome: textIn(event, 'lifecycle') },
      });
    }
    for (const file of filesLike(this.#session, RECORD)) {
      const id = RECORD.exec(file)?.[1];
      const record = id === undefined ? null : recordIn(this.#session, file, MAX_RECORD_BYTES);
      if (id !== undefined && record !== null) this.#terminal(id).record(record);
    }
    return [...this.#nameless, ...[...this.#found].map(([id, terminal]) => terminal.report(id))].sort(byStart);
  }

  #terminal(id: string): Terminal {
    const known = this.#found.get(id) ?? new Terminal();
    this.#found.set(id, known);
    return known;
  }

  #take(session: JsonObject | null, outcome: JsonObject | null, asOfMs: Int64 | null): void {
    const [id, lifecycle] = [textIn(session, 'session_id'), textIn(session, 'lifecycle')];
    if (id !== null && lifecycle !== null) this.#terminal(id).tell(lifecycle, outcome, asOfMs, 'call');
  }

  /** A result about a terminal; where the log has but the beginning, the file with all of it. */
  #answerOf(result: TurnResult | null): JsonObject | null {
    if (result === null) return null;
    const { content } = result;
    if (content.kind === 'inline') return jsonObjectOf(durableText(content.output).text);
    if (content.handle === null) return null;
    const whole = this.#session.toolResult(durableText(content.handle).text);
    const isRead = whole.ok && whole.bytes.length <= MAX_RESULT_BYTES;
    return isRead ? jsonObjectOf(Buffer.from(whole.bytes).toString()) : null;
  }
}

/** What is known of one terminal so far. */
class Terminal {
  readonly events: ProcessEvent[] = [];
  #start: { readonly turn: number; readonly call: number } | null = null;
  #command: string | null = null;
  #cwd: string | null = null;
  #state: ProcessState | null = null;

  start(turn: number, call: number, command: string | null, cwd: string | null): void {
    this.#start ??= { turn, call };
    this.#command ??= command;
    this.#cwd ??= cwd;
  }

  /** How it was at some moment; the end of its process, once known, stays. */
  tell(name: string, end: JsonObject | null, asOfMs: Int64 | null, from: ProcessState['from']): void {
    const exitCode = integerIn(end, 'exited') ?? this.#state?.exitCode ?? null;
    const signal = integerIn(end, 'signal') ?? this.#state?.signal ?? null;
    this.#state = { name, exitCode, signal, asOfMs, from };
  }

  /** What fx keeps of it beside the log, which goes on when no turn runs. */
  record(record: JsonObject): void {
    this.#command ??= textIn(record, 'command');
    this.#cwd = textIn(record, 'cwd') ?? this.#cwd;
    const [lifecycle, asOfMs] = [textIn(record, 'lifecycle'), integerIn(record, 'updated_at_ms')];
    const known = this.#state?.asOfMs ?? null;
    const isOlder = asOfMs !== null && known !== null && asOfMs < known;
    if (lifecycle !== null && !isOlder) this.tell(lifecycle, objectIn(record, 'termination'), asOfMs, 'record');
  }

  report(id: string): SessionProcess {
    return {
      ...{ kind: 'terminal', turn: this.#start?.turn ?? null, call: this.#start?.call ?? null, id },
      ...{ command: this.#command, cwd: this.#cwd, state: this.#state, lifetime: null, output: NO_OUTPUT },
      events: this.events,
    };
  }
}

/** A start of which no terminal is known: it failed, or its result is not recorded. */
function namelessStart(
  turn: number,
  call: number,
  request: JsonObject | null,
  result: TurnResult | null,
  outcome: string | null,
): SessionProcess {
  const state: ProcessState | null =
    result?.status === 'failure'
      ? { name: 'not run', exitCode: null, signal: null, asOfMs: result.createdAtMs, from: 'call' }
      : null;
  return {
    ...{ kind: 'terminal', turn, call, id: null, command: textIn(request, 'command'), cwd: textIn(request, 'cwd') },
    ...{ state, lifetime: null, output: NO_OUTPUT },
    events: outcome === null ? [] : [{ timeMs: result?.createdAtMs ?? null, turn, call, name: 'start', outcome }],
  };
}

/** `started`, `condition_met`, `exited 0`, …; for a reading the lifecycle. */
function outcomeOf(outcome: JsonObject | null, told: JsonObject | null): string | null {
  const [name] = outcome === null ? [] : Object.keys(outcome);
  if (name === undefined) return textIn(objectIn(told, 'session'), 'lifecycle');
  const number = integerIn(outcome, name);
  return number === null ? name : `${name} ${number}`;
}

function nameOf(action: string, request: JsonObject | null): string {
  const more = textIn(request, action === 'signal' ? 'signal' : action === 'close' ? 'close_policy' : '');
  return more === null ? action : `${action} ${more}`;
}

function byStart(a: SessionProcess, b: SessionProcess): number {
  const rank = ({ turn, call }: SessionProcess) => (turn ?? Number.MAX_SAFE_INTEGER) * 1e5 + (call ?? 0);
  return rank(a) - rank(b);
}
