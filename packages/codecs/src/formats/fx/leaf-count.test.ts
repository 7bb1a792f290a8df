/**
 * Counts what is in a log of fx by walking fx's own objects, and looks for each piece in the common transcript or in the report. It shares no
 * code with the codec.
 */
import { reduceLog } from '@fxlog/assembler';
import type { HistoryTurn, StateDocument } from '@fxlog/format';
import { describe, expect, it } from 'vitest';
import type { Loss } from '../../loss.js';
import { FX_SESSIONS, filesIn } from '../../testing/fx-fixtures.js';
import { leavesOf, tokensOf } from '../../testing/leaves.js';
import { runConversion } from '../../testing/run-conversion.js';

interface FxLeaf {
  readonly path: string;
  readonly value: string | number | bigint | boolean;
}

/** Every text, number and flag below a value, with its path. */
function* walk(value: unknown, path: string): Generator<FxLeaf> {
  if (
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    typeof value === 'boolean'
  ) {
    yield { path, value };
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* walk(item, `${path}/${key}`);
  }
}

/** The turns of a session; one that was still running as fx would have committed it. */
function turnsOf(state: StateDocument | null): HistoryTurn[] {
  const { history = [], recovery_checkpoint: checkpoint } = state ?? {};
  if (checkpoint === undefined) return history;
  const { user, execution, assistant_source: assistant } = checkpoint;
  return [...history, { kind: 'interrupted', user, assistant, tool_call: null, completed_tool_names: [], execution }];
}

/** Leaves that say nothing of their own: they follow from the form of the turn, or are checked apart. */
const IMPLIED = [
  /^\/kind$/,
  /^\/terminal_reason$/,
  /\/schema_version$/,
  /\/(?:tool_call_id|status|tool_name|name|id|arguments_json)$/,
  /\/snapshot_(?:path|sha256)$/,
  /\/(?:output_bytes|stored_output_bytes|truncated|provider_native)$/,
  /\/created_at_ms$/,
  /^\/completed_tool_names\//,
  /^\/(?:removed_turn_count|compaction_count)$/,
];

/** Parts of a turn that a transcript has no place for, and the loss that has to say so. */
const REPORTED: readonly (readonly [RegExp, Loss['code'], RegExp])[] = [
  [/^\/execution\/files\//, 'dropped-record', /noted about a file/],
  [/\/committed_file_presentation\//, 'dropped-record', /as it was shown/],
  [/\/command_process_presentation\//, 'dropped-record', /process ended/],
  [/\/command_output_replay\//, 'dropped-record', /raw output/],
  [/\/images\/\d+\/path$/, 'dropped-extra', /came from/],
  [/\/(?:output_handle|preview)$/, 'dropped-extra', /whole output/],
  [/^\/cancelled_command\//, 'dropped-record', /cancelled command/],
  [/\/work_id$/, 'dropped-extra', /parent session/],
];

describe.each(FX_SESSIONS)('of the session %s', (_shape, directory) => {
  it('every piece is in the transcript or in the report', async () => {
    const { state } = await reduceLog(`${directory}/events.jsonl`);
    const { main, losses } = await runConversion(`${directory}/events.jsonl`, {
      from: 'fx',
      to: 'common',
      readAttachment: filesIn(directory),
    });
    const common = leavesOf(main.toString());
    const all = losses.kinds().flatMap(({ samples }) => samples);
    const history = turnsOf(state);

    const missing: string[] = [];
    let calls = 0;
    let results = 0;
    let images = 0;
    for (const [index, turn] of history.entries()) {
      const said = all.filter(({ where }) => where.turn === index);
      for (const { path, value } of walk(turn, '')) {
        if (path.endsWith('/arguments_json')) calls++;
        if (path.endsWith('/tool_call_id') && path.includes('/tool_results/')) results++;
        if (path.endsWith('/media_type')) images++;
        if (IMPLIED.some((pattern) => pattern.test(path)) || value === '') continue;
        const texts = common.filter(({ kind }) => kind === 'text' || kind === 'result' || kind === 'image');
        if (
          texts.some(
            (leaf) => leaf.value === value || (leaf.kind === 'image' && leaf.value.includes(JSON.stringify(value))),
          )
        )
          continue;
        const rule = REPORTED.find(([pattern]) => pattern.test(path));
        const isSaid =
          rule !== undefined
            ? said.some(({ code, detail }) => code === rule[1] && rule[2].test(detail))
            : said.some(
                ({ code, detail }) =>
                  code === 'dropped-extra' && path.endsWith('/output') && /whole output/.test(detail),
              );
        // A replay that was not kept says nothing.
        if (isSaid || value === 'unavailable') continue;
        missing.push(`turn ${index}${path}: ${String(value).slice(0, 100)}`);
      }
    }
    expect(missing).toEqual([]);
    expect(common.filter(({ kind }) => kind === 'call')).toHaveLength(calls);
    expect(common.filter(({ kind }) => kind === 'result')).toHaveLength(results);
    expect(common.filter(({ kind }) => kind === 'image' || kind === 'artifact')).toHaveLength(images);
  });

  it('calls, results and their order are those of the log', async () => {
    const { state } = await reduceLog(`${directory}/events.jsonl`);
    const { main } = await runConversion(`${directory}/events.jsonl`, {
      from: 'fx',
      to: 'common',
      readAttachment: filesIn(directory),
    });
    const { messages } = JSON.parse(main.toString()) as { messages: { content: Record<string, unknown>[] }[] };
    const blocks = messages.flatMap(({ content }) => content);
    const wanted = turnsOf(state).flatMap((turn) => {
      if (turn.kind === 'compacted_summary') return [];
      const steps = (turn.execution?.tool_steps ?? []).flatMap((step) => [
        ...step.tool_calls.map(({ id }) => `call ${id}`),
        ...step.tool_results.map(({ tool_call_id, status }) => `result ${tool_call_id} ${status}`),
      ]);
      return turn.kind === 'interrupted' && turn.tool_call !== null ? [...steps, `call ${turn.tool_call.id}`] : steps;
    });
    const given = blocks.flatMap(({ type, id, tool_use_id, is_error }) => {
      if (type === 'tool_use') return [`call ${String(id)}`];
      return type === 'tool_result'
        ? [`result ${String(tool_use_id)} ${is_error === true ? 'failure' : 'success'}`]
        : [];
    });
    expect(given).toEqual(wanted);
  });

  it('the tokens of the messages add up to the totals of the session, unless these went down', async () => {
    const { state } = await reduceLog(`${directory}/events.jsonl`);
    const { main, losses } = await runConversion(`${directory}/events.jsonl`, { from: 'fx', to: 'common' });
    if (losses.count('usage-reset') > 0) return;
    const { input_tokens = 0, output_tokens = 0 } = tokensOf(main.toString());
    const lost = losses.kinds().flatMap(({ samples }) =>
      samples.flatMap(({ code, detail }) => {
        const numbers = /(\d+) and (\d+) tokens/.exec(detail);
        return code !== 'dropped-usage' || numbers === null ? [] : [[Number(numbers[1]), Number(numbers[2])] as const];
      }),
    );
    const [lostInput, lostOutput] = lost.reduce(
      ([input, output], [more, also]) => [input + more, output + also],
      [0, 0],
    );
    expect([input_tokens + lostInput, output_tokens + lostOutput]).toEqual([
      state?.total_input_tokens,
      state?.total_output_tokens,
    ]);
  });
});
