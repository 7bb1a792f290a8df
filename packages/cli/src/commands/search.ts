import { BatchError, type SearchHit, type SearchOptions, searchTask } from '@fxlog/batch';
import { createMatcher, exactJsonRows, SEARCH_KINDS, type SearchKind, type SearchRow } from '@fxlog/batch/internal';
import { hadNoSessions, hasUnreadableInput, noteBatch } from '../batch/batch-notes.js';
import type { BatchOptions } from '../batch/batch-options.js';
import { forEachSession } from '../batch/for-each-session.js';
import { batchInputs } from '../batch/run-batch.js';
import type { Command, CommandContext, RootOption } from '../command-context.js';
import { ExitCode, UsageError } from '../exit-code.js';
import { countOf, isoTime } from '../output/measures.js';
import { showCommand } from '../output/show-command.js';
import { didYouMean } from '../output/suggestion.js';
import { terminalText } from '../output/terminal-text.js';
import { renderHit, type SearchedSession } from '../render/search-hit.js';

export interface SearchCommandOptions extends RootOption, BatchOptions {
  readonly regex?: boolean;
  readonly fuzzy?: boolean;
  readonly ignoreCase?: boolean;
  readonly in?: string;
  readonly context?: number;
}

const codec = exactJsonRows<SearchRow>();

/** `fxlog search PATTERN [INPUT…]`: finds what was said, called and returned. */
export const search: Command<[pattern: string, inputs: readonly string[]], SearchCommandOptions> = async (
  context,
  [pattern, inputs],
  options,
) => {
  const { output } = context;
  const taskOptions = searchOptions(pattern, options);
  const names = await batchInputs(context, inputs, options);
  let hits = 0;
  let sessions = 0;
  let warned = 0;
  const summary = await forEachSession(
    context,
    names,
    options,
    { task: searchTask, taskOptions: { ...taskOptions }, codec },
    async (result, rows) => {
      if (result.status === 'done' && result.counts.warning > 0) warned += 1;
      const { title, found, more } = hitsThatCount(rows);
      if (found.length === 0) return;
      hits += found.length + more;
      sessions += 1;
      await printHits(context, { ...result, title }, found, options.json === true);
      if (more > 0) output.note(terminalText(`${result.key}: ${countOf(more, 'more hit')} are not shown.`));
    },
  );
  noteBatch(context, summary, options.job);
  const { found, done, failed, skipped } = summary;
  if (options.json === true) {
    await output.json({ kind: 'search-summary', hits, sessions, found, done, failed, skipped, warned });
  } else {
    const where = `${countOf(found, 'session')} searched`;
    output.note(
      hits === 0 ? `Nothing found; ${where}.` : `${countOf(hits, 'hit')} in ${countOf(sessions, 'session')}; ${where}.`,
    );
  }
  if (failed > 0) output.note(`${countOf(failed, 'session')} could not be read as a whole; fxlog verify says why.`);
  if (warned > 0) output.note(`${countOf(warned, 'session')} read with a warning, which fxlog verify explains.`);
  if (hasUnreadableInput(summary)) return ExitCode.io;
  return done === 0 && hits === 0 && !hadNoSessions(summary) ? ExitCode.badData : ExitCode.ok;
};

function searchOptions(pattern: string, options: SearchCommandOptions): SearchOptions {
  if (options.regex === true && options.fuzzy === true)
    throw new UsageError('a pattern cannot be both --regex and --fuzzy');
  const search: SearchOptions = {
    pattern,
    mode: options.regex === true ? 'regex' : options.fuzzy === true ? 'fuzzy' : 'text',
    ignoreCase: options.ignoreCase === true,
    kinds: options.in === undefined ? SEARCH_KINDS : options.in.split(',').map(kindOf),
    context: options.context ?? 0,
  };
  try {
    createMatcher(search);
  } catch (error) {
    if (error instanceof BatchError) throw new UsageError(error.message);
    throw error;
  }
  return search;
}

function kindOf(word: string): SearchKind {
  const kind = SEARCH_KINDS.find((name) => name === word.trim());
  if (kind !== undefined) return kind;
  throw new UsageError(
    `"${word}" is nothing that can be searched`,
    didYouMean(word, SEARCH_KINDS) ?? `There are ${SEARCH_KINDS.join(', ')}.`,
  );
}

function hitsThatCount(rows: readonly SearchRow[]): {
  title: string | null;
  found: readonly SearchHit[];
  more: number;
} {
  const found: SearchHit[] = [];
  let more = 0;
  let title: string | null = null;
  for (const row of rows) {
    if (row.type === 'hit') found.push(row.hit);
    else if (row.type === 'session') title = row.title;
    else more = row.hits;
  }
  return { title, found, more };
}

async function printHits(
  context: CommandContext,
  result: SearchedSession,
  hits: readonly SearchHit[],
  asJson: boolean,
): Promise<void> {
  const { output } = context;
  for (const [i, hit] of hits.entries()) {
    const show = showCommand(result, hit.turn);
    if (!asJson) {
      const isLastOfTurn = hits[i + 1]?.turn !== hit.turn;
      for (const line of renderHit(result, hit, isLastOfTurn ? show : undefined, i === 0, output))
        await output.line(line);
      continue;
    }
    const { source, ranges, before, after, isClipped, ...rest } = hit;
    await output.json({
      kind: 'hit',
      session: result.key,
      title: result.title,
      in: hit.kind,
      turn: rest.turn,
      timeMs: rest.timeMs,
      time: rest.timeMs === null ? null : isoTime(rest.timeMs),
      running: rest.isRunning,
      step: rest.step,
      tool: rest.tool,
      seq: source.seq,
      offset: source.offset,
      length: source.length,
      line: rest.line,
      text: rest.text,
      clipped: isClipped,
      matches: ranges.map(([start, end]) => ({ start, end })),
      before: [...before],
      after: [...after],
      show,
    });
  }
}
