import type { Session } from '@fxlog/store';
import { terminalActionOf } from '../dialects/index.js';
import { type ReadCallsOptions, readCalls, stepsOf } from '../recorded-calls.js';
import { type BackgroundTurn, backgroundCommands } from './background-commands.js';
import { Children } from './children.js';
import { commandsOf } from './commands.js';
import type { SessionProcess } from './session-process.js';
import { Terminals } from './terminals.js';

/**
 * What a session ran: the commands of its calls, those that outlived their turns, terminals, and sessions that it started. What a format does not
 * record is null. No process is looked for, and nothing is read that gives power over one.
 *
 * @example
 * const still = (await sessionProcesses(session)).filter(({ state }) => state?.name === 'running');
 */
export async function sessionProcesses(
  session: Session,
  options: ReadCallsOptions = {},
): Promise<readonly SessionProcess[]> {
  const recorded = await readCalls(session, options);
  if (recorded === null) return [];
  const commands: SessionProcess[] = [];
  const background: BackgroundTurn[] = [];
  const [terminals, children] = [new Terminals(session), new Children(session)];
  for await (const turn of recorded.turns()) {
    commands.push(...commandsOf(turn, session));
    if (turn.end.kind === 'background_command') background.push({ turn, end: turn.end });
    for (const { step, calls } of stepsOf(turn)) {
      for (const call of calls) {
        const noted = call.resultIndex === null ? null : terminalActionOf(turn.native, step, call.resultIndex);
        if (call.tool === 'terminal') terminals.call(turn.index + 1, call, noted);
        if (call.tool === 'subagent') children.call(turn.index + 1, call);
      }
    }
  }
  const { outline } = recorded;
  const root = outline.workspaceRoot ?? session.facts()?.workspaceRoot ?? null;
  return [
    ...commands,
    ...backgroundCommands(session, background, root),
    ...terminals.end(),
    ...(await children.end(outline.state?.native ?? null)),
  ];
}
