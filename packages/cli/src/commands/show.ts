import type { Command, CommandContext, RootOption } from '../command-context.js';
import { type ExitCode, UsageError } from '../exit-code.js';
import { isRunning, type LogSpan, numberOf, outlineOf, spanOf } from '../input/conversation.js';
import { printForeign } from '../input/foreign-transcript.js';
import { Hydration, sayMissing } from '../input/hydrate.js';
import { type LogSource, openLog } from '../input/log-source.js';
import { readSessionHead, sessionHeadToJson } from '../input/session-head.js';
import { withSpooledFile } from '../input/spool.js';
import { resolveTurnRange, splitTurnRange, type TurnRange } from '../input/turn-range.js';
import { viewOf } from '../input/view.js';
import { countOf } from '../output/measures.js';
import { withPager } from '../output/pager.js';
import { renderSessionHeader } from '../render/session-header.js';
import { renderEntry } from '../render/turn.js';
import { reportFault } from '../report/fault-report.js';
import { ReadingNotes } from '../report/reading-notes.js';
import { entryToJson } from '../report/turn-json.js';

export interface ShowOptions extends RootOption {
  readonly full?: boolean;
  /** False with `--no-pager`. */
  readonly pager?: boolean;
  readonly local?: boolean;
  readonly view?: 'model' | 'archive';
}

/** `fxlog show INPUT[#RANGE]`: the conversation as text. */
export const show: Command<[input: string], ShowOptions> = async (context, [argument], options) => {
  const { input, range } = splitTurnRange(argument);
  const log = await openLog(context, input, options.root);
  const { signal } = context.interrupt;
  const print = (span: LogSpan) =>
    withPager(context, options.pager !== false && options.json !== true, async () => {
      if (log.kind === 'pipe' || log.sessionDir === null) {
        const code = await printForeign(context, span, { ...options, range });
        if (code !== null) return code;
      }
      return printConversation(context, log, span, range, options);
    });
  if (log.kind === 'file') return print(spanOf(log, signal));
  return withSpooledFile(log.bytes, signal, (path) =>
    print({ path, source: path, name: log.name, end: undefined, signal }),
  );
};

async function printConversation(
  context: CommandContext,
  log: LogSource,
  span: LogSpan,
  range: TurnRange,
  options: Parameters<typeof show>[2],
): Promise<ExitCode> {
  const { output } = context;
  const zone = options.local === true ? 'local' : 'utc';
  try {
    const notes = new ReadingNotes();
    const outline = await outlineOf(span, notes.add);
    const viewed = await viewOf(options.view, span, outline);
    const { turns } = viewed;
    const selected = resolveTurnRange(range, turns);
    if (selected === null && range.kind !== 'all' && turns > 0) {
      throw new UsageError(`there is no such turn; the conversation has ${countOf(turns, 'turn')}`);
    }
    const head = await readSessionHead(span, outline, log.kind === 'file' ? log.sessionDir : null);
    if (head !== null) {
      if (options.json === true) await output.json(sessionHeadToJson(head, viewed));
      else for (const line of renderSessionHeader(head, viewed, output.paint, output.columns)) await output.line(line);
    }
    let isUnderWay = false;
    const hydration = await Hydration.of(log.kind === 'file' ? log.sessionDir : null);
    for await (const logged of viewed.entries()) {
      const entry = hydration.fill(logged);
      const number = numberOf(entry);
      isUnderWay ||= isRunning(entry);
      // A turn that is still running is not among those that are counted; it belongs to the end of the conversation.
      if (!isRunning(entry) || range.kind === 'span') {
        if (selected === null || number < selected.first) continue;
        if (number > selected.last) continue;
      }
      if (options.json === true) await output.json(entryToJson(entry));
      else {
        const lines = renderEntry(entry, {
          paint: output.paint,
          columns: output.columns,
          zone,
          full: options.full === true,
          totalsBefore: entry.before,
        });
        await output.write(`${lines.join('\n')}\n`);
      }
    }
    const isEmpty = turns === 0 && outline.state !== null && !isUnderWay && notes.isEmpty;
    if (isEmpty && options.json !== true) output.note('There are no turns yet.');
    if (outline.truncateFrom !== null)
      output.note(
        `What begins at byte ${outline.truncateFrom} was never committed: fx cuts it off when it goes on with the session.`,
      );
    sayMissing(context, hydration);
    return await notes.say(context, log);
  } catch (error) {
    return reportFault(context, error, log);
  }
}
