/** Commands that ran to their end within a call (profile-and-tools §2.6, §3.4). */

import { durableText, loggedOutput, type OutputReplay, type Turn, type TurnResult } from '@fxlog/assembler';
import type { JsonObject } from '@fxlog/json';
import type { Session } from '@fxlog/store';
import { logOutcome } from '../permissions/log-outcome.js';
import { jsonObjectOf, type RecordedCall, stepsOf } from '../recorded-calls.js';
import { integerIn, objectIn, objectOf, textIn } from './json-fields.js';
import type { ProcessReplay, ProcessState, SessionProcess } from './session-process.js';

/** The arguments of a call of the tool `terminal`, whether they are wrapped or not (profile-and-tools §2.6). */
export function requestOf(args: JsonObject | null): JsonObject | null {
  return objectOf(args?.request) ?? args;
}

/** The commands of a turn, the one that was interrupted last. */
export function commandsOf(turn: Turn, session: Session): SessionProcess[] {
  const found: SessionProcess[] = [];
  let count = 0;
  for (const { calls } of stepsOf(turn)) {
    for (const call of calls) {
      count = call.number;
      if (!isCommand(call)) continue;
      const { result } = call;
      const state = result === null ? null : stateOf(call.tool, result);
      found.push(commandOf(turn, call, state, replayOf(session, result?.replay ?? null)));
    }
  }
  const { end } = turn;
  if (end.kind !== 'interrupted' || end.call === null) return found;
  const text = durableText(end.call.argumentsJson).text;
  const call = { number: count + 1, tool: durableText(end.call.name).text, arguments: jsonObjectOf(text) };
  if (!isCommand(call)) return found;
  const asOfMs = turn.timeMs;
  const state: ProcessState | null =
    end.reason === 'cancelled' ? { name: 'cancelled', exitCode: null, signal: null, asOfMs, from: 'turn' } : null;
  const { replay = null, artifactHandle = null } = end.cancelledCommand ?? {};
  const log = artifactHandle === null ? null : fileOf(session, durableText(artifactHandle).text);
  return [...found, commandOf(turn, call, state, replayOf(session, replay), log)];
}

/** The file that a handle names, by its path in the session; the handle where there is none. */
function fileOf(session: Session, handle: string): string {
  return session.children().find(({ file }) => file.endsWith(`/${handle}`))?.file ?? handle;
}

type Call = Pick<RecordedCall, 'number' | 'tool' | 'arguments'>;

function isCommand({ tool, arguments: args }: Call): boolean {
  return tool === 'shell' || isOwnFormat(tool, textIn(requestOf(args), 'action'));
}

/** Whether the output begins with words of fx itself: what a shell of later versions gives back is all the command's own. */
function isOwnFormat(tool: string, action: string | null): boolean {
  return tool === 'run_command' || (tool === 'terminal' && action === 'exec');
}

function commandOf(
  turn: Turn,
  { number, arguments: args }: Call,
  state: ProcessState | null,
  replay: ProcessReplay | null,
  log: string | null = null,
): SessionProcess {
  const request = requestOf(args);
  return {
    ...{ kind: 'command', turn: turn.index + 1, call: number, id: null },
    ...{ command: textIn(request, 'command'), cwd: textIn(request, 'cwd') },
    ...{ state, lifetime: null, output: { log, url: null, replay }, events: [] },
  };
}

/** How a command ended, as far as it is recorded. */
function stateOf(tool: string, result: TurnResult): ProcessState | null {
  const { process, createdAtMs } = result;
  const state = (name: string, more: Partial<ProcessState> = {}): ProcessState => ({
    ...{ name, exitCode: null, signal: null, asOfMs: createdAtMs, from: 'call' },
    ...more,
  });
  if (process?.kind === 'exit_code') return state('exited', { exitCode: process.value });
  if (process?.kind === 'signal') return state('signal', { signal: process.value });
  if (process !== null) return state(process.kind);
  const outcome = logOutcome(result).kind;
  if (outcome === 'refused' || outcome === 'failed_before') return state('not run');
  const output = tool === 'shell' ? null : loggedOutput(result);
  if (output === null) return null;
  const text = durableText(output).text;
  const exit = /^exit_code=(-?\d{1,10})(?:\n|$)/.exec(text)?.[1];
  if (exit !== undefined) return state('exited', { exitCode: Number(exit) });
  if (/^timeout=true(?:\n|$)/.test(text)) return state('timed_out');
  if (text === 'command cancelled') return state('cancelled');
  if (text === 'Not executed') return state('not run');
  const details = text.startsWith('{"error"') ? objectIn(objectIn(jsonObjectOf(text), 'error'), 'details') : null;
  const [exitCode, signal] = [integerIn(details, 'exit_code'), integerIn(details, 'signal')];
  if (exitCode !== null) return state('exited', { exitCode });
  return signal === null ? null : state('signal', { signal });
}

function replayOf(session: Session, replay: OutputReplay | null): ProcessReplay | null {
  if (replay === null || replay.kind === 'unavailable') return replay === null ? null : { state: 'unavailable' };
  const handle = durableText(replay.handle).text;
  const decoded = session.commandReplay(handle);
  if (!decoded.ok) return { state: 'unreadable', handle, reason: decoded.finding.message };
  const bytesOf = (stream: string) =>
    decoded.frames.reduce((sum, frame) => sum + (frame.stream === stream ? frame.bytes.length : 0), 0);
  return {
    ...{ state: 'decoded', handle, frames: decoded.frames.length },
    ...{ stdoutBytes: bytesOf('stdout'), stderrBytes: bytesOf('stderr') },
  };
}
