import type { HistoryEntry, TurnUsage } from '@fxlog/assembler';
import { buildEntry } from '@fxlog/assembler/internal';
import { type Codec, type LossCode, LossReport, readItems, toFxSession } from '@fxlog/codecs';
import type { ReportLoss, TranscriptView } from '@fxlog/codecs/internal';
import type { Finding } from '@fxlog/format';
import type { CommandContext } from '../command-context.js';
import { ExitCode, UsageError } from '../exit-code.js';
import { type SessionHead, sessionHeadToJson } from '../input/session-head.js';
import { resolveTurnRange, type TurnRange } from '../input/turn-range.js';
import { countOf } from '../output/measures.js';
import { terminalText } from '../output/terminal-text.js';
import { renderSessionHeader } from '../render/session-header.js';
import { renderEntry } from '../render/turn.js';
import { entryToJson } from '../report/turn-json.js';
import { detectFormatOf, explainConversion } from './explain-failure.js';
import { Observed } from './observe.js';
import type { TranscriptSource } from './transcript-source.js';

export interface ShowTranscriptOptions {
  readonly range: TurnRange;
  readonly full: boolean;
  readonly local: boolean;
  readonly json: boolean;
  /** Default: everything that was said. */
  readonly view?: 'model' | 'archive' | undefined;
  /** Whether title, model and directory stand above the turns. */
  readonly withHead: boolean;
}

/** What the turns that are shown do not hold, though the messages did; all else that they change of a message can be seen. */
const UNSHOWN: ReadonlySet<LossCode> = new Set([
  'dropped-block',
  'dropped-message',
  'orphan-result',
  'open-call',
  'untold',
]);

/** What is part of the file and not of the conversation: branches, undone turns, sub-agents, what a summary replaced. */
const ASIDE: ReadonlySet<LossCode> = new Set(['compaction-applied', 'skipped-entry']);

/** What a person or the model was told, and is not shown. */
function isWarning({ severity }: Finding): boolean {
  return severity !== 'info';
}

/** The codec of a transcript of another program than fx; null for everything else. */
export async function foreignCodec(source: TranscriptSource, signal: AbortSignal): Promise<Codec | null> {
  const codec = await detectFormatOf(source, signal);
  return codec === null || codec.name === 'fx' || codec.decode === undefined ? null : codec;
}

/** Prints a transcript of another program as turns, as those of fx are printed. It is read twice: how many turns there are stands above them. */
export async function showTranscript(
  context: CommandContext,
  source: TranscriptSource,
  codec: Codec,
  options: ShowTranscriptOptions,
): Promise<ExitCode> {
  return explainConversion(context, source, async () => {
    const { output, interrupt } = context;
    const { view = 'archive' } = options;
    const observed = new Observed();
    const outline = { turns: 0 };
    const losses = new LossReport({ maxSamples: 3 });
    let last: TurnUsage | null = null;
    for await (const { entry } of entriesOf(source, codec, observed, interrupt.signal, losses.add, view)) {
      last = bodyOf(entry).usage;
      outline.turns++;
    }
    const selected = resolveTurnRange(options.range, outline.turns);
    if (selected === null && options.range.kind !== 'all' && outline.turns > 0) {
      throw new UsageError(`there is no such turn; the conversation has ${countOf(outline.turns, 'turn')}`);
    }
    const head = headOf(observed, codec, last);
    if (options.withHead && options.json) await output.json(sessionHeadToJson(head, outline));
    else if (options.withHead)
      for (const line of renderSessionHeader(head, outline, output.paint, output.columns)) await output.line(line);
    for await (const { entry, before } of entriesOf(
      source,
      codec,
      new Observed(),
      interrupt.signal,
      () => undefined,
      view,
    )) {
      const number = bodyOf(entry).index + 1;
      if (selected !== null && number > selected.last) break;
      if (selected !== null && number >= selected.first) {
        // Where it was born is a matter of its own format.
        if (options.json) await output.json({ ...entryToJson(entry), source: null });
        else {
          const { paint, columns } = output;
          const zone = options.local ? 'local' : 'utc';
          const lines = renderEntry(entry, { paint, columns, zone, full: options.full, totalsBefore: before });
          await output.write(`${lines.join('\n')}\n`);
        }
      }
    }
    if (outline.turns === 0 && !options.json) output.note('There are no turns yet.');
    sayUnshown(context, losses);
    return ExitCode.ok;
  });
}

/** Warnings one by one; reasoning, which turns do not hold, and the program's bookkeeping are a line each. */
function sayUnshown({ output }: CommandContext, losses: LossReport): void {
  for (const { message } of losses.toFindings().filter(isWarning)) output.note(terminalText(`warning: ${message}`));
  const reasoning = losses.count('untold');
  if (reasoning > 0) {
    output.note(`warning: Reasoning is not shown (${countOf(reasoning, 'piece')}); fxlog export --to md has it.`);
  }
  const notes = losses.count('dropped-record') + losses.count('dropped-extra');
  for (const { count, samples } of losses.kinds().filter(({ code }) => ASIDE.has(code))) {
    const kinds = [...new Set(samples.map(({ detail }) => detail.replace(/\.$/, '')))];
    output.note(terminalText(`Not shown (${countOf(count, 'line')}): ${kinds.join('; ')}.`));
  }
  if (notes > 0) output.note(`Not shown is what the program notes for itself (${countOf(notes, 'piece')}).`);
}

/** The messages as turns of fx. */
async function* entriesOf(
  source: TranscriptSource,
  codec: Codec,
  observed: Observed,
  signal: AbortSignal,
  report: ReportLoss,
  view: TranscriptView,
): AsyncGenerator<{ readonly entry: HistoryEntry; readonly before: TurnUsage }, void, undefined> {
  const items = readItems(source.source, {
    from: codec,
    end: source.end,
    file: source.file,
    readAttachment: source.readAttachment,
    readBlob: source.readBlob,
    findSession: source.findSession,
    // What Pi tells its model is no matter here.
    onLoss: (loss) => {
      if (loss.code !== 'untold') report(loss);
    },
    view,
    stages: [observed.stage],
    mode: 'lenient',
    signal,
  });
  const { turns } = await toFxSession(items, {
    report: (loss) => {
      if (UNSHOWN.has(loss.code)) report(loss);
    },
    defaults: { cwd: '/', model: 'unknown' },
    signal,
  });
  let index = 0;
  let before: TurnUsage = { totalInputTokens: 0, totalOutputTokens: 0 };
  for await (const draft of turns) {
    if (!('turn' in draft) || 'type' in draft) continue;
    const usage = {
      totalInputTokens: draft.total_input_tokens ?? 0,
      totalOutputTokens: draft.total_output_tokens ?? 0,
    };
    // A transcript without times is given 1970, which is none.
    const facts = { timeMs: draft.timestamp_ms || null, language: null, usage };
    yield { entry: buildEntry(draft.turn, index++, { seq: 0, offset: 0, length: 0 }, facts), before };
    before = usage;
  }
}

function bodyOf(entry: HistoryEntry) {
  return entry.type === 'turn' ? entry.turn : entry.compaction;
}

function headOf({ meta }: Observed, codec: Codec, last: TurnUsage | null): SessionHead {
  const { totalInputTokens: inputTokens = 0, totalOutputTokens: outputTokens = 0 } = last ?? {};
  return {
    format: codec.name,
    id: meta?.id ?? '',
    title: meta?.title ?? null,
    workspaceRoot: meta?.cwd ?? 'no directory',
    provider: codec.title,
    model: meta?.model ?? 'unknown model',
    createdAtMs: meta === null ? 0 : Date.parse(meta.timestamp),
    totals: { inputTokens, outputTokens },
  };
}
