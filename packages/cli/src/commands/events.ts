import { type CheckedFrame, dialectById } from '@fxlog/format/internal';
import { type JsonValue, stringifyJson } from '@fxlog/json';
import { type EventRecord, readEvents } from '@fxlog/reader';
import type { Command, RootOption } from '../command-context.js';
import { UsageError } from '../exit-code.js';
import { openLog, readOptionsOf, sourceOf } from '../input/log-source.js';
import { LineBuffer } from '../output/line-buffer.js';
import { didYouMean } from '../output/suggestion.js';
import { reportFault } from '../report/fault-report.js';
import { ReadingNotes } from '../report/reading-notes.js';
import { eventKinds } from './event-kinds.js';

export interface EventsOptions extends RootOption {
  readonly kind?: readonly string[];
  readonly seq?: string;
}

interface SeqRange {
  readonly first: bigint;
  readonly last: bigint;
}

const SEQ_RANGE = /^(\d{1,20})(?:-(\d{1,20}))?$/;
/** `fxlog events INPUT`: one JSON object per event, as a stream. */
export const events: Command<[input: string], EventsOptions> = async (context, [argument], options) => {
  const { output, interrupt } = context;
  const kinds = options.kind === undefined ? null : new Set<string>(options.kind.map(checkKind));
  const range = options.seq === undefined ? null : parseSeqRange(options.seq);
  const log = await openLog(context, argument, options.root);
  const notes = new ReadingNotes();
  const reading = {
    ...readOptionsOf(log),
    mode: 'lenient',
    signal: interrupt.signal,
    onFinding: notes.add,
    reuseChunks: true,
  } as const;
  try {
    for await (const batch of readEvents(sourceOf(log), reading)) {
      const lines = new LineBuffer();
      for (const record of batch) {
        if (isSelected(record, kinds, range)) addEvent(lines, record);
        if (lines.length > FLUSH_BYTES) await output.jsonLines(lines.take());
      }
      await output.jsonLines(lines.take());
      // In a sound log seq rises by one from event to event: nothing that is wanted can follow.
      const last = batch.at(-1);
      if (range !== null && last !== undefined && last.seq >= range.last && notes.isEmpty) break;
    }
    return await notes.say(context, log);
  } catch (error) {
    return reportFault(context, error, log);
  }
};

/** Bytes of output that are put together before they are written. */
const FLUSH_BYTES = 1 << 18;

function isSelected(record: EventRecord, kinds: ReadonlySet<string> | null, range: SeqRange | null): boolean {
  return (
    (kinds === null || kinds.has(record.kind)) &&
    (range === null || (record.seq >= range.first && record.seq <= range.last))
  );
}

/** The canonical frame, or all of one that strict rules refuse, with its place in the file in front. The names do not occur in an envelope. */
function addEvent(lines: LineBuffer, record: EventRecord): void {
  lines.add(Buffer.from(`{"offset":${record.offset},"length":${record.length},"line":${record.line},`));
  lines.add(frameOf(record).subarray(1));
}

function frameOf(record: EventRecord): Uint8Array {
  if (record.isRefused) return Buffer.from(`${stringifyJson(record.event as unknown as JsonValue)}\n`);
  const checked: CheckedFrame = record.checked;
  const frame = checked.canonicalBytes ?? dialectById(record.dialect)?.encode(record.event);
  if (frame === undefined) throw new TypeError(`Events of the dialect ${record.dialect} cannot be encoded.`);
  return frame;
}

function checkKind(kind: string): string {
  const kinds: readonly string[] = eventKinds;
  if (kinds.includes(kind)) return kind;
  throw new UsageError(`there is no event kind "${kind}"`, didYouMean(kind, kinds) ?? `Kinds: ${kinds.join(', ')}`);
}

function parseSeqRange(text: string): SeqRange {
  const match = SEQ_RANGE.exec(text);
  if (match === null) throw new UsageError(`"${text}" is not a range of seq`, 'It looks like 7 or 5-9.');
  const first = BigInt(match[1] ?? '0');
  const last = match[2] === undefined ? first : BigInt(match[2]);
  if (last < first) throw new UsageError(`the range "${text}" runs backwards`, `Did you mean ${last}-${first}?`);
  return { first, last };
}
