/**
 * Which entries of the view fit into the estimated tokens that fx gives the history (model-view §4).
 */
import type { HistoryTurn } from '@fxlog/format';
import type { Execution } from '@fxlog/format/internal';
import type { ViewEntry } from './count-view.js';
import { evidenceLines, packLines, plain, squeeze, trimBlanks } from './record.js';

/** The budget for a model of which nothing is known. */
const UNKNOWN_BUDGET = 24_000;
const BYTES_PER_TOKEN = 4;
const HISTORY_SHARE = 4;
const MAX_SUMMARY_LINES = 6;
const MAX_EVIDENCE_LINES = 6;
const QUOTED_BYTES = 156;

const ONE_MILLION = new Set([
  ...['claude-fable-5', 'claude-opus-4.6', 'claude-opus-4-6', 'claude-opus-4.7', 'claude-opus-4-7', 'claude-opus-4.8'],
  ...['claude-opus-4-8', 'claude-sonnet-5', 'claude-sonnet-4.6', 'claude-sonnet-4-6'],
]);

/** What a catalogue of models says of one, in tokens. */
export interface ModelCapabilities {
  readonly contextWindow: number;
  /** Null where it is not known. */
  readonly maxOutputTokens: number | null;
}

/** The estimated tokens that fx gives the history, from what is known of the model, or from its name alone (model-view §4.1). */
export function historyBudget(model: string | null, known: ModelCapabilities | null = null): number {
  const window = known?.contextWindow ?? windowOf(model ?? '');
  if (window === null) return UNKNOWN_BUDGET;
  const input = Math.max(0, window - (known?.maxOutputTokens ?? 0));
  return Math.max(1, Math.floor(input / HISTORY_SHARE));
}

function windowOf(model: string): number | null {
  const [provider, ...rest] = model.split('/');
  const name = rest.join('/');
  if (rest.length === 0) return null;
  switch (provider) {
    case 'anthropic':
      return ONE_MILLION.has(name) ? 1_000_000 : 200_000;
    case 'openai':
      if (name.toLowerCase().includes('gpt-5')) return 256_000;
      return /o[134]/.test(name) ? 200_000 : 128_000;
    case 'xai':
      return 131_072;
    case 'google':
      return 1_000_000;
    default:
      return null;
  }
}

/** Tokens as fx estimates them: every run of bytes that are not white space counts a quarter of its length, rounded up. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let run = 0;
  for (const byte of Buffer.from(text)) {
    if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) {
      tokens += Math.ceil(run / BYTES_PER_TOKEN);
      run = 0;
    } else run++;
  }
  return tokens + Math.ceil(run / BYTES_PER_TOKEN);
}

/** Estimated tokens of an entry (model-view §4.2). */
function entryCost(turn: HistoryTurn): number {
  if (turn.kind === 'compacted_summary') return estimateTokens(plain(turn.summary));
  const texts = [plain(turn.user.text), plain(turn.assistant ?? ''), ...executionTexts(turn.execution)];
  if (turn.kind === 'background_command') texts.push(plain(turn.log_path), plain(turn.url ?? ''));
  return texts.reduce((sum, text) => sum + estimateTokens(text), 0);
}

function* executionTexts(execution: Execution | undefined): Generator<string> {
  for (const step of execution?.tool_steps ?? []) {
    yield plain(step.assistant ?? '');
    for (const { name, arguments_json } of step.tool_calls) yield* [plain(name), plain(arguments_json)];
    for (const { preview, output, output_handle, permission_feedback } of step.tool_results) {
      yield* [plain(preview ?? output), plain(output_handle ?? ''), ...(permission_feedback ?? []).map(plain)];
    }
  }
  for (const { path, tool_name } of execution?.files ?? []) yield* [plain(path), plain(tool_name)];
}

/** An entry, what it costs, and whether the budget keeps it. */
export interface BudgetedEntry extends ViewEntry {
  /** Estimated tokens. */
  readonly tokens: number;
  readonly isKept: boolean;
}

/**
 * Chooses from the newest entry to the oldest: the newest is always kept, an older one where it still fits, also behind one that did not.
 */
export function keepWithin(entries: readonly ViewEntry[], budget: number): readonly BudgetedEntry[] {
  let used = 0;
  let hasKept = false;
  return entries
    .map((entry) => ({ ...entry, tokens: entryCost(entry.turn) }))
    .reverse()
    .map((entry) => {
      const isKept = !hasKept || used + entry.tokens <= budget;
      if (isKept) used += entry.tokens;
      hasKept ||= isKept;
      return { ...entry, isKept };
    })
    .reverse();
}

/** What fx tells the model in place of the entries that did not fit; null when all did (model-view §4.4). */
export function budgetNote(entries: readonly BudgetedEntry[]): string | null {
  const dropped = entries.filter(({ isKept }) => !isKept).map(({ turn }) => turn);
  if (dropped.length === 0) return null;
  const lines = [
    `Context budget trimmed ${dropped.length} older history turn(s). Recent turns are preserved verbatim.`,
  ];
  const summary = dropped.find((turn) => turn.kind === 'compacted_summary');
  if (summary !== undefined) {
    const quoted = plain(summary.summary)
      .split('\n')
      .map((line) => squeeze(line, QUOTED_BYTES))
      .filter((line) => trimBlanks(line) !== '')
      .slice(0, MAX_SUMMARY_LINES)
      .map((line) => `- ${line}`);
    lines.push('Preserved compacted summary from trimmed history:');
    lines.push(...(quoted.length > 0 ? quoted : ['- Compacted summary was present but empty.']));
  }
  const evidence = dropped.flatMap((turn) => [...evidenceLines(turn)]).slice(0, MAX_EVIDENCE_LINES);
  lines.push('Preserved key evidence from trimmed turns:');
  lines.push(...(evidence.length > 0 ? evidence : ['- No tool evidence was present in trimmed turns.']));
  return packLines(lines);
}
