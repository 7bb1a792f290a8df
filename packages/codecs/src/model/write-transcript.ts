/**
 * Model → Common JSON, byte for byte as common-model §A6 says: compact, keys in the order of the tables, what is absent left out.
 */
import { quoteJson } from '@fxlog/json/internal';
import type { FreeJson } from './free-json.js';
import { TOOL_FIELDS, type Tool, writeFields } from './tool.js';
import type { ArtifactSource, Block, Message, Transcript, TranscriptMeta, Usage } from './transcript.js';

export interface WriteOptions {
  /**
   * Whether free JSON is written as the peer writes it, keys sorted and huge integers as floats, for comparing outputs byte for byte
   * (common-model §A6). Default false: in the order and spelling of the source.
   */
  readonly compatible?: boolean | undefined;
}

/** A whole transcript, without a trailing newline. */
export function writeTranscript({ meta, messages }: Transcript, options: WriteOptions = {}): string {
  const list = messages.map((message) => writeMessage(message, options)).join(',');
  return `{"meta":${writeMeta(meta)},"messages":[${list}]}`;
}

/** The meta as JSON. */
export function writeMeta(meta: TranscriptMeta): string {
  const { id, timestamp, cwd, git_branch, title, cli_version, model, lineage } = meta;
  return JSON.stringify({
    id,
    timestamp,
    cwd,
    git_branch,
    title,
    cli_version,
    model,
    lineage: lineage === undefined ? undefined : { parent: lineage.parent, relation: lineage.relation },
  });
}

/** One message as JSON. */
export function writeMessage(message: Message, options: WriteOptions = {}): string {
  const { role, content, timestamp, model, stop_reason, usage } = message;
  let blocks = '';
  for (const block of content) blocks += `${blocks === '' ? '' : ','}${writeBlock(block, options)}`;
  let text = `{"role":"${role}","content":[${blocks}],"timestamp":"${timestamp}"`;
  if (model !== undefined) text += `,"model":${quoteJson(model)}`;
  if (stop_reason !== undefined) {
    text += `,"stop_reason":${typeof stop_reason === 'string' ? `"${stop_reason}"` : `{"other":${quoteJson(stop_reason.other)}}`}`;
  }
  if (usage !== undefined) text += `,"usage":${writeUsage(usage)}`;
  return `${text}}`;
}

/** One block as JSON. */
export function writeBlock(block: Block, options: WriteOptions = {}): string {
  switch (block.type) {
    case 'text':
      return `{"type":"text","text":${quoteJson(block.text)}}`;
    case 'thinking':
      return `{"type":"thinking","text":${quoteJson(block.text)}${member('signature', block.signature)}${member('encrypted', block.encrypted)}}`;
    case 'tool_use':
      return `{"type":"tool_use","id":${quoteJson(block.id)},"tool":${writeTool(block.tool, options)}}`;
    case 'tool_result': {
      const content = typeof block.content === 'string' ? quoteJson(block.content) : writeFree(block.content, options);
      const flag = block.is_error === true ? ',"is_error":true' : '';
      return `{"type":"tool_result","tool_use_id":${quoteJson(block.tool_use_id)},"content":${content}${flag}}`;
    }
    case 'image': {
      const { type, media_type, data } = block.source;
      return `{"type":"image","source":{"type":${quoteJson(type)},"media_type":${quoteJson(media_type)},"data":${quoteJson(data)}}}`;
    }
    case 'artifact': {
      const { id, name, source } = block.artifact;
      return `{"type":"artifact","artifact":{"id":${quoteJson(id)},"name":${quoteJson(name)},"source":${writeArtifactSource(source)}}}`;
    }
  }
}

/** A tool as JSON. */
export function writeTool(tool: Tool, options: WriteOptions = {}): string {
  switch (tool.name) {
    case 'Raw':
      return `{"name":"Raw","tool_name":${quoteJson(tool.tool_name)},"input":${writeFree(tool.input, options)}}`;
    default:
      return `{"name":"${tool.name}"${writeFields(TOOL_FIELDS[tool.name], tool)}}`;
  }
}

/** A usage as JSON. */
export function writeUsage(usage: Usage): string {
  const { input_tokens, output_tokens, cache_read_input_tokens: read, cache_creation_input_tokens: creation } = usage;
  let text = `{"input_tokens":${input_tokens},"output_tokens":${output_tokens}`;
  if (read !== undefined) text += `,"cache_read_input_tokens":${read}`;
  if (creation !== undefined) text += `,"cache_creation_input_tokens":${creation}`;
  return `${text}}`;
}

function writeArtifactSource(source: ArtifactSource): string {
  const { type, media_type } = source;
  const rest = member('media_type', media_type);
  switch (type) {
    case 'text':
      return `{"type":"text","text":${quoteJson(source.text)}${rest}}`;
    case 'base64':
      return `{"type":"base64","data":${quoteJson(source.data)}${rest}}`;
    case 'path':
      return `{"type":"path","path":${quoteJson(source.path)}${rest}}`;
  }
}

function writeFree(json: FreeJson, options: WriteOptions): string {
  return options.compatible === true ? json.toCompatibleText() : json.text;
}

function member(key: string, value: string | undefined): string {
  return value === undefined ? '' : `,"${key}":${quoteJson(value)}`;
}
