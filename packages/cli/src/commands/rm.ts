import { basename } from 'node:path';
import { type RemovedSession, removeSession } from '@fxlog/store';
import type { Command, RootOption } from '../command-context.js';
import { CommandError, ExitCode } from '../exit-code.js';
import { terminalText } from '../output/terminal-text.js';
import { explainChange, findSessionDir, rootAround } from './change-session.js';

/** `fxlog rm SESSION…`: moves sessions to the trash beside their root. One that cannot be moved keeps none of the others from it. */
export const rm: Command<[sessions: readonly string[]], RootOption> = async (context, [sessions], options) => {
  const { output } = context;
  let code: ExitCode = ExitCode.ok;
  for (const session of sessions) {
    try {
      const dir = await findSessionDir(context, session, options.root);
      const root = rootAround(dir);
      const removed: RemovedSession = await explainChange(() => removeSession(root, basename(dir)));
      if (options.json === true) await output.json({ kind: 'rm', input: session, ...removed, error: null });
      else await output.line(`${terminalText(removed.id)} → ${terminalText(removed.movedTo)}`);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      output.failure(error);
      if (error.exitCode > code) code = error.exitCode;
      if (options.json === true) {
        await output.json({ kind: 'rm', input: session, id: null, dir: null, movedTo: null, error: error.message });
      }
    }
  }
  return code;
};
