import { JsonError, parseJson } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import type { Tool } from '../../model/tool.js';
import type { ArtifactBlock, ImageSource, Usage } from '../../model/transcript.js';
import type { CallResult, ExchangePart, PartPlace } from '../../rendering/exchange.js';
import { countLines, groupDigits } from '../../rendering/number-text.js';
import { readOutput } from '../../rendering/output-parts.js';
import { stopReasonText } from '../../rendering/stop-reason-text.js';
import { toolSummary, toolTitle } from '../../rendering/tool-summary.js';
import { toOneLine } from '../../rendering/visible-text.js';
import { SUMMARY_MARKER } from '../fx/decode-turn.js';
import type { AttachmentEntry, Detail, Entry, PageImage, PageInput, PageOutput, PageResult } from './page-data.js';

/** What entries are made with. */
export interface EntryContext {
  /** The image, or a note where it cannot be shown, which is reported. */
  readonly takeImage: (source: ImageSource, place: PartPlace) => PageImage;
  readonly lose: (
    code: 'dropped-artifact' | 'dropped-thinking' | 'dropped-extra',
    where: PartPlace,
    detail: string,
  ) => void;
}

/** What a message begins with that is the summary of earlier turns (common-model §C2). */
const SUMMARY = `${SUMMARY_MARKER}\n`;

/** A part of an exchange as an entry of the page; null for what is not an entry. */
export function entryOf(part: ExchangePart, context: EntryContext): Entry | null {
  switch (part.type) {
    case 'turn-start':
    case 'turn-end':
      return null;
    case 'text': {
      const { role, text, time } = part;
      if (role === 'user' && text.startsWith(SUMMARY)) {
        return { kind: 'summary', text: text.slice(SUMMARY.length).trimStart() };
      }
      return { kind: 'text', role, text, time };
    }
    case 'thinking': {
      const { text, signature, encrypted } = part.block;
      if (signature !== undefined)
        context.lose('dropped-extra', part.place, 'The signature of a piece of reasoning is not shown.');
      if (encrypted !== undefined) context.lose('dropped-thinking', part.place, 'Encrypted reasoning cannot be shown.');
      return text === '' ? null : { kind: 'thinking', text };
    }
    case 'image':
      return { kind: 'image', role: part.role, image: context.takeImage(part.source, part.place) };
    case 'artifact':
      return attachmentOf(part.role, part.artifact, part.place, context);
    case 'call': {
      const { tool, time, result } = part;
      return {
        kind: 'call',
        title: toolTitle(tool),
        summary: toolSummary(tool),
        time,
        input: inputOf(tool),
        result: typeof result === 'string' ? result : resultOf(result, context),
      };
    }
    case 'result': {
      const { call } = part;
      const known = call && { title: toolTitle(call.tool), summary: toolSummary(call.tool), turn: call.turn };
      return { kind: 'result', call: known, result: resultOf(part.result, context) };
    }
    case 'stop':
      return { kind: 'stop', text: stopReasonText(part.reason), isFailure: part.reason === 'error' };
    case 'usage':
      return { kind: 'usage', text: usageText(part.usage) };
    case 'model':
      return { kind: 'model', model: part.model };
  }
}

/** Counts of tokens in words. */
export function usageText({
  input_tokens,
  output_tokens,
  cache_read_input_tokens,
  cache_creation_input_tokens,
}: Usage): string {
  const counts = [`${groupDigits(input_tokens)} tokens in`, `${groupDigits(output_tokens)} out`];
  if (cache_read_input_tokens !== undefined) counts.push(`${groupDigits(cache_read_input_tokens)} read from cache`);
  if (cache_creation_input_tokens !== undefined)
    counts.push(`${groupDigits(cache_creation_input_tokens)} written to cache`);
  return counts.join(' \u00b7 ');
}

function attachmentOf(
  role: 'user' | 'assistant',
  { name, source }: ArtifactBlock['artifact'],
  place: PartPlace,
  context: EntryContext,
): AttachmentEntry {
  const base = { kind: 'attachment', role, name, mediaType: source.media_type } as const;
  if (source.type === 'text') return { ...base, text: source.text };
  if (source.type === 'path') return { ...base, path: source.path };
  if (/^(?:iVBOR|\/9j\/|R0lG|UklG)/.test(source.data)) {
    const { data, media_type = '' } = source;
    return { ...base, image: context.takeImage({ type: 'base64', media_type, data }, place) };
  }
  context.lose('dropped-artifact', place, `The bytes of the attachment ${JSON.stringify(name)} were left out.`);
  return base;
}

function resultOf({ content, isError, time, place }: CallResult, context: EntryContext): PageResult {
  let lines = 0;
  const outputs = readOutput(content).map((part): PageOutput => {
    if (part.type === 'image') return { kind: 'image', image: context.takeImage(part.source, place) };
    if (part.type === 'json') return { kind: 'json', json: part.json };
    lines += countLines(part.text);
    return { kind: 'text', text: part.text };
  });
  const shown = outputs.filter((output) => output.kind !== 'text' || output.text !== '');
  return { isError, refusal: isError ? refusalOf(shown) : undefined, time, lines, outputs: shown };
}

/** Longest output that can be one of fx's own refusals, in characters. */
const MAX_REFUSAL = 65_536;

/** The reason that fx gives when it refuses a call, which is then the whole result; undefined for everything else. */
function refusalOf([output, ...more]: readonly PageOutput[]): string | undefined {
  const text = output?.kind === 'json' ? output.json : output?.kind === 'text' ? output.text : '';
  if (more.length > 0 || text.length > MAX_REFUSAL || !text.trimStart().startsWith('{')) return undefined;
  try {
    const value = parseJson(Buffer.from(text));
    const error = isJsonObject(value) ? value.error : undefined;
    if (!isJsonObject(error) || error.type !== 'tool_permission_denied') return undefined;
    return typeof error.reason === 'string' ? toOneLine(error.reason, 60) : 'not said';
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

function inputOf(tool: Tool): PageInput {
  switch (tool.name) {
    case 'Bash':
      return {
        command: tool.command,
        details: detailsOf([
          ['Directory', tool.workdir],
          ['Timeout', tool.timeout_ms === undefined ? undefined : `${groupDigits(tool.timeout_ms)} ms`],
          ['Description', tool.description],
          ['In background', tool.run_in_background === true ? 'yes' : undefined],
        ]),
      };
    case 'Read':
      return {
        details: detailsOf([
          ['File', tool.file_path],
          ['From line', tool.offset],
          ['Lines', tool.limit],
        ]),
      };
    case 'Write':
      return { content: tool.content, details: [['File', tool.file_path]] };
    case 'Edit':
      return {
        edits: [{ before: tool.old_string, after: tool.new_string }],
        details: detailsOf([
          ['File', tool.file_path],
          ['Replaces', tool.replace_all === true ? 'every occurrence' : undefined],
        ]),
      };
    case 'MultiEdit': {
      const all = tool.edits.flatMap(({ replace_all }, index) => (replace_all === true ? [index + 1] : []));
      return {
        edits: tool.edits.map(({ old_string, new_string }) => ({ before: old_string, after: new_string })),
        details: detailsOf([
          ['File', tool.file_path],
          ['Every occurrence', all.length === 0 ? undefined : `edit ${all.join(', ')}`],
        ]),
      };
    }
    case 'Command':
      return {
        details: detailsOf([
          ['Command', tool.command],
          ['Arguments', tool.args],
        ]),
      };
    case 'Raw':
      return tool.input.text === 'null' ? { details: [] } : { json: tool.input.text, details: [] };
  }
}

function detailsOf(entries: readonly (readonly [string, string | number | bigint | undefined])[]): Detail[] {
  return entries.flatMap(([label, value]) => (value === undefined ? [] : [[label, String(value)] as const]));
}
