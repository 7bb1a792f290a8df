import { readConversation } from '@fxlog/assembler';
import { SessionHistoryReader } from '@fxlog/assembler/internal';
import { type ConversationEvent, FrameError, type RuleId, type Uint64 } from '@fxlog/format';
import {
  type BlobFault,
  type ConversationPayload,
  encodeLine,
  isBlobName,
  type LineBody,
  readLine,
  readSessionItem,
  renumberLine,
  type SessionLine,
  sessionsV2,
} from '@fxlog/format/internal';
import { ImageNumbers, turnEvents, wholeEntry, writeDialectOf } from '@fxlog/writer/internal';
import type { Cut } from '../../../repair/repair-report.js';
import { lineOf, type SurveyedLine } from '../../../repair/survey-lines.js';
import type { ReadBlob } from '../../../session.js';

/** What stands next in the repaired log. */
export type Piece =
  /** A line of the damaged log, but for its number. */
  | { readonly kind: 'line'; readonly from: SurveyedLine }
  /** A line that is new, or says less than one of the damaged log did. */
  | { readonly kind: 'body'; readonly body: LineBody }
  /** What the lines so far fold to, where the damaged log has such a line. */
  | { readonly kind: 'snapshot'; readonly from: SurveyedLine }
  /** A turn that was written anew. */
  | {
      readonly kind: 'turn';
      readonly turn: Uint64;
      readonly events: readonly ConversationEvent[];
      /** Files that stand in for results that are lost, by their path in a session directory. */
      readonly files: ReadonlyMap<string, Uint8Array>;
    };

/** What can be kept of a log. */
export interface SalvagedLog {
  readonly pieces: readonly Piece[];
  readonly cuts: readonly Cut[];
  readonly turns: number;
  /** Lines whose numbers are missing. */
  readonly lostLines: number;
}

/** What a salvage needs to know of the session around the log. */
export interface SalvageSource {
  readonly dir: string;
  readonly file: string;
  readonly id: string;
  /** A body; null where there is none that may be used. */
  readonly readBlob: ReadBlob;
  readonly blobFault: (name: string) => BlobFault | null;
}

type Turned = Extract<LineBody, { readonly turn: Uint64 | null }>;

/** A turn as it lies in the damaged log, with the settings and children among its items. */
interface Group {
  readonly turn: Uint64;
  /** The line that begins it; null where that is lost. */
  readonly start: SurveyedLine | null;
  readonly pieces: { readonly from: SurveyedLine | null; readonly line: Uint8Array; readonly body: LineBody | null }[];
  isEnded: boolean;
}

type Image = ConversationPayload<'user'>['images'][number];

const CRASH = 'crash';
const BAD_TEXT: ReadonlySet<RuleId> = new Set(['frame/lone-surrogate', 'frame/invalid-utf8']);
const UNSHOWN = {
  rule: 'sessions-v2/order',
  why: 'fx would not show its turn; what can be read of it was written anew',
} as const;
const NUMBERED_TWICE = {
  rule: 'store/image-id',
  why: 'an image of its turn has the number of another; the turn was written anew',
} as const;

/**
 * Keeps every line of a log whose seal is true, in the order of their numbers; of a turn that fx would not show, what can be read of it.
 *
 * @param ordered the lines of the log, in the order in which fx wrote them
 */
export async function salvageLog(source: SalvageSource, ordered: readonly SurveyedLine[]): Promise<SalvagedLog> {
  const salvage = new Salvage(source);
  for (const line of ordered) await salvage.take(line);
  return salvage.end();
}

class Salvage {
  readonly #source: SalvageSource;
  readonly #pieces: Piece[] = [];
  readonly #cuts: Cut[] = [];
  readonly #cutAt = new Set<number>();
  #turns = 0;
  #lostLines = 0;
  #lastSeq: Uint64 = 0;
  #created: Uint8Array | null = null;
  #group: Group | null = null;
  /** Turns that have ended. */
  readonly #ended = new Set<Uint64>();
  readonly #numbers = new ImageNumbers();

  constructor(source: SalvageSource) {
    this.#source = source;
  }

  async take(from: SurveyedLine): Promise<void> {
    const { dir, file } = this.#source;
    const missing = BigInt(from.seq) - BigInt(this.#lastSeq) - 1n;
    if (missing > 0n) this.#lostLines += Number(missing);
    this.#lastSeq = from.seq;
    const bytes = await lineOf(dir, file, from);
    if (from.mended !== null) return this.#cut(from, from.mended.rule, from.mended.why);
    const own = this.#withGoodBlobs(bytes);
    if (own.line !== bytes)
      this.#cut(from, 'sessions-v2/blob-missing', 'it was written anew without a blob that is not there');
    const { line, body } = own;
    if (this.#created === null) {
      if (body?.kind === 'session_created') {
        this.#created = line;
        this.#add(from, line, body, own.line !== bytes);
        return;
      }
      this.#begin();
    }
    await this.#takeBody(from, line, body, own.line !== bytes);
  }

  /** A log begins with who the session is; where that is lost, it is what most sessions are. */
  #begin(): void {
    const body: LineBody = {
      kind: 'session_created',
      id: this.#source.id,
      workspace: '/',
      role: 'root',
      host: 'app',
      parent: null,
      forked_from: null,
    };
    this.#created = encodeLine({ seq: 1, timestampMs: 0, body });
    this.#pieces.push({ kind: 'body', body });
  }

  async #takeBody(from: SurveyedLine, line: Uint8Array, body: LineBody | null, isChanged: boolean): Promise<void> {
    switch (body?.kind) {
      case 'session_created':
        return this.#cut(from, 'sessions-v2/order', 'a session is created once');
      case 'snapshot':
        if (this.#group === null) this.#pieces.push({ kind: 'snapshot', from });
        else this.#group.pieces.push({ from, line, body });
        return;
      case 'turn_started':
        await this.#close();
        this.#group = { turn: body.turn, start: from, pieces: [{ from, line, body }], isEnded: false };
        return;
      case 'item':
      case 'turn_committed':
      case 'turn_interrupted':
        return this.#takeTurned(from, line, body);
      default:
        if (this.#group === null) this.#add(from, line, body, isChanged);
        else this.#group.pieces.push({ from, line, body });
    }
  }

  async #takeTurned(from: SurveyedLine, line: Uint8Array, body: Turned): Promise<void> {
    const turn = body.turn as Uint64;
    if (this.#group !== null && this.#group.turn !== turn) await this.#close();
    if (this.#group === null) {
      const isBeginning = body.kind === 'item' && body.type === 'user' && !this.#ended.has(turn);
      if (!isBeginning) return this.#cut(from, 'sessions-v2/order', 'the beginning of its turn is lost');
      this.#group = { turn, start: null, pieces: [], isEnded: false };
    }
    this.#group.pieces.push({ from, line, body });
    if (body.kind === 'item') return;
    this.#group.isEnded = true;
    await this.#close();
  }

  async end(): Promise<SalvagedLog> {
    // fx itself ends a turn that a crash left open.
    if (this.#group !== null && this.#isSound(this.#group, true)) this.#keep(this.#group, false);
    else await this.#close();
    return { pieces: this.#pieces, cuts: this.#cuts, turns: this.#turns, lostLines: this.#lostLines };
  }

  async #close(): Promise<void> {
    const group = this.#group;
    this.#group = null;
    if (group === null) return;
    this.#ended.add(group.turn);
    if (!this.#isSound(group, false)) await this.#rewrite(group, UNSHOWN);
    else if (this.#areNumbersFree(group)) this.#keep(group, !group.isEnded);
    else await this.#rewrite(group, NUMBERED_TWICE);
  }

  /** The lines of a turn as they are, with those that it lacks. */
  #keep({ start, turn, pieces }: Group, needsEnd: boolean): void {
    if (start === null) this.#pieces.push({ kind: 'body', body: { kind: 'turn_started', turn } });
    for (const { from, line, body } of pieces) {
      if (from !== null) this.#add(from, line, body, false);
    }
    if (needsEnd) this.#pieces.push({ kind: 'body', body: { kind: 'turn_interrupted', turn, reason: CRASH } });
    this.#group = null;
    this.#turns++;
  }

  async #rewrite({ turn, pieces }: Group, reason: Pick<Cut, 'rule' | 'why'>): Promise<void> {
    const isItem = (body: LineBody | null) => body?.kind === 'item' || body?.kind === 'turn_started' || isEnd(body);
    const whole = await this.#wholeTurn(pieces.map(({ line }) => line));
    const why = whole === null ? 'nothing of its turn can be shown' : reason.why;
    if (whole !== null) {
      const events = whole.events.map((event) => this.#withOwnNumbers(event));
      this.#pieces.push({ kind: 'turn', turn, events, files: whole.files });
      this.#turns++;
    }
    for (const { from, line, body } of pieces) {
      if (from === null) continue;
      if (isItem(body)) this.#cut(from, this.#faultOf(line) ?? reason.rule, why);
      else this.#add(from, line, body, false);
    }
  }

  #withOwnNumbers(event: ConversationEvent): ConversationEvent {
    if (!('user' in event)) return event;
    return { user: { ...event.user, images: [...this.#numbers.settle(event.user.images)] } };
  }

  /** Whether no turn that stands has images with the numbers of those of this one, for which fx would refuse every prompt. */
  #areNumbersFree({ pieces }: Group): boolean {
    const images: Image[] = [];
    for (const { body } of pieces) {
      if (body?.kind !== 'item') continue;
      if (body.type === 'superseded') return true;
      if (body.type === 'user') images.push(...this.#imagesOf(body));
    }
    const areFree = this.#numbers.areFree(images);
    if (areFree) for (const { id } of images) this.#numbers.note(id);
    return areFree;
  }

  #imagesOf(body: Extract<LineBody, { readonly kind: 'item' }>): readonly Image[] {
    const item = readSessionItem(body, this.#source.readBlob);
    return item?.type === 'user' ? item.payload.images : [];
  }

  #add(from: SurveyedLine, line: Uint8Array, body: LineBody | null, isChanged: boolean): void {
    if (body?.kind === 'snapshot') this.#pieces.push({ kind: 'snapshot', from });
    else if (isChanged || this.#changed.has(line)) this.#pieces.push({ kind: 'body', body: body as LineBody });
    else this.#pieces.push({ kind: 'line', from });
  }

  /** Lines that say less than those of the damaged log. */
  readonly #changed = new Set<Uint8Array>();

  /** A line without the names of blobs that cannot be used, unless what it says lies in one of them. */
  #withGoodBlobs(bytes: Uint8Array): { readonly line: Uint8Array; readonly body: LineBody | null } {
    const parsed = readLine(bytes);
    const body = parsed.body();
    if (body === null || (body.kind !== 'item' && body.kind !== 'set') || body.blobs === null)
      return { line: bytes, body };
    const good = body.blobs.filter((name) => isGoodName(name) && this.#source.blobFault(name) === null);
    if (good.length === body.blobs.length) return { line: bytes, body };
    const line = encodeAs(parsed, { ...body, blobs: good.length === 0 ? null : good });
    this.#changed.add(line);
    return { line, body: readLine(line).body() };
  }

  /** Whether fx shows a turn as it stands. */
  #isSound(group: Group, mayRun: boolean): boolean {
    let turns = 0;
    const count = () => {
      turns++;
    };
    const history = new SessionHistoryReader({ turn: count, compacted: () => undefined }, this.#source.readBlob, true);
    try {
      let at = 0;
      for (const [index, line] of this.#asLog(group, !group.isEnded && !mayRun).entries()) {
        history.accept(line, 0, line.length, at);
        at += line.length;
        if (index === 0) continue;
      }
      const { damage, running, supersededTurns } = history.end();
      if (damage !== null) return false;
      return running === null ? turns + supersededTurns === 1 : mayRun;
    } catch (error) {
      if (error instanceof FrameError) return false;
      throw error;
    }
  }

  /** A log with the lines of one turn. */
  #asLog({ start, turn, pieces }: Group, needsEnd: boolean): Uint8Array[] {
    const lines: Uint8Array[] = [this.#created as Uint8Array];
    const add = (line: Uint8Array): void => {
      lines.push(renumberLine(line, lines.length + 1));
    };
    if (start === null) add(encodeLine({ seq: 1, timestampMs: 0, body: { kind: 'turn_started', turn } }));
    for (const { line } of pieces) add(line);
    const end: LineBody = { kind: 'turn_interrupted', turn, reason: CRASH };
    if (needsEnd) add(encodeLine({ seq: 1, timestampMs: 0, body: end }));
    return [renumberLine(lines[0] as Uint8Array, 1), ...lines.slice(1)];
  }

  /** What can be read of a turn, such that fx shows it; null where that is nothing. */
  async #wholeTurn(
    lines: readonly Uint8Array[],
  ): Promise<Pick<Extract<Piece, { kind: 'turn' }>, 'events' | 'files'> | null> {
    const usable = lines.filter((line) => {
      const fault = this.#faultOf(line);
      // Lenient reading puts U+FFFD for the characters.
      return fault === null || BAD_TEXT.has(fault);
    });
    const turn = turnOf(usable);
    if (turn === null) return null;
    const end: LineBody = { kind: 'turn_interrupted', turn, reason: CRASH };
    const all = [this.#created as Uint8Array, ...usable];
    if (!usable.some((line) => isEnd(readLine(line).body())))
      all.push(encodeLine({ seq: 1, timestampMs: 0, body: end }));
    const log = Buffer.concat(all.map((line, index) => renumberLine(line, index + 1)));
    const { readBlob } = this.#source;
    const options = { dialect: sessionsV2, mode: 'lenient', view: 'archive', readBlob } as const;
    for await (const items of readConversation(log, options)) {
      for (const item of items) {
        if (item.type !== 'turn') continue;
        const { native } = item.turn;
        const context = { lose: () => undefined, readFile: async () => null };
        const entry = await writeDialectOf(native.dialect).toConversation(native, context);
        if (entry === null) continue;
        const { turn: whole, files } = wholeEntry(entry.native.turn, context.lose);
        if ('summary' in whole || whole.end === null || whole.user.text === '') continue;
        return { events: [...turnEvents(whole)], files };
      }
    }
    return null;
  }

  /** Why the item of a line cannot be used; null where it can, or is not one. */
  #faultOf(line: Uint8Array): RuleId | null {
    const body = readLine(line).body();
    if (body?.kind !== 'item') return null;
    try {
      readSessionItem(body, this.#source.readBlob);
      return null;
    } catch (error) {
      if (error instanceof FrameError) return error.rule;
      throw error;
    }
  }

  #cut({ offset, length }: SurveyedLine, rule: RuleId, why: string): void {
    if (this.#cutAt.has(offset)) return;
    this.#cutAt.add(offset);
    this.#cuts.push({ offset, length, rule, why });
  }
}

function isEnd(body: LineBody | null): boolean {
  return body?.kind === 'turn_committed' || body?.kind === 'turn_interrupted';
}

function turnOf(lines: readonly Uint8Array[]): Uint64 | null {
  for (const line of lines) {
    const body = readLine(line).body();
    if (body?.kind === 'item') return body.turn;
  }
  return null;
}

function encodeAs({ seq, timestampMs }: SessionLine, body: LineBody): Uint8Array {
  return encodeLine({ seq, timestampMs, body });
}

function isGoodName(name: unknown): name is string {
  return typeof name === 'string' && isBlobName(name);
}
