import { assembleTurns, durableText, type Turn, type TurnCall, type TurnResult, type TurnStep } from '@fxlog/assembler';
import type { DurableBytes, Finding, RuleId, StateDocument } from '@fxlog/format';
import { utf8ByteLength } from '@fxlog/json';
import type { TaskContext, TaskInput, TaskOutcome } from '../model/task.js';
import { dayOf } from './day.js';
import { findSessionLog, type SessionLog, watermarkMismatch } from './session-log.js';
import type { RowOf, TableRow } from './tables.js';
import { hasRequests, richUsage, UsageLedger, usageState } from './usage-ledger.js';

/** What is derived. */
export interface DeriveOptions {
  /** Whether texts, arguments and outputs come with the rows; without them those cells are null. */
  readonly content: boolean;
}

/** Takes back every row of this session so far: its history was replaced. */
export interface Reset {
  readonly table: 'reset';
}

/** What comes out of {@link deriveRows}. */
export type DerivedRow = TableRow | Reset;

/** Findings of one session that are kept; all are counted. */
const MAX_FINDINGS = 1000;

/**
 * The rows of one session, in one pass over its log, in batches; the row of `sessions` comes last. A damaged log gives what can be read of it, and a
 * failure.
 *
 * @throws BatchError when there is no log that can be read
 */
export async function* deriveRows(
  input: TaskInput,
  options: DeriveOptions,
  { signal }: TaskContext,
): AsyncGenerator<DerivedRow[], TaskOutcome, undefined> {
  const log = await findSessionLog(input);
  const notes = new FindingNotes(input.key);
  for (const finding of log.findings) notes.add(finding);
  const ledger = new UsageLedger();
  let history = new HistoryRows(input.key, options);
  const reading = assembleTurns(log.path, {
    mode: 'lenient',
    file: log.file,
    end: log.end,
    signal,
    onFinding: (finding) => notes.add(finding),
    onEvent: (record, fold) => ledger.event(record, fold),
  });
  for (;;) {
    const batch = await reading.next();
    if (batch.done === true) {
      const { state, boundary, bytesConsumed } = batch.value;
      const mismatch = watermarkMismatch(log, boundary);
      if (mismatch !== null) notes.add(mismatch);
      if (state === null && notes.counts.error === 0) {
        notes.add({
          rule: 'log/no-start',
          severity: 'error',
          message: 'There is no session in this log.',
          file: log.file,
        });
      }
      const usage = ledger.end().map(
        (part, i): TableRow => ({
          table: 'usage',
          row: { session: input.key, part: i + 1, ...part },
        }),
      );
      const session: TableRow = {
        table: 'sessions',
        row: sessionRow(input, log, state, history, bytesConsumed, notes),
      };
      yield [...usage, ...notes.rows, session];
      const { counts, failure } = notes;
      return { counts, bytes: bytesConsumed, ...(failure !== null && { failure }) };
    }
    let rows: DerivedRow[] = [];
    for (const item of batch.value) {
      if (item.type === 'history-replaced') {
        // Rows that are still here need not be sent to be taken back.
        rows = [{ table: 'reset' }];
        history = new HistoryRows(input.key, options);
      } else if (item.type === 'turn') {
        history.turn(item.turn, rows);
      }
    }
    if (rows.length > 0) yield rows;
  }
}

/** The rows of turns, and what they add up to. */
class HistoryRows {
  turns = 0;
  interruptions = 0;
  calls = 0;

  constructor(
    readonly session: string,
    readonly options: DeriveOptions,
  ) {}

  turn(turn: Turn, out: DerivedRow[]): void {
    const key = { session: this.session, turn: turn.index + 1 };
    const { end, steps, user, source } = turn;
    let failures = 0;
    let calls = 0;
    if (user !== null) this.#message(out, { ...key, step: 0, role: 'user', is_final: false }, user.text);
    for (const [i, step] of steps.entries()) {
      if (step.text !== null) {
        this.#message(out, { ...key, step: i + 1, role: 'assistant', is_final: false }, step.text);
      }
      calls += step.calls.length;
      failures += step.results.filter(({ status, callIndex }) => status === 'failure' && callIndex !== null).length;
      this.#calls(out, { ...key, step: i + 1 }, step);
    }
    const last = end.kind === 'compacted_summary' ? end.summary : end.text;
    const role = end.kind === 'compacted_summary' ? 'summary' : 'assistant';
    if (last !== null) this.#message(out, { ...key, step: steps.length + 1, role, is_final: true }, last);
    const interrupted = end.kind === 'interrupted' ? end : null;
    out.push({
      table: 'turns',
      row: {
        ...key,
        kind: turn.kind,
        interruption: interrupted?.reason ?? null,
        interrupted_tool: textOf(interrupted?.call?.name ?? null),
        time_ms: turn.timeMs,
        day: turn.timeMs === null ? null : dayOf(turn.timeMs),
        language: turn.language,
        steps: steps.length,
        calls,
        failures,
        images: user?.images.length ?? 0,
        work_id: user?.workId ?? null,
        seq: source.seq,
        offset: source.offset,
        length: source.length,
      },
    });
    this.turns = turn.index + 1;
    this.calls += calls;
    if (interrupted !== null) this.interruptions += 1;
  }

  #message(out: DerivedRow[], key: Omit<RowOf<'messages'>, 'bytes' | 'text' | 'is_exact'>, bytes: DurableBytes): void {
    const row = {
      ...key,
      bytes: sizeOf(bytes),
      text: this.options.content ? textOf(bytes) : null,
      is_exact: typeof bytes === 'string',
    };
    out.push({ table: 'messages', row });
  }

  #calls(out: DerivedRow[], key: Pick<RowOf<'tool_calls'>, 'session' | 'turn' | 'step'>, step: TurnStep): void {
    const { calls, results } = step;
    for (const [i, call] of calls.entries()) {
      const result = call.resultIndex === null ? null : (results[call.resultIndex] ?? null);
      out.push({ table: 'tool_calls', row: this.#call({ ...key, call: i + 1 }, call, result) });
    }
    const strays = results.filter((result) => result.callIndex === null);
    for (const [i, result] of strays.entries()) {
      out.push({ table: 'tool_calls', row: this.#call({ ...key, call: calls.length + i + 1 }, null, result) });
    }
  }

  #call(
    key: Pick<RowOf<'tool_calls'>, 'session' | 'turn' | 'step' | 'call'>,
    call: TurnCall | null,
    result: TurnResult | null,
  ): RowOf<'tool_calls'> {
    const { content } = this.options;
    const process = result?.process ?? null;
    const isExact = [call?.argumentsJson, result?.output].every((bytes) => !(bytes instanceof Uint8Array));
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
      output: content ? textOf(result?.output ?? null) : null,
      is_exact: isExact,
      output_handle: textOf(result?.outputHandle ?? null),
      exit_code: process?.kind === 'exit_code' ? process.value : null,
      signal: process?.kind === 'signal' ? process.value : null,
    };
  }
}

function sessionRow(
  input: TaskInput,
  { session }: SessionLog,
  state: StateDocument | null,
  history: HistoryRows,
  bytes: number,
  { failure }: FindingNotes,
): RowOf<'sessions'> {
  const display = session?.display();
  const child = session?.child() ?? null;
  const covers = usageState(state?.usage, history.turns);
  const usage = state?.usage !== undefined && hasRequests(state.usage, history.turns) ? state.usage : undefined;
  const counted = covers === 'unknown' ? undefined : usage;
  const sidecar = session?.usage();
  const rich =
    counted === undefined ? null : richUsage(counted, sidecar?.state === 'present' ? sidecar.value.snapshot : null);
  return {
    session: input.key,
    status: failure === null ? 'done' : 'failed',
    rule: failure?.rule ?? null,
    reason: failure?.reason ?? null,
    id: state?.id ?? session?.id ?? null,
    title: display?.state === 'present' ? display.value.title : null,
    workspace: state?.workspace_root ?? null,
    origin_workspace: state?.origin_workspace_root ?? null,
    parent_id: child?.parentId ?? null,
    child_mode: child?.mode ?? null,
    language: state?.conversation_language ?? null,
    provider: state?.preferences.provider ?? null,
    model: state?.preferences.model ?? null,
    effort: state?.preferences.effort ?? null,
    created_ms: state?.created_at_ms ?? null,
    updated_ms: state?.updated_at_ms ?? null,
    turns: history.turns,
    interruptions: history.interruptions,
    calls: history.calls,
    log_bytes: bytes,
    usage_state: covers,
    cost_usd: counted?.total_cost ?? null,
    input_tokens: counted?.input_tokens ?? null,
    output_tokens: counted?.output_tokens ?? null,
    cache_read_tokens: counted?.cache_read_tokens ?? null,
    cache_write_tokens: counted?.cache_write_tokens ?? null,
    reasoning_tokens: rich?.reasoning ?? null,
    requests: rich?.requests ?? null,
    web_searches: counted?.billable_web_search_calls ?? null,
    api_ms: usage?.api_duration_complete === true ? usage.api_duration_ms : null,
    wall_ms: usage?.wall_duration_complete === true ? usage.wall_duration_ms : null,
    lines_added: usage?.code_complete === true ? usage.lines_added : null,
    lines_removed: usage?.code_complete === true ? usage.lines_removed : null,
  };
}

/** The findings of one session. */
class FindingNotes {
  readonly counts = { error: 0, warning: 0, info: 0 };
  readonly rows: TableRow[] = [];
  failure: { readonly rule: RuleId; readonly reason: string } | null = null;

  constructor(readonly session: string) {}

  add(finding: Finding): void {
    this.counts[finding.severity] += 1;
    const { rule, severity, message, file, offset, length, line, seq, path, fxError } = finding;
    if (severity === 'error') this.failure ??= { rule, reason: message };
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

const textOf = (bytes: DurableBytes | null): string | null => (bytes === null ? null : durableText(bytes).text);

const sizeOf = (bytes: DurableBytes): number => (typeof bytes === 'string' ? utf8ByteLength(bytes) : bytes.length);
