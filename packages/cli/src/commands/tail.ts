import { type FollowedItem, readConversation } from '@fxlog/assembler';
import type { ConversationEntry } from '@fxlog/assembler/internal';
import type { Finding } from '@fxlog/format';
import type { Command, CommandContext, RootOption } from '../command-context.js';
import { ExitCode, UsageError } from '../exit-code.js';
import { entriesOf, isRunning, type LogSpan, numberOf, outlineOf, spanOf } from '../input/conversation.js';
import { isForeign, printForeign } from '../input/foreign-transcript.js';
import { Hydration, sayMissing } from '../input/hydrate.js';
import { type LogSource, openLog } from '../input/log-source.js';
import { withSpooledFile } from '../input/spool.js';
import { resolveTurnRange } from '../input/turn-range.js';
import { countOf } from '../output/measures.js';
import { renderEntry } from '../render/turn.js';
import { reportFault } from '../report/fault-report.js';
import { noteLive, ReadingNotes } from '../report/reading-notes.js';
import { entryToJson } from '../report/turn-json.js';

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
      if (log.source !== log.path)
        throw new UsageError(`${log.name} does not grow: fx converts it before it goes on`, 'Leave out --follow.');
      if (log.sessionDir === null && (await isForeign(context, log.path))) {
        throw new UsageError(
          `${log.name} is a transcript of another program, and only sessions of fx can be followed`,
          'Without --follow its last turns are printed.',
        );
      }
      return await followConversation(context, spanOf(log, signal), options);
    }
    if (log.kind === 'file') return await printLast(context, log, spanOf(log, signal), options);
    return await withSpooledFile(log.bytes, signal, (path) =>
      printLast(context, log, { path, source: path, name: log.name, end: undefined, signal }, options),
    );
  } catch (error) {
    return reportFault(context, error, log);
  }
};

async function printLast(context: CommandContext, log: LogSource, span: LogSpan, options: Options): Promise<ExitCode> {
  if (log.kind === 'pipe' || log.sessionDir === null) {
    const range = { kind: 'last', count: options.turns ?? DEFAULT_TURNS } as const;
    const code = await printForeign(context, span, { ...options, range, withHead: false });
    if (code !== null) return code;
  }
  const notes = new ReadingNotes();
  const outline = await outlineOf(span, notes.add);
  const count = options.turns ?? DEFAULT_TURNS;
  const selected = count === 0 ? null : resolveTurnRange({ kind: 'last', count }, outline.turns);
  const hydration = await Hydration.of(log.kind === 'file' ? log.sessionDir : null);
  for await (const entry of entriesOf(span, outline, selected?.first)) {
    const isWanted = count > 0 && (isRunning(entry) || (selected !== null && numberOf(entry) >= selected.first));
    if (isWanted) await printEntry(context, hydration.fill(entry), options);
  }
  sayMissing(context, hydration);
  return notes.say(context, log);
}

async function followConversation(
  context: CommandContext,
  { path, name, signal, readBlob, unfinished }: LogSpan,
  options: Options,
): Promise<ExitCode> {
  const follow = { last: options.turns ?? DEFAULT_TURNS };
  const onFinding = (finding: Finding) => noteLive(context, finding);
  const reading = { mode: 'lenient', file: name, signal, readBlob, unfinished, follow, onFinding } as const;
  for await (const items of readConversation(path, reading)) {
    for (const item of items) await printItem(context, item, options);
  }
  return ExitCode.ok;
}

async function printItem(context: CommandContext, item: FollowedItem, options: Options): Promise<void> {
  const { output } = context;
  switch (item.type) {
    case 'turn':
    case 'compaction':
      return printEntry(context, item, options);
    case 'replaced': {
      const { reason, turns } = item;
      if (options.json === true) return output.json({ kind: 'history-replaced', reason, turns });
      return output.line(output.paint.magenta(`≡ history replaced (${reason}): ${countOf(turns, 'turn')} now`));
    }
    case 'restarted':
      output.note(RESTARTS[item.why]);
      return;
    case 'vanished':
      output.note('The log is gone; waiting for it to come back.');
      return;
    default:
  }
}

const RESTARTS = {
  truncated: 'The end of the log was cut off; following goes on.',
  replaced: 'The log was rewritten; following the new one.',
} as const;

async function printEntry({ output }: CommandContext, entry: ConversationEntry, options: Options): Promise<void> {
  if (options.json === true) return output.json(entryToJson(entry));
  const lines = renderEntry(entry, {
    paint: output.paint,
    columns: output.columns,
    zone: options.local === true ? 'local' : 'utc',
    full: options.full === true,
    totalsBefore: entry.before,
  });
  return output.write(`${lines.join('\n')}\n`);
}
