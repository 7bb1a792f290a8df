import { type SessionProcess, sessionProcesses } from '@fxlog/harness';
import type { JsonObject } from '@fxlog/json';
import type { Session } from '@fxlog/store';
import type { Command, CommandContext, RootOption } from '../command-context.js';
import { ExitCode, UsageError } from '../exit-code.js';
import { openLoggedSession } from '../input/log-source.js';
import { countOf, formatBytes, formatCount, formatTime } from '../output/measures.js';
import { type Cell, type Column, layOutTable } from '../output/table.js';
import { terminalText } from '../output/terminal-text.js';
import { ReadingNotes } from '../report/reading-notes.js';

export interface ProcessesOptions extends RootOption {
  readonly events?: boolean;
  readonly replay?: string;
}

const COLUMNS: readonly Column[] = [
  { title: 'CALL' },
  { title: 'KIND' },
  { title: 'COMMAND', shrink: { min: 20, cut: 'end' } },
  { title: 'STATE' },
  { title: 'OUTPUT' },
  { title: '' },
];

/** `fxlog processes SESSION`: what a session ran, how it ended, and what may still run. */
export const processes: Command<[session: string], ProcessesOptions> = async (context, [argument], options) => {
  const { output } = context;
  const { session, log } = await openLoggedSession(context, argument, options.root);
  const notes = new ReadingNotes();
  const all = await sessionProcesses(session, { signal: context.interrupt.signal, onFinding: notes.add });
  if (options.replay !== undefined) {
    return printReplay(context, session, replayedIn(all, options.replay), options.json === true);
  }
  if (options.json === true) {
    for (const { kind: type, ...process } of all) {
      await output.json({ kind: 'process', version: 1, type, ...process } as unknown as JsonObject);
    }
    await output.json({ kind: 'summary', processes: all.length, hooks: null });
    return notes.say(context, log);
  }
  const rows = all.map((one): Cell[] => [
    { text: one.turn === null ? '' : one.call === null ? `${one.turn}` : `${one.turn}.${one.call}` },
    { text: one.kind },
    { text: nameOf(one) },
    { text: stateOf(one) },
    { text: outputOf(one) },
    { text: remarksOf(one), style: output.paint.dim },
  ]);
  const lines = rows.length === 0 ? [] : layOutTable(COLUMNS, rows, output.columns, output.paint.dim);
  for (const [index, line] of lines.entries()) {
    await output.line(line);
    if (options.events === true && index > 0) await printEvents(context, all[index - 1]?.events ?? []);
  }
  output.note(`${summaryOf(all)} Of hooks no session records anything.`);
  return notes.say(context, log);
};

function nameOf({ kind, command, id }: SessionProcess): string {
  const name = command ?? (kind === 'child' ? id : null);
  return name === null ? 'not recorded' : terminalText(name);
}

function stateOf({ state }: SessionProcess): string {
  if (state === null) return 'not recorded';
  const { name, exitCode, signal, asOfMs } = state;
  if (name === 'running') return `last known running${asOfMs === null ? '' : ` at ${formatTime(asOfMs, 'utc')}`}`;
  if (exitCode !== null) return name === 'exited' ? `exit ${exitCode}` : `${terminalText(name)}, exit ${exitCode}`;
  if (signal !== null) return name === 'signal' ? `signal ${signal}` : `${terminalText(name)}, signal ${signal}`;
  return terminalText(name).replaceAll('_', ' ');
}

function outputOf({ output: { log, url, replay } }: SessionProcess): string {
  const kept = log === null ? [] : [terminalText(log)];
  if (url !== null) kept.push(terminalText(url));
  if (replay?.state === 'decoded') {
    const { stdoutBytes, stderrBytes } = replay;
    const of = stderrBytes === 0 ? '' : `, ${formatBytes(stderrBytes)} of it from stderr`;
    kept.unshift(`replay of ${formatBytes(stdoutBytes + stderrBytes)}${of}`);
  } else if (replay?.state === 'unreadable') kept.unshift('replay cannot be read');
  else if (replay?.state === 'unavailable') kept.unshift('replay was not kept');
  return kept.join('; ');
}

function remarksOf({ kind, lifetime, events, state }: SessionProcess): string {
  const remarks: string[] = [];
  if (lifetime !== null) {
    const { reset } = lifetime;
    const rule = reset === 'forgotten' ? '/reset stops and forgets it' : reset === 'kept' ? '/reset keeps it' : null;
    remarks.push(rule === null ? '/clear keeps it' : `/clear keeps it, ${rule}`);
  }
  if (kind === 'terminal' && state?.name === 'running') remarks.push('outlives turns until it ends, is closed or lost');
  if (events.length > 0) remarks.push(countOf(events.length, 'event'));
  return remarks.join('; ');
}

async function printEvents({ output }: CommandContext, events: SessionProcess['events']): Promise<void> {
  for (const { timeMs, turn, call, name, outcome } of events) {
    const time = timeMs === null ? 'no time' : formatTime(timeMs, 'utc');
    const place = turn === null ? '' : `  ${turn}.${call}`;
    const came = outcome === null ? '' : `: ${terminalText(outcome)}`;
    await output.line(output.paint.dim(`    ${time}${place}  ${terminalText(name)}${came}`));
  }
}

function summaryOf(all: readonly SessionProcess[]): string {
  const count = (kind: SessionProcess['kind'], noun: string, plural?: string) => {
    const number = all.filter((one) => one.kind === kind).length;
    return number === 0 ? [] : [countOf(number, noun, plural)];
  };
  const kinds = [
    ...count('command', 'command'),
    ...count('background', 'background command'),
    ...count('terminal', 'terminal'),
    ...count('child', 'child session'),
  ];
  const running = all.filter(({ state }) => state?.name === 'running').length;
  const still = running === 0 ? '' : `; ${formatCount(running)} last known running, which is not looked up`;
  return kinds.length === 0 ? 'The session ran nothing that it records.' : `${kinds.join(', ')}${still}.`;
}

/** The handle of the replay that a call has. */
function replayedIn(all: readonly SessionProcess[], place: string): string {
  const found = all.find(({ turn, call }) => `${turn}.${call}` === place);
  if (found === undefined) throw new UsageError(`there is no command "${place}"`, 'Commands are named TURN.CALL: 3.1.');
  const { replay } = found.output;
  if (replay?.state === 'decoded') return replay.handle;
  const reason = replay?.state === 'unreadable' ? replay.reason : 'the session has no replay of it';
  throw new UsageError(`${place} cannot be played again: ${reason}`);
}

/** Prints what a command wrote, in the order in which it did. */
async function printReplay(
  { output }: CommandContext,
  session: Session,
  handle: string,
  isJson: boolean,
): Promise<ExitCode> {
  const replay = session.commandReplay(handle);
  for (const { stream, bytes } of replay.ok ? replay.frames : []) {
    const text = Buffer.from(bytes).toString();
    if (isJson) await output.json({ kind: 'frame', version: 1, stream, bytes: bytes.length, text });
    else await output.write(output.terminal.stdoutIsTerminal ? terminalText(bytes, { multiline: true }) : bytes);
  }
  return ExitCode.ok;
}
