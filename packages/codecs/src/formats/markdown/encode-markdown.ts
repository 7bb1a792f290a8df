import { createHash } from 'node:crypto';
import { type EncodeContext, type EncodedPiece, type ItemBatches, splitMeta } from '../../codec.js';
import { knownTime, type Timestamp } from '../../model/timestamp.js';
import type { ArtifactBlock, ImageSource, Usage } from '../../model/transcript.js';
import { addSaturating } from '../../model/uint64.js';
import { type CallResult, type ExchangePart, type PartPlace, readExchanges } from '../../rendering/exchange.js';
import { base64Bytes, IMAGE_EXTENSIONS, imageTypeOf } from '../../rendering/image-type.js';
import { byteCount, countLines, countOf } from '../../rendering/number-text.js';
import { readOutput } from '../../rendering/output-parts.js';
import { prettyJson } from '../../rendering/pretty-json.js';
import { stopReasonText } from '../../rendering/stop-reason-text.js';
import { toolSummary, toolTitle } from '../../rendering/tool-summary.js';
import { toOneLine, toVisibleText } from '../../rendering/visible-text.js';
import { escapeLine, escapeProse } from './escape-prose.js';
import { codeSpan, fence } from './fence.js';
import { formatCall } from './format-call.js';
import { frontMatter } from './front-matter.js';

export interface MarkdownOptions {
  /** Outputs with more lines are folded (`<details>`), all their lines within. Default 24; `Infinity` folds none. */
  readonly foldLines?: number | undefined;
  /**
   * What becomes of images. `files` (default): files beside the document, named after their content, `images/<hash>.png`. `omit`: a line that
   * says what was left out, and a loss.
   */
  readonly images?: 'files' | 'omit' | undefined;
}

const DEFAULT_FOLD_LINES = 24;

/** Output is gathered to about as many characters. */
const PIECE_CHARACTERS = 65_536;

/**
 * Writes a transcript as Markdown. The structure is one thing a line, and nothing depends on what comes later, so that two versions of a
 * session can be compared line by line. Memory is that of the longest message.
 */
export async function* encodeMarkdown(
  items: ItemBatches,
  context: EncodeContext,
  options: MarkdownOptions = {},
): AsyncGenerator<EncodedPiece, void, undefined> {
  const { meta, rest } = await splitMeta(items);
  const writer = new MarkdownWriter(context, options);
  writer.writeHead(frontMatter(meta), meta.title ?? (meta.id === '' ? 'Session' : `Session ${meta.id}`));
  for await (const parts of readExchanges(rest, meta.model)) {
    for (const part of parts) {
      writer.write(part);
      yield* writer.takePieces(PIECE_CHARACTERS);
    }
  }
  writer.writeTotals();
  yield* writer.takePieces(0);
}

type Section = 'none' | 'user' | 'assistant';

class MarkdownWriter {
  readonly #context: EncodeContext;
  readonly #foldLines: number;
  readonly #images: 'files' | 'omit';
  readonly #written = new Set<string>();
  #text: string[] = [];
  #characters = 0;
  #files: EncodedPiece[] = [];
  #section: Section = 'none';
  #time = '';
  #turns = 0;
  #calls = 0;
  #failed = 0;
  #input: Usage['input_tokens'] | undefined;
  #output: Usage['output_tokens'] = 0;

  constructor(context: EncodeContext, { foldLines = DEFAULT_FOLD_LINES, images = 'files' }: MarkdownOptions) {
    this.#context = context;
    this.#foldLines = foldLines;
    this.#images = images;
  }

  writeHead(matter: string, title: string): void {
    this.#add(`${matter}\n# ${escapeLine(toOneLine(title, 200)) || 'Session'}\n`);
  }

  write(part: ExchangePart): void {
    switch (part.type) {
      case 'turn-start':
        this.#turns = part.turn;
        this.#section = 'none';
        this.#time = part.time;
        this.#block(`## Turn ${part.turn}`);
        this.#tell(part.time);
        break;
      case 'turn-end':
        break;
      case 'text':
        this.#enter(part.role, part.time);
        this.#block(escapeProse(part.text));
        break;
      case 'thinking':
        this.#enter('assistant', part.time);
        this.#writeThinking(part);
        break;
      case 'image':
        this.#enter(part.role, part.time);
        this.#block(this.#formatImage(part.source, part.place));
        break;
      case 'artifact':
        this.#enter(part.role, part.time);
        this.#writeArtifact(part.artifact, part.place);
        break;
      case 'call':
        this.#enter('assistant', part.time);
        this.#calls++;
        for (const block of formatCall(part.tool)) this.#block(block);
        if (part.result === 'none') this.#block('**No result**');
        else if (part.result === 'later') this.#block('**Result not here:** it came later, if at all');
        else this.#writeResult(part.result);
        break;
      case 'result':
        this.#enter('assistant', part.time);
        this.#block(
          part.call === null
            ? '#### Result of an unknown call'
            : `#### Result of ${codeSpan(toolTitle(part.call.tool))} in turn ${part.call.turn}`,
        );
        if (part.call !== null && toolSummary(part.call.tool) !== '')
          this.#block(codeSpan(toolSummary(part.call.tool)));
        this.#writeResult(part.result);
        break;
      case 'stop':
        this.#block(`**${escapeLine(stopReasonText(part.reason))}**`);
        break;
      case 'usage':
        this.#writeUsage(part.usage);
        break;
      case 'model':
        this.#block(`Model: ${codeSpan(toVisibleText(part.model))}`);
        break;
    }
  }

  writeTotals(): void {
    const lines = [`- turns: ${this.#turns}`, `- calls: ${this.#calls}`];
    if (this.#failed > 0) lines.push(`- failed results: ${this.#failed}`);
    if (this.#input !== undefined) {
      lines.push(`- input tokens: ${this.#input}`, `- output tokens: ${this.#output}`);
    }
    this.#block('## Totals');
    this.#block(lines.join('\n'));
  }

  /** What was written so far, if it is as much as this. */
  *takePieces(minCharacters: number): Generator<EncodedPiece, void, undefined> {
    if (this.#files.length > 0) {
      yield* this.#files;
      this.#files = [];
    }
    if (this.#characters < minCharacters || this.#characters === 0) return;
    yield { file: null, bytes: Buffer.from(this.#text.join('')) };
    this.#text = [];
    this.#characters = 0;
  }

  #add(text: string): void {
    this.#text.push(text);
    this.#characters += text.length;
  }

  #block(text: string): void {
    if (text !== '') this.#add(`\n${text}\n`);
  }

  #tell(time: Timestamp): void {
    if (knownTime(time) !== null) this.#block(timeLine(time));
  }

  #enter(role: 'user' | 'assistant', time: string): void {
    if (role !== this.#section) {
      this.#section = role;
      this.#block(`### ${role === 'user' ? 'User' : 'Assistant'}`);
    }
    if (time !== this.#time) {
      this.#time = time;
      this.#tell(time);
    }
  }

  #writeThinking({ block, place }: ExchangePart & { type: 'thinking' }): void {
    if (block.text !== '') {
      this.#fold('Reasoning', countLines(block.text), [escapeProse(block.text)], true);
    }
    if (block.signature !== undefined) {
      this.#lose('dropped-extra', place, 'The signature of a piece of reasoning is not shown.');
    }
    if (block.encrypted !== undefined) {
      this.#lose('dropped-thinking', place, `Encrypted reasoning of ${countOf(block.encrypted.length, 'character')}.`);
    }
  }

  #writeArtifact(artifact: ArtifactBlock['artifact'], place: PartPlace): void {
    const { name, source } = artifact;
    const type = source.media_type === undefined ? '' : ` (${codeSpan(toVisibleText(source.media_type))})`;
    const label = `Attachment ${codeSpan(toVisibleText(name))}${type}`;
    if (source.type === 'path') this.#block(`${label}: ${codeSpan(toVisibleText(source.path))}`);
    else if (source.type === 'text') {
      this.#fold(label, countLines(source.text), [fence(toVisibleText(source.text))]);
    } else if (imageTypeOf(source.data) !== null) {
      this.#block(`${label}:`);
      this.#block(this.#formatImage({ type: 'base64', media_type: source.media_type ?? '', data: source.data }, place));
    } else {
      this.#block(`${label}: ${byteCount(base64Bytes(source.data))}, left out`);
      this.#lose('dropped-artifact', place, `The bytes of the attachment ${JSON.stringify(name)} were left out.`);
    }
  }

  #writeResult(result: CallResult): void {
    if (result.isError) this.#failed++;
    const label = result.isError ? 'Failed' : 'Result';
    const parts = readOutput(result.content);
    const isEmpty = parts.every((part) => part.type === 'text' && part.text === '');
    if (isEmpty) {
      this.#block(`**${label}:** empty`);
      return;
    }
    let lines = 0;
    const blocks = parts.map((part) => {
      if (part.type === 'image') return this.#formatImage(part.source, result.place);
      const text = toVisibleText(part.type === 'json' ? prettyJson(part.json) : part.text);
      lines += countLines(text);
      return fence(text, part.type === 'json' ? 'json' : 'text');
    });
    this.#fold(label, lines, blocks);
  }

  /** Blocks below a label that says how many lines they have, folded when those are many. */
  #fold(label: string, lines: number, blocks: readonly string[], isFolded = lines > this.#foldLines): void {
    const count = lines === 0 ? '' : ` (${countOf(lines, 'line')})`;
    // Within HTML there is no Markdown, so that a label with code in it would show its marks.
    if (isFolded) this.#block(`<details><summary>${toHtml(label)}${count}</summary>`);
    else this.#block(`**${label}**${count}`);
    for (const block of blocks) this.#block(block);
    if (isFolded) this.#block('</details>');
  }

  #formatImage(source: ImageSource, place: PartPlace): string {
    const { type, media_type, data } = source;
    if (type !== 'base64') {
      this.#lose(
        'dropped-image',
        place,
        'An image that is only referred to is not fetched; its address stands in its place.',
      );
      return `Image (${codeSpan(toVisibleText(media_type))}): ${codeSpan(toVisibleText(toOneLine(data, 2000)))}`;
    }
    const kind = imageTypeOf(data);
    const size = byteCount(base64Bytes(data));
    if (kind === null) {
      this.#lose('dropped-image', place, `An image of ${size} is of no type that can be shown.`);
      return `Image (${codeSpan(toVisibleText(media_type))}): ${size}, of an unknown type, left out`;
    }
    if (this.#images === 'omit') {
      this.#lose('dropped-image', place, `An image of ${size} was left out.`);
      return `Image (${codeSpan(kind)}): ${size}, left out`;
    }
    const bytes = Buffer.from(data, 'base64');
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const file = `images/${hash}.${IMAGE_EXTENSIONS[kind]}`;
    if (!this.#written.has(file)) {
      this.#written.add(file);
      this.#files.push({ file, bytes });
    }
    return `![Image, ${size}](${file})`;
  }

  #writeUsage(usage: Usage): void {
    const { input_tokens, output_tokens, cache_read_input_tokens: read, cache_creation_input_tokens: made } = usage;
    this.#input = addSaturating(this.#input ?? 0, input_tokens);
    this.#output = addSaturating(this.#output, output_tokens);
    const counts = [`${input_tokens} in`, `${output_tokens} out`];
    if (read !== undefined) counts.push(`${read} read from cache`);
    if (made !== undefined) counts.push(`${made} written to cache`);
    this.#block(`Tokens: ${counts.join(', ')}`);
  }

  #lose(
    code: 'dropped-image' | 'dropped-artifact' | 'dropped-thinking' | 'dropped-extra',
    where: PartPlace,
    detail: string,
  ) {
    this.#context.report({ code, where, detail });
  }
}

function timeLine(time: Timestamp): string {
  return `*${time.replace('T', ' ').replace('Z', ' UTC')}*`;
}

function toHtml(label: string): string {
  return label.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('`', '');
}
