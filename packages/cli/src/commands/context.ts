import { dirname } from 'node:path';
import { type ModelMessage, type ModelView, modelView, type NoModelView } from '@fxlog/harness';
import {
  type ContextBudget,
  type ContextSource,
  contextBudgets,
  parseContextOverride,
  recordedCuts,
  sourcesNow,
} from '@fxlog/harness/internal';
import type { JsonObject, JsonValue } from '@fxlog/json';
import type { Session } from '@fxlog/store';
import type { Command, CommandContext } from '../command-context.js';
import { ExitCode, UsageError } from '../exit-code.js';
import { instructionsIn, skillsIn, type WorkspaceOption, workspaceOnDisk } from '../input/disk-workspace.js';
import { openLoggedSession } from '../input/log-source.js';
import { hasProfile, settingsFor, workspaceOf } from '../input/profile.js';
import { splitTurnRange } from '../input/turn-range.js';
import { countOf, formatBytes, formatCount } from '../output/measures.js';
import { type Cell, type Column, layOutTable } from '../output/table.js';
import { terminalText } from '../output/terminal-text.js';

export interface ContextOptions extends WorkspaceOption {
  readonly messages?: boolean;
  readonly prompt?: string;
  /** False with `--no-images`. */
  readonly images?: boolean;
  readonly diff?: readonly string[];
  readonly budgets?: boolean;
  /** As fx takes them, `NAME=VALUE`; the last of a name wins. */
  readonly contextLimit?: readonly string[];
}

/** `fxlog context SESSION[#N]`: what fx sends to its model of the history. */
export const context: Command<[session: string], ContextOptions> = async (command, [argument], options) => {
  const { input, range } = splitTurnRange(argument);
  if (range.kind === 'last' || (range.kind === 'span' && range.first !== range.last)) {
    throw new UsageError('only one turn can be named', `Like this: fxlog context ${input}#7.`);
  }
  const { session } = await openLoggedSession(command, input, options.root);
  if (options.budgets === true) {
    const { settings } = await settingsFor(command, options, dirname(session.dir), await workspaceOf(session));
    const commandLine = overridesOf(options.contextLimit ?? []);
    return printBudgets(command, contextBudgets({ ...settings.contextLimits, commandLine }), options.json === true);
  }
  const view = async (turn: number | null) => {
    const found = await viewBefore(command, session, turn, options);
    if ('reason' in found) throw new UsageError(`${session.id}: ${found.reason.replace(/\.$/, '')}`);
    return found;
  };
  if (options.diff !== undefined) {
    const [from, to, ...more] = options.diff.map(turnNumber);
    if (from === undefined || to === undefined || more.length > 0) {
      throw new UsageError('--diff takes the numbers of two turns', 'Like this: --diff 9 10.');
    }
    return printDiff(command, [from, await view(from)], [to, await view(to)], options.json === true);
  }
  const turn = range.kind === 'span' ? range.first : null;
  // Without its rules the history cannot be told; what goes beside it can.
  const found = options.messages === true ? await view(turn) : await viewBefore(command, session, turn, options);
  const sources = await sourcesOf(command, session, turn, options);
  if ('reason' in found) {
    await printUnknown(command, session.id, turn, { view: found, sources }, options.json === true);
    return ExitCode.ok;
  }
  if (options.json === true) {
    await command.output.json(viewToJson(session.id, turn, found, sources));
    return ExitCode.ok;
  }
  await printView(command, session.id, turn, { view: found, sources }, options.messages === true);
  return ExitCode.ok;
};

/** What goes to the model beside the history, as far as it is recorded or can be seen now; null where no profile is known. */
async function sourcesOf(
  command: CommandContext,
  session: Session,
  turn: number | null,
  options: ContextOptions,
): Promise<readonly ContextSource[] | null> {
  const cuts = await recordedCuts(session, {
    beforeTurn: turn === null ? undefined : turn - 1,
    signal: command.interrupt.signal,
  });
  if (!hasProfile(options, session)) return cuts.length === 0 ? null : cuts;
  const here = await workspaceOnDisk(command, options, session);
  const commandLine = overridesOf(options.contextLimit ?? []);
  const { settings } = here;
  const contextLimits = { ...settings.contextLimits, commandLine };
  const budgets = contextBudgets(contextLimits);
  const files = settings.context ? instructionsIn({ ...here, settings: { ...settings, contextLimits } }).chain([]) : [];
  return [...sourcesNow(files, skillsIn(command, here, budgets), budgets), ...cuts];
}

async function viewBefore(
  { interrupt }: CommandContext,
  session: Session,
  turn: number | null,
  { prompt, images = true }: Pick<ContextOptions, 'prompt' | 'images'>,
): Promise<ModelView | NoModelView> {
  const view = await modelView(session, {
    beforeTurn: turn === null ? undefined : turn - 1,
    prompt,
    takesImages: images,
    signal: interrupt.signal,
  });
  const { turns } = view;
  if ('reason' in view && turns === null) throw new UsageError(`${session.id}: ${view.reason.replace(/\.$/, '')}`);
  if (turn !== null && turns !== null && turn > turns + 1) {
    throw new UsageError(`there is no turn ${turn}; the session has ${countOf(turns, 'turn')}`);
  }
  return view;
}

function overridesOf(texts: readonly string[]): ReadonlyMap<string, ContextBudget['limit']> {
  const limits = new Map<string, ContextBudget['limit']>();
  for (const text of texts) {
    const override = parseContextOverride(text);
    if ('fault' in override) {
      throw new UsageError(`fx does not take the limit "${text}": ${override.fault}`, 'Give NAME=BYTES or NAME=off.');
    }
    limits.set(override.name, override.limit);
  }
  return limits;
}

const BUDGET_COLUMNS: readonly Column[] = [
  { title: 'BUDGET' },
  { title: 'SET', align: 'right' },
  { title: 'BYTES', align: 'right' },
  { title: 'FROM' },
];

async function printBudgets(
  { output }: CommandContext,
  budgets: readonly ContextBudget[],
  isJson: boolean,
): Promise<ExitCode> {
  if (isJson) {
    await output.json({ kind: 'context-budgets', version: 1, budgets: budgets.map((budget) => ({ ...budget })) });
    return ExitCode.ok;
  }
  const rows = budgets.map(({ name, limit, effectiveBytes, source }): Cell[] => [
    { text: name },
    { text: String(limit) },
    { text: String(effectiveBytes) },
    { text: source },
  ]);
  for (const line of layOutTable(BUDGET_COLUMNS, rows, output.columns, output.paint.dim)) await output.line(line);
  output.note('These are the values of the profile as it is now: those of a run no session records.');
  return ExitCode.ok;
}

function turnNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(`"${text}" is not the number of a turn`);
  return Number(text);
}

const COLUMNS: readonly Column[] = [
  { title: 'FROM', shrink: { min: 20, cut: 'end' } },
  { title: 'MESSAGES', align: 'right' },
  { title: 'BYTES', align: 'right' },
  { title: 'TOKENS', align: 'right' },
  { title: 'SHARE', align: 'right' },
  { title: 'BUDGET', align: 'right' },
  { title: 'CUT', align: 'right' },
  { title: '' },
];

/** Bytes of text that a message carries, images aside. */
function bytesOf(message: ModelMessage): number {
  switch (message.role) {
    case 'tool':
      return Buffer.byteLength(message.output);
    case 'assistant':
      return message.calls.reduce(
        (sum, { name, argumentsJson }) => sum + Buffer.byteLength(name) + Buffer.byteLength(argumentsJson),
        Buffer.byteLength(message.text),
      );
    default:
      return Buffer.byteLength(message.text);
  }
}

/** One line of the table: an entry of the view, the note about what was left out, or the prompt. */
interface Part {
  readonly title: string;
  readonly messages: readonly ModelMessage[];
  readonly tokens: number | null;
  readonly isKept: boolean;
}

function partsOf(view: ModelView): readonly Part[] {
  const parts: Part[] = [];
  const note = view.history.find((message) => message.role === 'system' && message.turn === null);
  const hasNote = view.entries.some(({ isKept }) => !isKept);
  if (hasNote && note !== undefined)
    parts.push({ title: 'note of what is left out', messages: [note], tokens: null, isKept: true });
  for (const { turn, index, covers, tokens, isKept } of view.entries) {
    const title =
      covers !== null
        ? `record of turns ${covers.first + 1} to ${covers.last + 1}`
        : turn.kind === 'compacted_summary'
          ? `turn ${(index ?? 0) + 1}, a saved summary`
          : `turn ${(index ?? 0) + 1}`;
    const messages = view.history.filter(
      (message) =>
        isKept &&
        (index === null ? message.turn === null && message !== (hasNote ? note : null) : message.turn === index),
    );
    parts.push({ title, messages, tokens, isKept });
  }
  if (view.prompt !== null) parts.push({ title: 'the prompt', messages: [view.prompt], tokens: null, isKept: true });
  return parts;
}

async function printView(
  { output }: CommandContext,
  id: string,
  turn: number | null,
  { view, sources }: { readonly view: ModelView; readonly sources: readonly ContextSource[] | null },
  withMessages: boolean,
): Promise<void> {
  const { paint } = output;
  const parts = partsOf(view).map((part) => ({
    ...part,
    bytes: part.messages.reduce((sum, message) => sum + bytesOf(message), 0),
  }));
  const beside = sources?.filter(({ isPart }) => !isPart) ?? [];
  const total = [...parts.map(({ bytes }) => bytes), ...beside.map(({ keptBytes }) => keptBytes)].reduce(
    (sum, bytes) => sum + bytes,
    0,
  );
  const shareOf = (bytes: number) => (total === 0 ? '' : `${Math.round((100 * bytes) / total)} %`);
  await output.line(
    paint.bold(
      `What fx sends of ${terminalText(id)} for ${turn === null ? 'the next prompt' : `the prompt of turn ${turn}`}`,
    ),
  );
  await output.line(
    paint.dim(
      `model ${terminalText(view.model ?? 'not recorded')} · ${countOf(view.turns, 'saved turn')} · a budget of ${formatCount(view.budgetTokens)} estimated tokens for the history`,
    ),
  );
  const rows = [
    ...(sources ?? []).map((source) => sourceCells(source, shareOf, paint.yellow)),
    ...parts.map(({ title, messages, tokens, isKept, bytes }): Cell[] => [
      { text: title },
      { text: isKept ? formatCount(messages.length) : '' },
      { text: isKept ? formatBytes(bytes) : '' },
      { text: tokens === null ? '' : formatCount(tokens) },
      { text: isKept ? shareOf(bytes) : '' },
      { text: '' },
      { text: '' },
      { text: isKept ? '' : 'left out: it does not fit the budget', style: paint.yellow },
    ]),
  ];
  for (const line of layOutTable(COLUMNS, rows, output.columns, paint.dim)) await output.line(line);
  if (view.fault !== null) {
    const where = view.fault.turn === null ? '' : ` (turn ${view.fault.turn + 1})`;
    await output.line(paint.red(`fx refuses to send this${where}: ${terminalText(view.fault.reason)}`));
  }
  output.note(
    sources === null
      ? 'System prompt, instructions, skills and tools go in front of it; no session records them.'
      : BESIDE,
  );
  if (!withMessages) return;
  const messages = view.prompt === null ? view.history : [...view.history, view.prompt];
  for (const message of messages) {
    await output.line('');
    await output.line(paint.cyan(message.role) + paint.dim(message.turn === null ? '' : ` · turn ${message.turn + 1}`));
    for (const line of linesOf(message)) await output.line(terminalText(line, { multiline: true }));
  }
}

/** What goes beside a history of which it is not known how fx condenses it. */
async function printUnknown(
  { output }: CommandContext,
  id: string,
  turn: number | null,
  { view, sources }: { readonly view: NoModelView; readonly sources: readonly ContextSource[] | null },
  isJson: boolean,
): Promise<void> {
  const { paint } = output;
  if (isJson) {
    const beside = sources?.map((source) => ({ ...source })) ?? null;
    const unknown = { model: null, contextHistoryStart: null, budgetTokens: null, imageRoute: null, parts: null };
    await output.json({
      ...{ kind: 'context', version: 1, id, beforeTurn: turn, sources: beside, ...unknown, turns: view.turns },
      ...{ refused: null, messages: null, notKnown: view.reason },
    });
    return;
  }
  await output.line(
    paint.bold(
      `What fx sends beside the history of ${terminalText(id)} for ${turn === null ? 'the next prompt' : `the prompt of turn ${turn}`}`,
    ),
  );
  const total = sources?.reduce((sum, { isPart, keptBytes }) => sum + (isPart ? 0 : keptBytes), 0) ?? 0;
  const shareOf = (bytes: number) => (total === 0 ? '' : `${Math.round((100 * bytes) / total)} %`);
  const rows = (sources ?? []).map((source) => sourceCells(source, shareOf, paint.yellow));
  if (rows.length > 0) {
    for (const line of layOutTable(COLUMNS, rows, output.columns, paint.dim)) await output.line(line);
  }
  output.note(`What it sends of the history is not known. ${view.reason}`);
  output.note(BESIDE);
}

/** What can be said of what goes in front of a history when it is looked for. */
const BESIDE =
  'Instructions and skills are those of now: no session records them. System prompt and tools cannot be measured.';

function sourceCells(
  { title, observedBytes, keptBytes, limitBytes, keptBy, from, isPart }: ContextSource,
  shareOf: (bytes: number) => string,
  warn: (text: string) => string,
): Cell[] {
  const cut = observedBytes - keptBytes;
  const remarks = [
    ...(keptBy === null ? [] : [`kept by ${keptBy}`]),
    ...(from === 'recorded' ? ['in the history'] : []),
  ];
  return [
    { text: `${isPart ? '  ' : ''}${terminalText(title)}` },
    { text: '' },
    { text: formatBytes(observedBytes) },
    { text: '' },
    { text: isPart ? '' : shareOf(keptBytes) },
    { text: formatBytes(limitBytes) },
    { text: cut === 0 ? '' : formatBytes(cut), style: warn },
    { text: remarks.join(', ') },
  ];
}

function* linesOf(message: ModelMessage): Generator<string> {
  if (message.role === 'tool') {
    yield `${message.toolName} (${message.callId})`;
    yield message.output;
    return;
  }
  if (message.text !== '') yield message.text;
  if (message.role === 'user') for (const { id, mediaType } of message.images) yield `[Image #${id}, ${mediaType}]`;
  if (message.role === 'assistant') {
    for (const { id, name, argumentsJson } of message.calls) yield `→ ${name} (${id}) ${argumentsJson}`;
  }
}

function viewToJson(
  id: string,
  turn: number | null,
  view: ModelView,
  sources: readonly ContextSource[] | null,
): JsonObject {
  const parts = partsOf(view).map(({ title, messages, tokens, isKept }) => ({
    title,
    kept: isKept,
    messages: messages.length,
    bytes: messages.reduce((sum, message) => sum + bytesOf(message), 0),
    tokens,
  }));
  return {
    kind: 'context',
    version: 1,
    id,
    beforeTurn: turn,
    sources: sources?.map((source) => ({ ...source })) ?? null,
    model: view.model,
    turns: view.turns,
    contextHistoryStart: view.contextHistoryStart,
    budgetTokens: view.budgetTokens,
    imageRoute: view.imageRoute,
    parts,
    refused: view.fault === null ? null : { ...view.fault },
    messages: [...view.history, ...(view.prompt === null ? [] : [view.prompt])] as unknown as JsonValue[],
    notKnown: null,
  };
}

/** The turns that the model receives as they are. */
function verbatim(view: ModelView): ReadonlySet<number> {
  return new Set(view.entries.flatMap(({ index, isKept }) => (isKept && index !== null ? [index + 1] : [])));
}

async function printDiff(
  { output }: CommandContext,
  [from, before]: readonly [number, ModelView],
  [to, after]: readonly [number, ModelView],
  isJson: boolean,
): Promise<ExitCode> {
  const [was, is] = [verbatim(before), verbatim(after)];
  const left = [...was].filter((turn) => !is.has(turn));
  const came = [...is].filter((turn) => !was.has(turn));
  const [oldRecord, newRecord] = [recordOf(before), recordOf(after)];
  if (isJson) {
    await output.json({
      kind: 'context-diff',
      version: 1,
      from,
      to,
      left,
      came,
      record: { before: oldRecord, after: newRecord },
    });
    return ExitCode.ok;
  }
  const list = (turns: readonly number[]) =>
    turns.length === 0 ? 'no turn' : `${turns.length === 1 ? 'turn' : 'turns'} ${turns.join(', ')}`;
  await output.line(output.paint.bold(`From the prompt of turn ${from} to that of turn ${to}`));
  await output.line(output.paint.red(`- ${list(left)} left the view, or went into the record`));
  await output.line(output.paint.green(`+ ${list(came)} came into it`));
  if (oldRecord === newRecord) return ExitCode.ok;
  const [old, now] = [oldRecord?.split('\n') ?? [], newRecord?.split('\n') ?? []];
  for (const line of old) if (!now.includes(line)) await output.line(output.paint.red(`- ${terminalText(line)}`));
  for (const line of now) if (!old.includes(line)) await output.line(output.paint.green(`+ ${terminalText(line)}`));
  return ExitCode.ok;
}

function recordOf(view: ModelView): string | null {
  const entry = view.entries.find(({ turn, isKept }) => isKept && turn.kind === 'compacted_summary');
  return entry?.turn.kind === 'compacted_summary' ? String(entry.turn.summary) : null;
}
