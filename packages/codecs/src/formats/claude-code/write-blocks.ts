import type { JsonValue } from '@fxlog/json';
import { isJsonObject, quoteJson } from '@fxlog/json/internal';
import type { ReportLoss } from '../../loss.js';
import { FreeJson } from '../../model/free-json.js';
import { type Tool, toCanonical } from '../../model/tool.js';
import {
  type ArtifactBlock,
  artifactDisplayText,
  type ImageSource,
  type ThinkingBlock,
} from '../../model/transcript.js';
import { toAcceptableToolName } from '../harness/acceptable-names.js';
import { isPlaced, loseBlock, type OutgoingMessage, type PlacedBlock } from '../harness/outgoing-message.js';
import { imageNote, isBlankText } from '../harness/session-facts.js';
import { hasExactly } from '../harness/structured-output.js';

/** Pictures that the service takes. */
const MEDIA_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

export interface BlockContext {
  readonly report: ReportLoss;
  readonly role: OutgoingMessage['role'];
  /** Whether the message comes from a model whose reasoning the service knows. */
  readonly isOwnReasoning: boolean;
}

/** The blocks of a message as JSON, without those that Claude Code or its service does not take (other-harnesses §1.5). */
export function writeBlocks(blocks: readonly PlacedBlock[], context: BlockContext): string[] {
  const written: string[] = [];
  for (const placed of blocks) {
    const json = writeBlock(placed, context, written.length);
    if (json !== null) written.push(json);
  }
  return written;
}

function writeBlock(placed: PlacedBlock, context: BlockContext, at: number): string | null {
  const { report } = context;
  if (isPlaced(placed, 'text')) {
    if (!isBlankText(placed.block.text)) return writeText(placed.block.text);
    loseBlock(report, 'dropped-block', placed, 'A text without content is refused by the service.');
    return null;
  }
  if (isPlaced(placed, 'thinking')) return writeThinking(placed, context);
  if (isPlaced(placed, 'tool_use')) return writeCall(placed.block.id, placed.block.tool, placed, report);
  if (isPlaced(placed, 'tool_result')) {
    const { tool_use_id, content, is_error } = placed.block;
    const output = typeof content === 'string' ? quoteJson(content) : writeOutput(content, placed, report);
    return `{"type":"tool_result","tool_use_id":${quoteJson(tool_use_id)},"content":${output},"is_error":${is_error === true}}`;
  }
  if (isPlaced(placed, 'image')) return writeImage(placed.block.source, placed, context);
  return isPlaced(placed, 'artifact') ? writeArtifact(placed, context, at) : null;
}

function writeText(text: string): string {
  return `{"type":"text","text":${quoteJson(text)}}`;
}

/** Unsigned or foreign reasoning is refused by the service. */
function writeThinking(placed: PlacedBlock<ThinkingBlock>, { report, isOwnReasoning }: BlockContext): string | null {
  const { text, signature, encrypted } = placed.block;
  if (isOwnReasoning && signature !== undefined && signature !== '') {
    if (encrypted !== undefined)
      loseBlock(report, 'dropped-thinking', placed, 'Signed reasoning holds no encrypted part.');
    return `{"type":"thinking","thinking":${quoteJson(text)},"signature":${quoteJson(signature)}}`;
  }
  if (isOwnReasoning && encrypted !== undefined) {
    if (text !== '') loseBlock(report, 'dropped-thinking', placed, 'Encrypted reasoning has no text.');
    return `{"type":"redacted_thinking","data":${quoteJson(encrypted)}}`;
  }
  const reason = isOwnReasoning ? 'has no signature' : 'comes from another provider';
  loseBlock(report, 'dropped-thinking', placed, `The reasoning ${reason}.`);
  return null;
}

function writeCall(id: string, tool: Tool, placed: PlacedBlock, report: ReportLoss): string {
  const { name, input } = toNativeCall(tool);
  const acceptable = toAcceptableToolName(name);
  if (acceptable !== name) {
    loseBlock(report, 'unmapped-tool', placed, `The tool ${JSON.stringify(name)} is called ${acceptable}.`);
  }
  let json = input;
  if (!input.startsWith('{')) {
    json = `{"input":${input}}`;
    loseBlock(report, 'changed-arguments', placed, 'The input is not an object: it was put into one, as "input".');
  }
  return `{"type":"tool_use","id":${quoteJson(id)},"name":${quoteJson(acceptable)},"input":${json}}`;
}

function toNativeCall(tool: Tool): { readonly name: string; readonly input: string } {
  const { name, input } = toCanonical(tool);
  if (tool.name !== 'Bash' || tool.timeout_ms === undefined) return { name, input: input.text };
  // Claude Code says `timeout` for the same number of milliseconds.
  const { timeout_ms, ...rest } = input.toValue() as { [key: string]: JsonValue };
  return { name, input: FreeJson.of({ ...rest, timeout: timeout_ms as JsonValue }).text };
}

function writeOutput(output: FreeJson, placed: PlacedBlock, report: ReportLoss): string {
  if (isAcceptableOutput(output)) return output.text;
  loseBlock(report, 'flattened-output', placed, 'The structured output became its JSON text.');
  return quoteJson(output.text);
}

/** Whether an output is an array of blocks that the service takes in a result, without any other key. */
function isAcceptableOutput(output: FreeJson): boolean {
  if (!output.text.startsWith('[{')) return false;
  const value = output.toValue();
  return Array.isArray(value) && value.every(isAcceptablePart);
}

function isAcceptablePart(part: JsonValue): boolean {
  if (!isJsonObject(part)) return false;
  const { source } = part;
  switch (part.type) {
    case 'text':
      return hasExactly(part, ['type', 'text']) && typeof part.text === 'string' && !isBlankText(part.text);
    case 'image':
      if (!hasExactly(part, ['type', 'source']) || !isJsonObject(source)) return false;
      if (source.type === 'url') return hasExactly(source, ['type', 'url']) && typeof source.url === 'string';
      return (
        hasExactly(source, ['type', 'media_type', 'data']) &&
        source.type === 'base64' &&
        MEDIA_TYPES.has(String(source.media_type)) &&
        typeof source.data === 'string'
      );
    case 'document':
      return (
        isJsonObject(source) && Object.keys(part).every((key) => ['type', 'source', 'title', 'context'].includes(key))
      );
    case 'search_result':
      return hasExactly(part, ['type', 'source', 'title', 'content']) && Array.isArray(part.content);
    default:
      return false;
  }
}

function writeImage(source: ImageSource, placed: PlacedBlock, { report, role }: BlockContext): string {
  const { type, media_type, data } = source;
  const lose = (detail: string): string => {
    loseBlock(report, 'dropped-image', placed, detail);
    return writeText(imageNote(source));
  };
  if (role === 'assistant') return lose('A message of the assistant holds no images.');
  if (type === 'url') {
    if (media_type !== '') loseBlock(report, 'dropped-extra', placed, 'An image behind an address has no media type.');
    return `{"type":"image","source":{"type":"url","url":${quoteJson(data)}}}`;
  }
  if (type !== 'base64') return lose(`There are no images of type ${JSON.stringify(type)}.`);
  if (data === '' || !MEDIA_TYPES.has(media_type))
    return lose(`The service takes no ${media_type} image like this one.`);
  return `{"type":"image","source":{"type":"base64","media_type":${quoteJson(media_type)},"data":${quoteJson(data)}}}`;
}

function writeArtifact(placed: PlacedBlock<ArtifactBlock>, { report, role }: BlockContext, at: number): string {
  const { artifact } = placed.block;
  const { source } = artifact;
  const title = `"title":${quoteJson(artifact.name)}`;
  const reportDetails = (mediaType: string): void => {
    if (artifact.id !== `document-${at}`) loseBlock(report, 'renamed-id', placed, 'A document has no id.');
    if (source.media_type !== undefined && source.media_type !== mediaType) {
      loseBlock(report, 'dropped-artifact', placed, `The media type ${source.media_type} was left out.`);
    }
  };
  if (role === 'user' && source.type === 'text' && !isBlankText(source.text)) {
    reportDetails('text/plain');
    return `{"type":"document","source":{"type":"text","media_type":"text/plain","data":${quoteJson(source.text)}},${title}}`;
  }
  if (role === 'user' && source.type === 'base64' && source.media_type === 'application/pdf') {
    reportDetails('application/pdf');
    return `{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":${quoteJson(source.data)}},${title}}`;
  }
  loseBlock(report, 'dropped-artifact', placed, 'The artifact became a text.');
  return writeText(artifactDisplayText(artifact));
}
