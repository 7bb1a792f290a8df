import { readConversation } from '@fxlog/assembler';
import { ConversationSurvey, CUT_SHORT, conversationEntry } from '@fxlog/assembler/internal';
import {
  type ConversationEvent,
  conversationLog,
  encodeConversationFrame,
  FrameError,
  type Int64,
  type Uint64,
} from '@fxlog/format';
import { CONVERSATION_TAGS, type ConversationFrame, checkLine, conversationTag } from '@fxlog/format/internal';
import { ImageNumbers, turnEvents, wholeEntry } from '@fxlog/writer/internal';
import type { Cut } from '../../../repair/repair-report.js';
import { bytesOf, lineOf, type SurveyedLine } from '../../../repair/survey-lines.js';

/** A line of the repaired log. */
export interface SalvagedLine {
  /** The line of the damaged log that it is; null for one that stands in for others. */
  readonly from: SurveyedLine | null;
  /** Number in the repaired log. */
  readonly seq: number;
  /** What it says, where it is not the line of the damaged log, but for its number. */
  readonly event: ConversationEvent | null;
  readonly timestampMs: Int64;
}

/** What can be kept of a log. */
export interface SalvagedTurns {
  readonly lines: readonly SalvagedLine[];
  readonly cuts: readonly Cut[];
  readonly turns: number;
  /** Files that stand in for results that are lost, by their path in the session directory. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Lines whose numbers are missing. */
  readonly lostLines: number;
  /** Number of the last line that ended a turn or was a checkpoint: in the damaged log, and in the repaired one. */
  readonly settled: { readonly before: Uint64; readonly after: number };
}

const TAGS: ReadonlySet<string> = new Set(CONVERSATION_TAGS);
const STARTS = 'user';
const CHECKPOINT = 'context_checkpoint';
const ENDS: ReadonlySet<string> = new Set(['turn_completed', 'interrupted']);
/** The beginning of a line within a turn, as every fx writes it. */
const WITHIN_TURN =
  /^\{"schema_version":\d,"seq":\d+,"timestamp_ms":\d+,"event":\{"(?:assistant|tool_call|tool_result|steering)":/;
const HEAD_BYTES = 200;

/** A turn as it lies in the damaged log. */
interface Group {
  readonly lines: SurveyedLine[];
  isEnded: boolean;
}

/**
 * Keeps every turn of a log that fx can load, its lines as they are but for their numbers; of a turn that it cannot load, what can be read of it.
 *
 * @param ordered the lines of the log `file` in the session directory `dir`, in the order in which fx wrote them
 * @param waste what lies between them
 * @param staysOpen whether the last turn may lack its end, since `recovery.json` has the rest of it
 */
export async function salvageTurns(
  dir: string,
  file: string,
  ordered: readonly SurveyedLine[],
  waste: readonly Cut[],
  staysOpen: boolean,
): Promise<SalvagedTurns> {
  const salvage = new Salvage(dir, file, waste);
  for (const line of ordered) await salvage.take(line);
  return salvage.end(staysOpen);
}

class Salvage {
  readonly #dir: string;
  readonly #file: string;
  readonly #waste: readonly Cut[];
  readonly #lines: SalvagedLine[] = [];
  readonly #cuts: Cut[] = [];
  readonly #files = new Map<string, Uint8Array>();
  readonly #numbers = new ImageNumbers();
  #turns = 0;
  #group: Group | null = null;
  #last: SurveyedLine | null = null;
  #lostLines = 0;
  #settledBefore: Uint64 = 0;
  #settledAfter = 0;
  #coverage = 0;
  /** For each line of the repaired log, by its number, the last one up to it behind which a checkpoint may end. */
  readonly #safe: number[] = [0];

  constructor(dir: string, file: string, waste: readonly Cut[]) {
    this.#dir = dir;
    this.#file = file;
    this.#waste = waste;
  }

  async take(line: SurveyedLine): Promise<void> {
    const { kind } = line;
    const isBroken = await this.#isBrokenBefore(line);
    this.#last = line;
    // An event of a later fx, which this one would refuse.
    if (line.mended !== null && !TAGS.has(kind)) return this.#cut(line, line.mended.rule, line.mended.why);
    if (kind === CHECKPOINT || ENDS.has(kind)) this.#settledBefore = line.seq;
    if (isBroken || kind === STARTS) await this.#close();
    if (kind === STARTS) this.#group = { lines: [line], isEnded: false };
    else if (this.#group !== null) {
      this.#group.lines.push(line);
      if (ENDS.has(kind)) {
        this.#group.isEnded = true;
        await this.#close();
      }
    } else if (kind === CHECKPOINT) this.#keep(line, await this.#decode(line));
    else this.#cut(line, 'conversation/no-turn', 'the prompt of its turn is lost');
  }

  async end(staysOpen: boolean): Promise<SalvagedTurns> {
    const group = this.#group;
    if (group !== null && staysOpen && group.lines.at(-1)?.kind === CHECKPOINT) {
      for (const line of group.lines) this.#keep(line, await this.#decode(line));
      this.#group = null;
    }
    await this.#close();
    return {
      lines: this.#lines,
      cuts: this.#cuts,
      turns: this.#turns,
      files: this.#files,
      lostLines: this.#lostLines,
      settled: { before: this.#settledBefore, after: this.#settledAfter },
    };
  }

  /** Whether lines are missing in front of one, among which a turn may have ended and another begun. */
  async #isBrokenBefore({ seq, offset }: SurveyedLine): Promise<boolean> {
    const last = this.#last;
    const missing = last === null ? BigInt(seq) - 1n : BigInt(seq) - BigInt(last.seq) - 1n;
    if (missing <= 0n) return missing < -1n;
    this.#lostLines += Number(missing);
    if (last === null) return true;
    const from = last.offset + last.length;
    const between = this.#waste.filter((cut) => cut.offset >= from && cut.offset < offset);
    let within = 0n;
    for (const { offset: at, length } of between) {
      const head = await bytesOf(this.#dir, this.#file, { offset: at, length: Math.min(length, HEAD_BYTES) });
      if (WITHIN_TURN.test(head.toString('latin1'))) within++;
    }
    return within !== missing;
  }

  async #close(): Promise<void> {
    const group = this.#group;
    this.#group = null;
    if (group === null) return;
    const frames: ConversationFrame[] = [];
    for (const line of group.lines) frames.push(await this.#decode(line));
    if (group.isEnded && isSound(frames.map(({ event }) => event))) {
      for (const [index, line] of group.lines.entries()) this.#keep(line, frames[index] as ConversationFrame);
    } else await this.#rewrite(group, frames);
  }

  /** Writes a turn anew of which fx would load nothing. */
  async #rewrite({ lines }: Group, frames: readonly ConversationFrame[]): Promise<void> {
    // A checkpoint within a turn comes before it; it covers what is in front of the turn.
    const pieces = lines.map((line, index) => ({ line, frame: frames[index] as ConversationFrame }));
    for (const { line, frame } of pieces) if (line.kind === CHECKPOINT) this.#keep(line, frame);
    const own = pieces.filter(({ line }) => line.kind !== CHECKPOINT);
    const { events, files } = await wholeTurn(own.map(({ frame }) => frame.event));
    if (events === null) {
      for (const { line } of own) this.#cut(line, 'conversation/no-turn', 'nothing of its turn can be loaded');
      return;
    }
    for (const [path, bytes] of files) this.#files.set(path, bytes);
    const lines2 = new Map(own.map(({ line, frame }) => [line, contentOf(frame.event)]));
    const timestampMs = own.at(-1)?.line.timestampMs ?? 0;
    const before = this.#lines.length;
    for (const event of events) {
      const content = contentOf(event);
      const from = [...lines2].find(([, old]) => old === content)?.[0] ?? null;
      if (from !== null) lines2.delete(from);
      const own = this.#withOwnNumbers(event, from);
      const isItself = from !== null && from.mended === null && own === event;
      this.#add({ from, event: isItself ? null : own, timestampMs: from?.timestampMs ?? timestampMs });
    }
    for (const line of lines2.keys()) this.#cut(line, 'conversation/unresolved-call', 'it does not fit into its turn');
    // Its numbers say nothing of what a checkpoint covered.
    for (let seq = before + 1; seq < this.#lines.length; seq++) this.#safe[seq] = before;
    this.#turns++;
    this.#settledAfter = this.#lines.length;
  }

  #keep(line: SurveyedLine, { event, timestamp_ms: timestampMs }: ConversationFrame): void {
    const { kind } = line;
    const numbered = this.#withOwnNumbers(event, line);
    let own: ConversationEvent | null = line.mended === null && numbered === event ? null : numbered;
    if ('context_checkpoint' in event) {
      const { covers_through_seq: before, summary } = event.context_checkpoint;
      const { seq: covers_through_seq, isSame } = this.#covered(before);
      if (covers_through_seq !== before) own = { context_checkpoint: { covers_through_seq, summary } };
      if (!isSame && line.mended === null) {
        const why = 'what it covers is not all in front of it any more; it was written anew';
        this.#cut(line, 'conversation/checkpoint-coverage', why);
      }
    }
    this.#add({ from: line, event: own, timestampMs });
    if (ENDS.has(kind)) this.#turns++;
    if (ENDS.has(kind) || kind === CHECKPOINT) this.#settledAfter = this.#lines.length;
  }

  /** A prompt whose images have numbers that no image before it has: fx would refuse every prompt of the session. */
  #withOwnNumbers(event: ConversationEvent, from: SurveyedLine | null): ConversationEvent {
    if (!('user' in event)) return event;
    const images = this.#numbers.settle(event.user.images);
    if (images === event.user.images) return event;
    if (from?.mended === null)
      this.#cut(from, 'store/image-id', 'its images have numbers of others; it was written anew');
    return { user: { ...event.user, images: [...images] } };
  }

  #add({ from, event, timestampMs }: Omit<SalvagedLine, 'seq'>): void {
    const seq = this.#lines.length + 1;
    this.#lines.push({ from, event, timestampMs, seq });
    const kind = from?.kind ?? (event === null ? '' : conversationTag(event));
    this.#safe.push(this.#isInBatch(kind, seq) ? (this.#safe[this.#batchFrom - 1] ?? 0) : seq);
    if (from?.mended != null) this.#cut(from, from.mended.rule, `${from.mended.why}; it was written anew`);
  }

  #batchFrom = 0;
  #openCalls = 0;

  /** Whether a batch of calls is open behind a line. */
  #isInBatch(kind: string, seq: number): boolean {
    if (kind === 'tool_call') {
      if (this.#openCalls++ === 0) this.#batchFrom = seq;
    } else if (kind === 'tool_result') this.#openCalls = Math.max(0, this.#openCalls - 1);
    else if (kind !== CHECKPOINT) this.#openCalls = 0;
    return this.#openCalls > 0;
  }

  /** The last line of the repaired log that a checkpoint covers, and whether it is the one that it covered in the damaged log. */
  #covered(seq: Uint64): { readonly seq: number; readonly isSame: boolean } {
    const last = this.#lines.findLast(({ from }) => from !== null && from.seq <= seq);
    const safe = last === undefined ? 0 : (this.#safe[last.seq] ?? 0);
    this.#coverage = Math.max(this.#coverage, safe);
    const isSame = last === undefined ? seq === 0 : last.from?.seq === seq && last.seq === this.#coverage;
    return { seq: this.#coverage, isSame };
  }

  #cut({ offset, length }: SurveyedLine, rule: Cut['rule'], why: string): void {
    this.#cuts.push({ offset, length, rule, why });
  }

  async #decode(line: SurveyedLine): Promise<ConversationFrame> {
    return decodeLine(this.#dir, this.#file, line);
  }
}

/** A line of a log as fx reads it, or would if it were not damaged. */
export async function decodeLine(dir: string, file: string, line: SurveyedLine): Promise<ConversationFrame> {
  if (line.mended !== null) return line.mended.event as ConversationFrame;
  const bytes = await lineOf(dir, file, line);
  return checkLine(conversationLog, bytes, 0, bytes.length).event;
}

/** Whether fx loads the events as one turn, and goes on behind it. */
function isSound(events: readonly ConversationEvent[]): boolean {
  const survey = new ConversationSurvey();
  for (const [index, event] of events.entries()) {
    const own: ConversationEvent =
      'context_checkpoint' in event
        ? { context_checkpoint: { ...event.context_checkpoint, covers_through_seq: 0 } }
        : event;
    if (contentOf(own) === null) return false;
    survey.frame({ schema_version: 3, seq: index + 1, timestamp_ms: 0, event: own }, index, 1);
  }
  return survey.result().isWhole;
}

/** The events of a turn such that fx loads them; null where nothing is left of it. */
async function wholeTurn(
  events: readonly ConversationEvent[],
): Promise<{ readonly events: readonly ConversationEvent[] | null; readonly files: ReadonlyMap<string, Uint8Array> }> {
  const last = events.at(-1);
  const isEnded = last !== undefined && ENDS.has(conversationTag(last));
  // As fx ends a turn that was cut off (newer-formats §4.6).
  const ended: readonly ConversationEvent[] = isEnded ? events : [...events, { interrupted: CUT_SHORT }];
  const lines = ended.flatMap((event, index) => encoded(event, index + 1) ?? []);
  const log = Buffer.concat(lines);
  const nothing = { events: null, files: new Map<string, Uint8Array>() };
  for await (const items of readConversation(log, { dialect: conversationLog, mode: 'lenient', view: 'archive' })) {
    for (const item of items) {
      if (item.type !== 'turn') continue;
      const { turn } = conversationEntry(item.turn.native);
      const { turn: whole, files } = wholeEntry(turn, () => undefined);
      if ('summary' in whole || whole.end === null) continue;
      const written = [...turnEvents(whole)];
      return isSound(written) ? { events: written, files } : nothing;
    }
  }
  return nothing;
}

function encoded(event: ConversationEvent, seq: number): Uint8Array | null {
  try {
    return encodeConversationFrame({ schema_version: 3, seq, timestamp_ms: 0, event });
  } catch (error) {
    if (error instanceof FrameError) return null;
    throw error;
  }
}

/** What an event says, to compare it with others; null for one that fx does not write. */
function contentOf(event: ConversationEvent): string | null {
  const bytes = encoded(event, 1);
  return bytes === null ? null : Buffer.from(bytes).toString('latin1');
}
