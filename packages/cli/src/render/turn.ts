import {
  type Compaction,
  type HistoryEntry,
  loggedOutput,
  outputHandle,
  type ProcessEnd,
  type Turn,
  type TurnCall,
  type TurnEnd,
  type TurnResult,
  type TurnSteering,
  type TurnStep,
} from '@fxlog/assembler';
import type { DurableBytes } from '@fxlog/format';
import { countOf, formatBytes, formatCount, formatTime, type TimeZone } from '../output/measures.js';
import type { Paint } from '../output/output.js';
import { terminalText } from '../output/terminal-text.js';
import { clip, textWidth } from '../output/text-width.js';
import { wrapText } from '../output/wrap-text.js';
import { type FoldLimits, foldText, UNFOLDED } from './fold.js';
import { summarizeArguments } from './tool-arguments.js';

export interface TurnRenderOptions {
  readonly paint: Paint;
  /** Columns of the terminal; Infinity without one. */
  readonly columns: number;
  readonly zone: TimeZone;
  /** Print long outputs whole. */
  readonly full: boolean;
  /** Session totals before the turn, to say what the turn took; null when they are not known. */
  readonly totalsBefore: Turn['usage'];
}

/** Prose is easier to read when lines are not as long as a wide screen. */
const MAX_PROSE_COLUMNS = 110;
/** The rule of a heading without a terminal. */
const DEFAULT_RULE_COLUMNS = 80;
const PROSE: FoldLimits = { lines: 400, lineLength: 20_000 };
const TOOL_OUTPUT: FoldLimits = { lines: 8, lineLength: 500 };
const BODY = '  ';
const NESTED = '    ';

/** One turn or compaction as lines of text. */
export function renderEntry(entry: HistoryEntry, options: TurnRenderOptions): string[] {
  return entry.type === 'turn' ? renderTurn(entry.turn, options) : renderCompaction(entry.compaction, options);
}

/**
 * One turn as lines of text. Who is speaking is told by a mark as well as by colour: `❯` the user, `●` the assistant, `→` a
 * tool call, `✓` and `✗` its result, `■` an interruption, `≡` a summary, `⧗` a background command.
 */
function renderTurn(turn: Turn, options: TurnRenderOptions): string[] {
  const lines = [heading(turn, options)];
  lines.push(...said('❯', turn.user.text, options, options.paint.cyan));
  for (const image of turn.user.images) {
    lines.push(
      options.paint.dim(`${BODY}[image ${image.id}: ${terminalText(image.path)}, ${terminalText(image.mediaType)}]`),
    );
  }
  lines.push('', ...renderSteering(turn.steering, 0, options));
  for (const [at, step] of turn.steps.entries()) {
    lines.push(...renderStep(step, options), '', ...renderSteering(turn.steering, at + 1, options));
  }
  lines.push(...renderEnd(turn.end, options), '');
  return lines;
}

function renderCompaction(compaction: Compaction, options: TurnRenderOptions): string[] {
  const { paint } = options;
  const { removedTurns, compactions, summary } = compaction;
  return [
    heading(compaction, options),
    paint.magenta(`≡ summary in place of ${countOf(removedTurns, 'earlier turn')} (compaction ${compactions})`),
    ...said(' ', summary, options, paint.magenta),
    '',
  ];
}

/** What the user said after so many steps. */
function renderSteering(steering: readonly TurnSteering[], afterSteps: number, options: TurnRenderOptions): string[] {
  return steering
    .filter((one) => one.afterSteps === afterSteps)
    .flatMap(({ text }) => [...said('❯', text, options, options.paint.cyan), '']);
}

function heading(turn: Turn | Compaction, { paint, columns, zone, totalsBefore }: TurnRenderOptions): string {
  const parts = [`#${turn.index + 1}`];
  if (turn.timeMs !== null) parts.push(formatTime(turn.timeMs, zone));
  const tokens = tokensOf(turn, totalsBefore);
  if (tokens !== null) parts.push(tokens);
  const text = `── ${parts.join(' ── ')} `;
  const width = Math.min(columns === Number.POSITIVE_INFINITY ? DEFAULT_RULE_COLUMNS : columns, MAX_PROSE_COLUMNS);
  return paint.bold(text + '─'.repeat(Math.max(2, width - textWidth(text))));
}

/** What the turn took: the log keeps running totals, which may also fall (event-log §3.7). */
function tokensOf(turn: Turn | Compaction, before: Turn['usage']): string | null {
  if (turn.usage === null || before === null) return null;
  const input = BigInt(turn.usage.totalInputTokens) - BigInt(before.totalInputTokens);
  const output = BigInt(turn.usage.totalOutputTokens) - BigInt(before.totalOutputTokens);
  if (input < 0n || output < 0n || (input === 0n && output === 0n)) return null;
  return `${formatCount(input)} tokens in, ${formatCount(output)} out`;
}

function renderStep(step: TurnStep, options: TurnRenderOptions): string[] {
  const lines = step.text === null || step.text.length === 0 ? [] : said('●', step.text, options, options.paint.green);
  for (const call of step.calls) {
    lines.push(renderCall(call, options));
    const result = call.resultIndex === null ? undefined : step.results[call.resultIndex];
    if (result === undefined) lines.push(options.paint.dim(`${NESTED}(no result)`));
    else lines.push(...renderResult(result, options));
  }
  for (const result of step.results) {
    if (result.callIndex !== null) continue;
    lines.push(
      `${BODY}${options.paint.yellow('→')} ${terminalText(result.toolName)} ${options.paint.dim('(a result without a call)')}`,
    );
    lines.push(...renderResult(result, options));
  }
  return lines;
}

function renderCall(call: TurnCall, options: TurnRenderOptions): string {
  const name = terminalText(call.name);
  const room = options.columns - textWidth(name) - BODY.length - 3;
  const summary = options.full
    ? terminalText(call.argumentsJson)
    : summarizeArguments(call.argumentsJson, Math.max(20, Math.min(room, 200)));
  return `${BODY}${options.paint.yellow('→')} ${options.paint.bold(name)}${summary === '' ? '' : ` ${summary}`}`;
}

function renderResult(result: TurnResult, options: TurnRenderOptions): string[] {
  const { paint } = options;
  const failed = result.status === 'failure';
  const facts: string[] = [];
  if (result.process !== null) facts.push(howItEnded(result.process));
  const file = result.fileChange;
  if (file !== null) facts.push(`${file.kind} ${terminalText(file.path)} (+${file.additions} -${file.deletions})`);
  if (result.outputBytes !== null) facts.push(formatBytes(Number(result.outputBytes)));
  if (result.isTruncated) facts.push('cut by fx');
  const handle = outputHandle(result);
  if (handle !== null && result.content.kind === 'preview') facts.push(`a preview of ${terminalText(handle)}`);
  if (result.content.kind === 'missing') facts.push('its output is missing');
  const mark = failed ? paint.red('✗ failed') : paint.green('✓');
  const lines = [`${NESTED}${mark} ${paint.dim(facts.join(', '))}`];
  const output = loggedOutput(result);
  if (output !== null) lines.push(...quoted(output, options, failed ? paint.red : paint.dim));
  for (const feedback of result.permissionFeedback) {
    lines.push(`${NESTED}${paint.cyan('❯')} asked for permission, the user said: ${clip(terminalText(feedback), 400)}`);
  }
  return lines;
}

function howItEnded(process: ProcessEnd): string {
  switch (process.kind) {
    case 'exit_code':
      return `exit ${process.value}`;
    case 'signal':
      return `signal ${process.value}`;
    case 'timed_out':
      return 'timed out';
    case 'output_capture_failed':
      return 'its output could not be captured';
  }
}

function renderEnd(end: TurnEnd, options: TurnRenderOptions): string[] {
  const { paint } = options;
  switch (end.kind) {
    case 'completed':
      return end.text.length === 0
        ? [`${paint.green('●')} ${paint.dim('(no answer)')}`]
        : said('●', end.text, options, paint.green);
    case 'interrupted': {
      const lines = end.text === null || end.text.length === 0 ? [] : said('●', end.text, options, paint.green);
      if (end.call !== null) lines.push(renderCall(end.call, options), paint.dim(`${NESTED}(it was running)`));
      const how = end.reason === 'failed' ? 'the turn failed' : 'cancelled by the user';
      lines.push(paint.red(`■ interrupted: ${how}`));
      if (end.cancelledCommand?.artifactHandle) {
        lines.push(
          paint.dim(`${BODY}what the command had printed is in ${terminalText(end.cancelledCommand.artifactHandle)}`),
        );
      }
      return lines;
    }
    case 'running': {
      const lines = end.text === null || end.text.length === 0 ? [] : said('●', end.text, options, paint.green);
      return [...lines, paint.yellow('… still running, or cut off: no end of this turn is recorded')];
    }
    case 'background_command': {
      const lines = end.text === null || end.text.length === 0 ? [] : said('●', end.text, options, paint.green);
      lines.push(paint.blue(`⧗ background command, log in ${terminalText(end.logPath)}`));
      if (end.url !== null) lines.push(`${BODY}at ${terminalText(end.url)}`);
      return lines;
    }
  }
}

/** Prose behind a mark: wrapped, indented, folded only when it is of absurd length. */
function said(mark: string, text: DurableBytes, options: TurnRenderOptions, color: (text: string) => string): string[] {
  const { lines, hidden } = foldText(text, options.full ? UNFOLDED : PROSE);
  const width =
    options.columns === Number.POSITIVE_INFINITY ? options.columns : Math.min(options.columns, MAX_PROSE_COLUMNS);
  const wrapped = lines.flatMap((line) => wrapText(line, width - BODY.length).split('\n'));
  const [first = '', ...rest] = wrapped;
  const result = [`${color(mark)} ${first}`, ...rest.map((line) => (line === '' ? '' : `${BODY}${line}`))];
  if (hidden !== null) result.push(options.paint.dim(`${BODY}… ${hidden} (--full shows them)`));
  return result;
}

/** Tool output in a gutter: one line of it is one line on the screen. */
function quoted(text: DurableBytes, options: TurnRenderOptions, color: (text: string) => string): string[] {
  const { lines, hidden } = foldText(text, options.full ? UNFOLDED : TOOL_OUTPUT);
  const gutter = `${NESTED}│ `;
  const room = options.full ? Number.POSITIVE_INFINITY : options.columns - gutter.length;
  const result = lines.map((line) => `${options.paint.dim(gutter)}${color(clip(line, room))}`.trimEnd());
  if (hidden !== null) result.push(options.paint.dim(`${NESTED}│ … ${hidden} (--full shows them)`));
  return result;
}
