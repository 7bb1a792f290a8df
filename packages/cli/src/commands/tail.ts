import type { Turn } from '@fxlog/assembler';
import type { Command, CommandContext, RootOption } from '../command-context.js';
import { conversationTurns, type LogSpan, outlineConversation } from '../conversation.js';
import { ExitCode, UsageError } from '../exit-code.js';
import { reportFault } from '../fault-report.js';
import { followTurns } from '../followed-turns.js';
import { openLog } from '../log-source.js';
import { countOf } from '../measures.js';
import { renderTurn } from '../render/turn.js';
import { withSpooledFile } from '../spool.js';
import { turnToJson } from '../turn-json.js';
import { resolveTurnRange } from '../turn-range.js';

export interface TailOptions extends RootOption {
  readonly follow?: boolean;
  readonly turns?: number;
  readonly full?: boolean;
  readonly local?: boolean;
}

type Options = Parameters<typeof tail>[2];

const DEFAULT_TURNS = 3;

/** `fxlog tail INPUT`: the last turns, and with `-f` every new one. */
export const tail: Command<[input: string], TailOptions> = async (context, [argument], options) => {
  const log = await openLog(context, argument, options.root);
  const { signal } = context.interrupt;
  try {
    if (options.follow === true) {
      if (log.kind === 'pipe')
        throw new UsageError('only a file can be followed, not a pipe', 'Name a session or its events.jsonl.');
      return await followConversation(context, { path: log.path, name: log.name, signal }, options);
    }
    if (log.kind === 'file') {
      return await printLast(context, { path: log.path, name: log.name, end: log.end, signal }, options);
    }
    return await withSpooledFile(log.bytes, signal, (path) =>
      printLast(context, { path, name: log.name, end: undefined, signal }, options),
    );
  } catch (error) {
    return reportFault(context, error, log);
  }
};

async function printLast(context: CommandContext, span: LogSpan, options: Options): Promise<ExitCode> {
  const outline = await outlineConversation(span);
  const count = options.turns ?? DEFAULT_TURNS;
  const selected = count === 0 ? null : resolveTurnRange({ kind: 'last', count }, outline.turns);
  for await (const { turn, totalsBefore } of conversationTurns(span, outline)) {
    if (selected !== null && turn.index + 1 >= selected.first) await printTurn(context, turn, totalsBefore, options);
  }
  return ExitCode.ok;
}

async function followConversation(
  context: CommandContext,
  file: { path: string; name: string; signal: AbortSignal },
  options: Options,
): Promise<ExitCode> {
  const { output } = context;
  let totalsBefore: Turn['usage'] = null;
  await followTurns(file, options.turns ?? DEFAULT_TURNS, async (happening) => {
    switch (happening.type) {
      case 'turn':
        await printTurn(context, happening.turn, totalsBefore, options);
        totalsBefore = happening.turn.usage;
        break;
      case 'history-replaced':
        totalsBefore = null;
        if (options.json === true) {
          await output.json({ kind: 'history-replaced', reason: happening.reason, turns: happening.turns });
        } else {
          await output.line(
            output.paint.magenta(`≡ history replaced (${happening.reason}): ${countOf(happening.turns, 'turn')} now`),
          );
        }
        break;
      case 'restarted':
        totalsBefore = null;
        output.note(RESTARTS[happening.why]);
        break;
      case 'vanished':
        output.note('The log is gone; waiting for it to come back.');
    }
  });
  return ExitCode.ok;
}

const RESTARTS = {
  truncated: 'The end of the log was cut off; following goes on.',
  replaced: 'The log was rewritten; following the new one.',
} as const;

async function printTurn(
  { output }: CommandContext,
  turn: Turn,
  totalsBefore: Turn['usage'],
  options: Options,
): Promise<void> {
  if (options.json === true) return output.json(turnToJson(turn));
  const lines = renderTurn(turn, {
    paint: output.paint,
    columns: output.columns,
    zone: options.local === true ? 'local' : 'utc',
    full: options.full === true,
    totalsBefore,
  });
  return output.write(`${lines.join('\n')}\n`);
}
