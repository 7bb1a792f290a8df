import {
  type Compaction,
  durableText,
  loggedOutput,
  outputHandle,
  readConversation,
  type SessionState,
  type Turn,
  type TurnCall,
  type TurnEnd,
  type TurnResult,
  type TurnStep,
} from '@fxlog/assembler';
import type { ConversationEntry } from '@fxlog/assembler/internal';
import type { DurableBytes, Finding, Int64, RuleId, Uint64 } from '@fxlog/format';
import { CallSubjects } from '@fxlog/harness/internal';
import { utf8ByteLength } from '@fxlog/json/internal';
import { describeSession } from '@fxlog/store/internal';
import { ConversationDigest } from '../model/conversation-key.js';
import type { TaskContext, TaskInput, TaskOutcome } from '../model/task.js';
import { dayOf } from './day.js';
import { findSessionLog, type SessionLog, watermarkMismatch } from './session-log.js';
import type { RowOf, TableRow } from './tables.js';
import { hasRequests, richUsage, UsageLedger, usageState } from './usage-ledger.js';
import { usageSince } from './usage-since.js';

/** What is derived. */
export interface DeriveOptions {
  /** Whether texts, arguments and outputs come with the rows; without them those cells are null. */
  readonly content: boolean;
  /** Whether there are rows for messages at all. Default true. */
  readonly messages?: boolean | undefined;
  /** Time zone in which days begin, a name of the IANA database. Default: UTC. */
  readonly timeZone?: string | undefined;
}

/** Findings of one session that are kept; all are counted. */
const MAX_FINDINGS = 1000;

/**
 * The rows of one session, in batches; the row of `sessions` comes last. A damaged log gives what can be read of it, and a
 * failure.
 *
 * @throws BatchError when there is no log that can be read
 */
export async function* deriveRows(
  input: TaskInput,
  options: DeriveOptions,
  { signal }: TaskContext,
): AsyncGenerator<TableRow[], TaskOutcome, undefined> {
  const log = await findSessionLog(input);
  const notes = new FindingNotes(input.key);
  for (const finding of log.findings) notes.add(finding);
  const ledger = new UsageLedger(options.timeZone);
  const history = new HistoryRows(input.key, options);
  const reading = readConversation(log.source, {
    mode: 'lenient',
    file: log.file,
    end: log.end,
    readBlob: log.readBlob,
    unfinished: log.unfinished,
    signal,
    onFinding: (finding) => notes.add(finding),
    watch: ledger,
  });
  for (;;) {
    const batch = await reading.next();
    if (batch.done === true) {
      const { state, through, bytesConsumed } = batch.value;
      const mismatch = watermarkMismatch(log, through);
      if (mismatch !== null) notes.add(mismatch);
      if (state === null && notes.counts.error === 0) {
        notes.add({
          rule: 'log/no-start',
          severity: 'error',
          message: 'There is no session in this log.',
          file: log.file,
        });
      }
      const known = knownOf(log, state);
      // What stands beside the log is a total: nothing says on which days it was spent.
      if (known.isBesideLog && state !== null) {
        ledger.began({ ...state, workspaceRoot: known.workspaceRoot, usage: known.usage });
      }
      // What was counted since some of it was lost is no total.
      const parts = notes.isUsageLost ? [] : ledger.parts;
      if (ledger.resets > 0) notes.add(usageReset(ledger.resets, log.file));
      const usage = parts.map(
        (part, i): TableRow => ({
          table: 'usage',
          row: { session: input.key, part: i + 1, ...part },
        }),
      );
      const session: TableRow = {
        table: 'sessions',
        row: sessionRow(input, log, state, known, ledger, history, bytesConsumed, notes),
      };
      yield [...usage, ...notes.rows, session];
      const { counts, failure } = notes;
      const conversation = history.conversation.end(state?.id ?? log.session?.id ?? null);
      return { counts, bytes: bytesConsumed, conversation, ...(failure !== null && { failure }) };
    }
    const rows: TableRow[] = [];
    for (const item of batch.value) {
      if (item.type === 'begin') history.begin(item.state);
      if (item.type === 'turn' || item.type === 'compaction') history.entry(item, rows);
    }
    if (rows.length > 0) yield rows;
  }
}

/** What the row of a compaction says of what it does not have. */
const NO_STEPS = {
  interruption: null,
  interrupted_tool: null,
  steps: 0,
  calls: 0,
  failures: 0,
  images: 0,
  work_id: null,
  is_inherited: false,
} as const;

/** The cells that turns and compactions have in common. */
function rowOf(session: string, { index, timeMs, language, source }: Turn | Compaction, timeZone: string | undefined) {
  return {
    session,
    turn: index + 1,
    time_ms: timeMs,
    day: timeMs === null ? null : dayOf(timeMs, timeZone),
    language,
    seq: source.seq,
    offset: source.offset,
    length: source.length,
  };
}

/** The word of the tables, which is that of fx's own log. */
function kindOf({ kind }: TurnEnd): string {
  return kind === 'completed' ? 'assistant' : kind;
}

/** The rows of turns, and what they add up to. */
class HistoryRows {
  turns = 0;
  running = 0;
  interruptions = 0;
  calls = 0;
  /** Turns that were copied from the session from which this one was forked. */
  inherited = 0;
  readonly conversation = new ConversationDigest();
  readonly #subjects = new CallSubjects();
  /** The last line that was copied from there. */
  #forkSeq: Uint64 = 0;

  constructor(
    readonly session: string,
    readonly options: DeriveOptions,
  ) {}

  begin({ native }: SessionState): void {
    if (native.dialect === 'sessions-v2') this.#forkSeq = native.forkedFrom?.seq ?? 0;
  }

  entry(entry: ConversationEntry, out: TableRow[]): void {
    if (entry.type === 'turn') this.#turn(entry.turn, out);
    else this.#compaction(entry.compaction, out);
  }

  #compaction(compaction: Compaction, out: TableRow[]): void {
    const { index, summary } = compaction;
    this.conversation.add([compaction.timeMs, compaction.source.seq, textOf(summary)]);
    const key = { session: this.session, turn: index + 1 };
    this.#message(out, { ...key, step: 1, role: 'summary', is_final: true }, summary);
    out.push({
      table: 'turns',
      row: { ...rowOf(this.session, compaction, this.options.timeZone), kind: 'compacted_summary', ...NO_STEPS },
    });
    this.turns = index + 1;
  }

  #turn(turn: Turn, out: TableRow[]): void {
    const key = { session: this.session, turn: turn.index + 1 };
    const { end, steps, user } = turn;
    let failures = 0;
    let calls = 0;
    this.#message(out, { ...key, step: 0, role: 'user', is_final: false }, user.text);
    for (const [i, step] of steps.entries()) {
      if (step.text !== null) {
        this.#message(out, { ...key, step: i + 1, role: 'assistant', is_final: false }, step.text);
      }
      calls += step.calls.length;
      failures += step.results.filter(({ status, callIndex }) => status === 'failure' && callIndex !== null).length;
      this.#calls(out, { ...key, step: i + 1 }, step);
    }
    if (end.text !== null)
      this.#message(out, { ...key, step: steps.length + 1, role: 'assistant', is_final: true }, end.text);
    const interrupted = end.kind === 'interrupted' ? end : null;
    const isInherited = turn.source.seq <= this.#forkSeq;
    out.push({
      table: 'turns',
      row: {
        ...rowOf(this.session, turn, this.options.timeZone),
        kind: kindOf(end),
        interruption: interrupted?.reason ?? null,
        interrupted_tool: textOf(interrupted?.call?.name ?? null),
        steps: steps.length,
        calls,
        failures,
        images: user.images.length,
        work_id: user.workId,
        is_inherited: isInherited,
      },
    });
    // One that is still running is no turn of the history yet.
    if (end.kind === 'running') {
      this.running += 1;
      return;
    }
    const { timeMs, source } = turn;
    // A fork is another session, also before it has a turn of its own.
    const facts = [timeMs, source.seq, textOf(user.text), end.kind, textOf(end.text), calls];
    this.conversation.add(isInherited ? ['inherited', ...facts] : facts);
    this.turns = turn.index + 1;
    if (isInherited) this.inherited += 1;
    this.calls += calls;
    if (interrupted !== null) this.interruptions += 1;
  }

  #message(out: TableRow[], key: Omit<RowOf<'messages'>, 'bytes' | 'text' | 'is_exact'>, bytes: DurableBytes): void {
    if (this.options.messages === false) return;
    const row = {
      ...key,
      bytes: sizeOf(bytes),
      text: this.options.content ? textOf(bytes) : null,
      is_exact: typeof bytes === 'string',
    };
    out.push({ table: 'messages', row });
  }

  #calls(out: TableRow[], key: Pick<RowOf<'tool_calls'>, 'session' | 'turn' | 'step'>, step: TurnStep): void {
    const { calls, results } = step;
    for (const [i, call] of calls.entries()) {
      const result = call.resultIndex === null ? null : (results[call.resultIndex] ?? null);
      const row = this.#call({ ...key, call: i + 1 }, call, result);
      out.push({ table: 'tool_calls', row });
      this.#subject(out, row, call, result);
    }
    const strays = results.filter((result) => result.callIndex === null);
    for (const [i, result] of strays.entries()) {
      out.push({ table: 'tool_calls', row: this.#call({ ...key, call: calls.length + i + 1 }, null, result) });
    }
  }

  /** The rows of what a call was about. */
  #subject(out: TableRow[], row: RowOf<'tool_calls'>, call: TurnCall, result: TurnResult | null): void {
    const { session, turn, step, call: number, tool, status, output_bytes } = row;
    const { file, mcp, skill, refusal } = this.#subjects.of(tool, () => textOf(call.argumentsJson) ?? '', result);
    const key = { session, turn, step, call: number };
    if (file !== null) {
      const { additions = null, deletions = null } = result?.fileChange ?? {};
      const names = { action: file.use, path: file.path, new_path: file.newPath };
      out.push({ table: 'files', row: { ...key, ...names, status, additions, deletions } });
    }
    const used =
      mcp === null ? { kind: 'skill', server: null, name: skill } : { kind: 'mcp', server: mcp.server, name: mcp.tool };
    const { name } = used;
    if (name !== null) out.push({ table: 'extensions', row: { ...key, ...used, name, status, output_bytes } });
    if (refusal !== null) out.push({ table: 'refusals', row: { ...key, tool, reason: refusal } });
  }

  #call(
    key: Pick<RowOf<'tool_calls'>, 'session' | 'turn' | 'step' | 'call'>,
    call: TurnCall | null,
    result: TurnResult | null,
  ): RowOf<'tool_calls'> {
    const { content } = this.options;
    const process = result?.process ?? null;
    const output = result === null ? null : loggedOutput(result);
    const isExact = [call?.argumentsJson, output].every((bytes) => !(bytes instanceof Uint8Array));
    return {
      ...key,
      call_id: textOf(call?.id ?? result?.callId ?? null),
      tool: textOf(call?.name ?? result?.toolName ?? null) ?? '',
      is_call: call !== null,
      arguments: content ? textOf(call?.argumentsJson ?? null) : null,
      status: result?.status ?? null,
      finished_ms: result?.createdAtMs ?? null,
      output_bytes: result?.outputBytes ?? null,
      stored_bytes: result?.storedOutputBytes ?? null,
      is_truncated: result?.isTruncated ?? null,
      output: content ? textOf(output) : null,
      is_exact: isExact,
      output_handle: textOf(result === null ? null : outputHandle(result)),
      exit_code: process?.kind === 'exit_code' ? process.value : null,
      signal: process?.kind === 'signal' ? process.value : null,
    };
  }
}

/** What is known of a session but for its turns. */
interface Known extends Pick<SessionState, 'workspaceRoot' | 'originWorkspaceRoot' | 'language' | 'usage'> {
  readonly preferences: {
    readonly provider: string | null;
    readonly model: string | null;
    readonly effort: string | null;
  } | null;
  readonly createdAtMs: Int64 | null;
  readonly updatedAtMs: Int64 | null;
  /** Whether the costs are those of a file beside the log. */
  readonly isBesideLog: boolean;
}

/** What the log says of its session, and what the files beside it say where the log is silent. */
function knownOf({ session }: SessionLog, state: SessionState | null): Known {
  if (session === null || state === null || (state.totals !== null && state.preferences !== null)) {
    const none = { workspaceRoot: null, originWorkspaceRoot: null, language: null, usage: null, preferences: null };
    return { ...none, createdAtMs: null, updatedAtMs: null, ...state, isBesideLog: false };
  }
  const summary = describeSession(session.dir);
  const sidecar = state.usage === null && state.totals === null ? session.usage() : null;
  const usage = sidecar?.state === 'present' ? sidecar.value.snapshot : state.usage;
  return {
    workspaceRoot: state.workspaceRoot ?? summary.workspaceRoot,
    originWorkspaceRoot: state.originWorkspaceRoot ?? summary.originWorkspaceRoot,
    language: state.language ?? summary.conversationLanguage,
    preferences: state.preferences ?? summary,
    createdAtMs: summary.createdAtMs ?? state.createdAtMs,
    updatedAtMs: state.updatedAtMs,
    usage,
    isBesideLog: usage !== state.usage,
  };
}

function sessionRow(
  input: TaskInput,
  { session }: SessionLog,
  state: SessionState | null,
  known: Known,
  ledger: UsageLedger,
  history: HistoryRows,
  bytes: number,
  { failure, isUsageLost }: FindingNotes,
): RowOf<'sessions'> {
  const display = session?.display();
  const child = session?.child() ?? null;
  const running = known.usage ?? undefined;
  const { inherited } = ledger;
  const hasReset = ledger.resets > 0;
  const total = running === undefined || inherited === null ? running : usageSince(running, inherited);
  const asked = history.turns + history.running;
  const covered = isUsageLost ? 'unknown' : usageState(total, asked);
  const covers = covered === 'complete' && hasReset ? 'partial' : covered;
  const usage = total !== undefined && !isUsageLost && !hasReset && hasRequests(total, asked) ? total : undefined;
  const counted = covers === 'unknown' ? undefined : usage;
  const sidecar = session?.usage();
  const rich =
    counted === undefined ? null : richUsage(counted, sidecar?.state === 'present' ? sidecar.value.snapshot : null);
  const amounts =
    hasReset && covers !== 'unknown'
      ? ledger.sum
      : {
          cost_usd: counted?.total_cost ?? null,
          input_tokens: counted?.input_tokens ?? null,
          output_tokens: counted?.output_tokens ?? null,
          cache_read_tokens: counted?.cache_read_tokens ?? null,
          cache_write_tokens: counted?.cache_write_tokens ?? null,
          web_searches: counted?.billable_web_search_calls ?? null,
        };
  return {
    session: input.key,
    status: failure === null ? 'done' : 'failed',
    rule: failure?.rule ?? null,
    reason: failure?.reason ?? null,
    format: session?.format ?? state?.native.dialect ?? null,
    id: state?.id ?? session?.id ?? null,
    title: display?.state === 'present' ? display.value.title : null,
    workspace: known.workspaceRoot,
    origin_workspace: known.originWorkspaceRoot,
    parent_id: child?.parentId ?? null,
    child_mode: child?.mode ?? null,
    language: known.language,
    provider: known.preferences?.provider ?? null,
    model: known.preferences?.model ?? null,
    effort: known.preferences?.effort ?? null,
    created_ms: known.createdAtMs,
    updated_ms: known.updatedAtMs,
    turns: history.turns,
    inherited_turns: history.inherited,
    interruptions: history.interruptions,
    calls: history.calls,
    log_bytes: bytes,
    usage_state: covers,
    ...amounts,
    reasoning_tokens: rich?.reasoning ?? null,
    requests: rich?.requests ?? null,
    api_ms: usage?.api_duration_complete === true ? usage.api_duration_ms : null,
    wall_ms: usage?.wall_duration_complete === true ? usage.wall_duration_ms : null,
    lines_added: usage?.code_complete === true ? usage.lines_added : null,
    lines_removed: usage?.code_complete === true ? usage.lines_removed : null,
  };
}

function usageReset(times: number, file: string): Finding {
  const often = times === 1 ? 'once' : `${times} times`;
  const message = `The running total of costs and tokens fell ${often}: what was counted before that is added to what was counted since.`;
  return { rule: 'usage/reset', severity: 'warning', message, file };
}

/** The findings of one session. */
class FindingNotes {
  readonly counts = { error: 0, warning: 0, info: 0 };
  readonly rows: TableRow[] = [];
  failure: { readonly rule: RuleId; readonly reason: string } | null = null;
  /** Whether usage was there that cannot be read. */
  isUsageLost = false;

  constructor(readonly session: string) {}

  add(finding: Finding): void {
    this.counts[finding.severity] += 1;
    const { rule, severity, message, file, offset, length, line, seq, path, fxError } = finding;
    if (severity === 'error') this.failure ??= { rule, reason: message };
    if (rule === 'usage/other-shape') this.isUsageLost = true;
    if (this.rows.length >= MAX_FINDINGS) return;
    this.rows.push({
      table: 'findings',
      row: {
        session: this.session,
        finding: this.rows.length + 1,
        rule,
        severity,
        message,
        file: file ?? null,
        offset: offset ?? null,
        length: length ?? null,
        line: line ?? null,
        seq: seq ?? null,
        path: path ?? null,
        fx_error: fxError ?? null,
      },
    });
  }
}

function textOf(bytes: DurableBytes | null): string | null {
  return bytes === null ? null : durableText(bytes).text;
}

function sizeOf(bytes: DurableBytes): number {
  return typeof bytes === 'string' ? utf8ByteLength(bytes) : bytes.length;
}
