/**
 * Codex → items, in two passes: first what was taken back (compactions, undone turns), then the rest in file order. A file is read twice; a
 * stream that cannot be read again is held in memory.
 */
import { basename } from 'node:path';
import type { JsonObject, JsonValue } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import type { Source } from '@fxlog/reader';
import type { DecodeContext } from '../../codec.js';
import { CodecError } from '../../codec-error.js';
import { withoutAbsent } from '../../model/read-transcript.js';
import { EPOCH } from '../../model/timestamp.js';
import type { Lineage, MessageItem, TranscriptItem, TranscriptMeta } from '../../model/transcript.js';
import { objectField, textField, timeField } from '../harness/harness-fields.js';
import { KeyWatch } from '../harness/key-watch.js';
import { LossTally, RECORDS } from '../harness/loss-tally.js';
import { ItemReader } from './item-reader.js';
import { shapeOf } from './line-shapes.js';
import type { Moment } from './message-builder.js';
import { openRollout, readRollout, reportLaterFiles } from './rollout.js';
import { historyOf, indexRollout, type RolloutIndex, type TakenBack } from './rollout-index.js';

/** Keys without which Codex does not resume (other-harnesses §2.2). */
const REQUIRED_KEYS = ['id', 'timestamp', 'cwd', 'originator', 'cli_version'] as const;
const NAME_WITH_ID = /-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.jsonl$/;

export async function* decodeCodex(
  input: Source,
  context: DecodeContext,
): AsyncGenerator<readonly TranscriptItem[], void, undefined> {
  const { report, view } = context;
  const files = await openRollout(input, context);
  const index = await indexRollout(files, context);
  await reportLaterFiles(index.meta, files, context);
  yield [{ type: 'meta', meta: readMeta(index, context) }];

  let batch: MessageItem[] = [];
  const tally = new LossTally();
  const keys = new KeyWatch(tally);
  const reader = new ItemReader(context, tally, index.hasItems, (item) => batch.push(item));
  const skipper = new Skipper(index.takenBack);
  for (const taken of index.takenBack) reportTakenBack(taken, context);
  for await (const records of readRollout(files, context, null)) {
    for (const record of records) {
      const { object, offset, length, line, number, thread } = record;
      const timestamp = timeField(object, 'timestamp');
      const where = { offset, line };
      if (timestamp === undefined) {
        report({ code: 'bad-line', where, detail: 'Codex passes over a line without a time.' });
        continue;
      }
      const payload = objectField(object, 'payload') ?? {};
      // Only the source itself has places that others can look at.
      const moment: Moment = { timestamp, where, source: thread === null ? { offset, length, line } : undefined };
      const isTakenBack = skipper.isTakenBack(number);
      if (!isTakenBack) keys.check(object, shapeOf(object, payload), record);
      if (object.type === 'turn_context') reader.takeTurnContext(payload);
      else if (!isTakenBack) takeLine(object.type, payload, moment, index.said.has(number));
    }
    if (batch.length > 0) yield batch;
    batch = [];
  }
  reader.finish();
  tally.flush(report);
  if (batch.length > 0) yield batch;

  function takeLine(type: JsonValue | undefined, payload: JsonObject, moment: Moment, isSaid: boolean): void {
    if (type === 'response_item') reader.takeItem(payload, moment, isSaid);
    else if (type === 'event_msg') reader.takeEvent(payload, moment);
    else if (type === 'compacted') {
      if (view === 'model') takeHistory(payload, moment);
    } else if (type !== 'session_meta') tally.add('dropped-record', RECORDS, moment.where, String(type ?? null));
  }

  function takeHistory(payload: JsonObject, moment: Moment): void {
    for (const item of (historyOf(payload) ?? []).slice(0, index.keptOfHistory)) {
      if (isJsonObject(item)) reader.takeItem(item, moment, false);
    }
  }
}

function reportTakenBack({ from, to, where, reason }: TakenBack, { report }: DecodeContext): void {
  const detail = reason === 'compaction' ? 'Lines before the last compaction.' : 'Lines of turns that were undone.';
  report({ code: 'compaction-applied', where, detail, count: to - from });
}

/** Asks for ascending records whether they were taken back. */
class Skipper {
  #next = 0;

  readonly #ranges: readonly TakenBack[];

  constructor(ranges: readonly TakenBack[]) {
    this.#ranges = ranges;
  }

  isTakenBack(number: number): boolean {
    while ((this.#ranges[this.#next]?.to ?? Number.POSITIVE_INFINITY) <= number) this.#next++;
    return (this.#ranges[this.#next]?.from ?? Number.POSITIVE_INFINITY) <= number;
  }
}

function readMeta(index: RolloutIndex, { file, mode, report }: DecodeContext): TranscriptMeta {
  const { meta, firstTime, model } = index;
  if (meta === null && mode === 'strict') {
    throw new CodecError({
      rule: 'codec/invalid-document',
      message: 'The file has no session_meta, so that Codex refuses it.',
      file,
    });
  }
  const missing = REQUIRED_KEYS.filter((key) => typeof meta?.[key] !== 'string');
  if (missing.length > 0) {
    report({
      code: 'bad-line',
      where: {},
      detail: `Codex does not resume a session whose meta has no ${missing.join(', ')}.`,
    });
  }
  const known = meta ?? {};
  return withoutAbsent<TranscriptMeta>({
    id: textField(known, 'id') ?? NAME_WITH_ID.exec(basename(file ?? ''))?.[1] ?? '',
    timestamp: timeField(known, 'timestamp') ?? firstTime ?? EPOCH,
    cwd: textField(known, 'cwd'),
    git_branch: textField(objectField(known, 'git') ?? {}, 'branch'),
    cli_version: textField(known, 'cli_version'),
    model,
    lineage: readLineage(known),
  });
}

function readLineage(meta: JsonObject): Lineage | undefined {
  const fork = textField(meta, 'forked_from_id');
  if (fork !== undefined) return { parent: fork, relation: 'fork' };
  const spawn = objectField(objectField(objectField(meta, 'source') ?? {}, 'subagent') ?? {}, 'thread_spawn');
  const parent = spawn === undefined ? undefined : textField(spawn, 'parent_thread_id');
  return parent === undefined ? undefined : { parent, relation: 'spawn' };
}
