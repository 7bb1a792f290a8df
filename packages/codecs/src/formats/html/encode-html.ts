import { type EncodeContext, type EncodedPiece, type ItemBatches, splitMeta } from '../../codec.js';
import { timeToMs } from '../../model/timestamp.js';
import type { ImageSource, StopReason, Usage } from '../../model/transcript.js';
import { addSaturating } from '../../model/uint64.js';
import {
  type ExchangePart,
  type PartPlace,
  readExchanges,
  type TurnEnd,
  type TurnStart,
} from '../../rendering/exchange.js';
import { base64Bytes, imageTypeOf } from '../../rendering/image-type.js';
import { byteCount, countLines, countOf, groupDigits } from '../../rendering/number-text.js';
import { toOneLine } from '../../rendering/visible-text.js';
import { embedJson } from './escape-html.js';
import type { Detail, Entry, PageImage, SegmentOutline, TurnMark } from './page-data.js';
import { type EntryContext, entryOf, usageText } from './page-entry.js';
import { PAGE_FOOT, pageHead } from './page-shell.js';

export interface HtmlOptions {
  /** Larger images are left out and reported. Bytes, default 8 MiB. */
  readonly maxImageBytes?: number | undefined;
  /** When the images of a page would take more together, the rest is left out and reported. Bytes, default 64 MiB. */
  readonly maxImagesBytes?: number | undefined;
}

const DEFAULT_MAX_IMAGE_BYTES = 8 * 2 ** 20;
const DEFAULT_MAX_IMAGES_BYTES = 64 * 2 ** 20;

/** A segment is shown as a whole, so it must not be large; a chunk is parsed as a whole, so it may be larger. */
const SEGMENT_CHARACTERS = 131_072;
const SEGMENT_ENTRIES = 64;
const CHUNK_CHARACTERS = 262_144;

/** So many files are told apart. */
const MAX_FILES = 10_000;

/** Characters in a line of prose, to guess its height. */
const PROSE_WIDTH = 90;

/**
 * Writes a transcript as one page of HTML that needs nothing else. The transcript is in the page as inert JSON, in chunks; its script shows
 * what is near the screen. Memory is that of the longest message and one chunk.
 */
export async function* encodeHtml(
  items: ItemBatches,
  context: EncodeContext,
  options: HtmlOptions = {},
): AsyncGenerator<EncodedPiece, void, undefined> {
  const { meta, rest } = await splitMeta(items);
  const writer = new PageWriter(context, options);
  yield piece(pageHead(meta));
  for await (const parts of readExchanges(rest, meta.model)) {
    for (const part of parts) {
      writer.write(part);
      const chunk = writer.takeChunk(CHUNK_CHARACTERS);
      if (chunk !== null) yield piece(chunk);
    }
  }
  const chunk = writer.takeChunk(0);
  if (chunk !== null) yield piece(chunk);
  yield piece(dataPart('totals', embedJson({ facts: writer.totals() })) + PAGE_FOOT);
}

function piece(text: string): EncodedPiece {
  return { file: null, bytes: Buffer.from(text) };
}

function dataPart(name: 'outline' | 'content' | 'totals', json: string): string {
  return `<script type="application/json" data-part="${name}">${json}</script>\n`;
}

class PageWriter {
  readonly #entryContext: EntryContext;
  readonly #maxImageBytes: number;
  readonly #maxImagesBytes: number;
  #imagesBytes = 0;
  #outlines: SegmentOutline[] = [];
  #segments: string[] = [];
  #chunkCharacters = 0;
  #entries: string[] = [];
  #characters = 0;
  #lines = 0;
  #opening: TurnStart | null = null;
  #label = '';
  #turn = new TurnCounts();
  readonly #total = new TurnCounts();
  #turns = 0;
  #first: string | null = null;
  #last = '';

  constructor(context: EncodeContext, options: HtmlOptions) {
    this.#maxImageBytes = options.maxImageBytes ?? DEFAULT_MAX_IMAGE_BYTES;
    this.#maxImagesBytes = options.maxImagesBytes ?? DEFAULT_MAX_IMAGES_BYTES;
    const lose = (code: Parameters<EntryContext['lose']>[0] | 'dropped-image', where: PartPlace, detail: string) =>
      context.report({ code, where, detail });
    this.#entryContext = {
      lose,
      takeImage: (source, place) => {
        const image = this.#takeImage(source);
        if ('note' in image) lose('dropped-image', place, image.note);
        return image;
      },
    };
  }

  write(part: ExchangePart): void {
    if (part.type === 'turn-start') this.#startTurn(part);
    else if (part.type === 'turn-end') this.#endTurn(part);
    this.#turn.add(part);
    this.#total.add(part);
    const entry = entryOf(part, this.#entryContext);
    if (entry === null) return;
    if (this.#label === '') this.#label = labelOf(entry);
    const json = embedJson(entry);
    this.#entries.push(json);
    this.#characters += json.length;
    this.#lines += guessLines(entry);
    if (this.#characters >= SEGMENT_CHARACTERS || this.#entries.length >= SEGMENT_ENTRIES) {
      this.#endSegment(this.#turns, undefined);
    }
  }

  takeChunk(minCharacters: number): string | null {
    if (this.#outlines.length === 0 || this.#chunkCharacters < minCharacters) return null;
    const chunk =
      dataPart('outline', embedJson(this.#outlines)) + dataPart('content', `[${this.#segments.join(',\n')}]`);
    this.#outlines = [];
    this.#segments = [];
    this.#chunkCharacters = 0;
    return chunk;
  }

  totals(): Detail[] {
    const { calls, failed, usage } = this.#total;
    const facts: Detail[] = [['Turns', groupDigits(this.#turns)]];
    if (calls > 0) {
      facts.push(['Calls', failed === 0 ? groupDigits(calls) : `${groupDigits(calls)}, ${groupDigits(failed)} failed`]);
    }
    const { files, background } = this.#total;
    if (files.size > 0) {
      const most = files.size >= MAX_FILES ? `${groupDigits(MAX_FILES)} or more` : groupDigits(files.size);
      facts.push(['Files written', most]);
    }
    if (background > 0) facts.push(['Commands in background', groupDigits(background)]);
    if (usage !== null) facts.push(['Tokens', usageText(usage)]);
    const seconds = this.#first === null ? 0 : (timeToMs(this.#last) - timeToMs(this.#first)) / 1000;
    if (seconds >= 1) facts.push(['Lasted', durationText(seconds)]);
    return facts;
  }

  #startTurn(part: TurnStart): void {
    this.#turns = part.turn;
    this.#turn = new TurnCounts();
    this.#opening = part;
    this.#label = '';
    this.#first ??= part.time;
  }

  #endTurn(part: TurnEnd): void {
    const { calls, failed, files, mark, usage, usages } = this.#turn;
    this.#last = part.time;
    this.#endSegment(part.turn, {
      time: part.time,
      calls,
      failed,
      files: files.size === 0 ? undefined : files.size,
      mark,
      usage: usage !== null && usages > 1 ? usageText(usage) : undefined,
    });
  }

  #endSegment(turn: number, closes: SegmentOutline['closes']): void {
    const opens = this.#opening && { time: this.#opening.time, label: this.#label };
    this.#opening = null;
    this.#outlines.push({ turn, lines: Math.ceil(this.#lines), opens: opens ?? undefined, closes });
    this.#segments.push(`[${this.#entries.join(',')}]`);
    this.#chunkCharacters += this.#characters + 100;
    this.#entries = [];
    this.#characters = 0;
    this.#lines = 0;
  }

  #takeImage({ type, media_type, data }: ImageSource): PageImage {
    if (type !== 'base64') return { note: `Image that is only referred to, not fetched: ${toOneLine(data, 500)}` };
    const bytes = base64Bytes(data);
    const kind = imageTypeOf(data);
    if (kind === null)
      return { note: `Image of a type that is not shown (${toOneLine(media_type, 80)}), ${byteCount(bytes)}` };
    if (bytes > this.#maxImageBytes) return { note: `Image left out, ${byteCount(bytes)} are too large` };
    if (this.#imagesBytes + bytes > this.#maxImagesBytes) {
      return { note: `Image left out, ${byteCount(bytes)}: the images of this page are too large together` };
    }
    this.#imagesBytes += bytes;
    return { type: kind, data };
  }
}

/** What is counted of a turn, and of all. */
class TurnCounts {
  calls = 0;
  failed = 0;
  /** Commands that were begun to run on. */
  background = 0;
  /** Files that calls wrote or edited which did not fail, by their names. */
  readonly files = new Set<string>();
  usages = 0;
  usage: Usage | null = null;
  mark: TurnMark | undefined;

  add(part: ExchangePart): void {
    if (part.type === 'call') {
      this.calls++;
      if (part.tool.name === 'Bash' && part.tool.run_in_background === true) this.background++;
    }
    const file = writtenFile(part);
    if (file !== null && this.files.size < MAX_FILES) this.files.add(file);
    if ((part.type === 'call' || part.type === 'result') && typeof part.result !== 'string' && part.result.isError) {
      this.failed++;
    }
    if (part.type === 'stop') this.mark = markOf(part.reason);
    if (part.type === 'text') this.mark = undefined;
    if (part.type === 'usage') {
      this.usages++;
      this.usage = this.usage === null ? part.usage : addUsage(this.usage, part.usage);
    }
  }
}

/** The file that a call wrote, once its result says that it did; null for everything else. */
function writtenFile(part: ExchangePart): string | null {
  if (part.type !== 'call' && part.type !== 'result') return null;
  const tool = part.type === 'call' ? part.tool : part.call?.tool;
  if (typeof part.result === 'string' || part.result.isError) return null;
  return tool?.name === 'Write' || tool?.name === 'Edit' || tool?.name === 'MultiEdit' ? tool.file_path : null;
}

function markOf(reason: StopReason): TurnMark {
  if (reason === 'aborted') return 'interrupted';
  return reason === 'error' ? 'failed' : 'cut';
}

function addUsage(left: Usage, right: Usage): Usage {
  const sum = (key: 'cache_read_input_tokens' | 'cache_creation_input_tokens') =>
    left[key] === undefined && right[key] === undefined ? undefined : addSaturating(left[key] ?? 0, right[key] ?? 0);
  return {
    input_tokens: addSaturating(left.input_tokens, right.input_tokens),
    output_tokens: addSaturating(left.output_tokens, right.output_tokens),
    cache_read_input_tokens: sum('cache_read_input_tokens'),
    cache_creation_input_tokens: sum('cache_creation_input_tokens'),
  };
}

/** What a turn is called in the outline, when it begins with this. */
function labelOf(entry: Entry): string {
  switch (entry.kind) {
    case 'text':
      return toOneLine(entry.text, 140);
    case 'summary':
      return 'Summary of earlier turns';
    case 'attachment':
      return `Attachment: ${toOneLine(entry.name, 120)}`;
    default:
      return '';
  }
}

function guessLines(entry: Entry): number {
  switch (entry.kind) {
    case 'text':
      return 2 + countLines(entry.text) / 2 + entry.text.length / PROSE_WIDTH;
    case 'image':
      return 'note' in entry.image ? 2 : 14;
    case 'attachment':
      return entry.image === undefined ? 2 : 14;
    case 'summary':
    case 'call':
    case 'result':
    case 'thinking':
      return 1.8;
    case 'stop':
    case 'usage':
    case 'model':
      return 1.2;
  }
}

function durationText(seconds: number): string {
  if (seconds < 60) return countOf(Math.round(seconds), 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return countOf(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min`;
  return countOf(Math.round(hours / 24), 'day');
}
