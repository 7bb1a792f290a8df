import { join } from 'node:path';
import { auditPermissions, readMemories, rememberedPermissions } from '@fxlog/harness';
import { droppedFile } from '@fxlog/harness/internal';
import type { Command } from '../command-context.js';
import { ExitCode } from '../exit-code.js';
import { openLoggedSession } from '../input/log-source.js';
import { type ProfileOption, profileFor } from '../input/profile.js';
import { countOf } from '../output/measures.js';
import { terminalText } from '../output/terminal-text.js';
import { noteFindings } from '../report/note-findings.js';
import { ReadingNotes } from '../report/reading-notes.js';

/** `fxlog memory [SESSION]`. */
export const memory: Command<[session: string | undefined], ProfileOption> = async (context, [argument], options) => {
  const { output } = context;
  if (argument === undefined) {
    const file = join(await profileFor(context, options, null), 'memories.json');
    const { memories, problem } = readMemories(file);
    if (options.json === true)
      await output.json({ kind: 'memories', version: 1, file, memories: [...memories], problem });
    else for (const fact of memories) await output.line(`- ${terminalText(fact)}`);
    if (problem !== null) await noteFindings(context, droppedFile(file, problem));
    else if (memories.length === 0) output.note('The profile remembers nothing.');
    return ExitCode.ok;
  }
  const { session, log } = await openLoggedSession(context, argument, options.root);
  const notes = new ReadingNotes();
  let count = 0;
  const reading = { rules: [], mode: 'auto', signal: context.interrupt.signal, onFinding: notes.add } as const;
  for await (const { tool, turn, call, arguments: args, log: outcome, isMasked } of auditPermissions(
    session,
    reading,
  )) {
    const action = args?.action;
    if (tool !== 'memory' || (action !== 'save' && action !== 'clear')) continue;
    count++;
    const fact = action === 'save' && typeof args?.fact === 'string' ? args.fact : null;
    if (options.json === true) {
      await output.json({ kind: 'change', version: 1, turn, call, action, fact, outcome: outcome.kind, isMasked });
      continue;
    }
    const result = outcome.kind === 'ran' ? '' : ` (${outcome.kind.replaceAll('_', ' ')})`;
    await output.line(`${turn}.${call}  ${action}${fact === null ? '' : `  ${terminalText(fact)}`}${result}`);
  }
  const permissions = await rememberedPermissions(session);
  if (options.json === true) {
    await output.json({
      kind: 'summary',
      changes: count,
      permissions: permissions?.map((one) => ({ ...one })) ?? null,
    });
    return notes.say(context, log);
  }
  for (const { decision, display } of permissions ?? []) await output.line(`${decision}  ${terminalText(display)}`);
  output.note(
    `${countOf(count, 'change')} of memories; ${permissions === null ? 'its permissions cannot be read' : `${countOf(permissions.length, 'permission')} remembered`}.`,
  );
  return notes.say(context, log);
};
