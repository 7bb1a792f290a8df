/**
 * Common JSON → model (common-model §A1 to §A5, accept/reject list of §B5). Unknown keys are passed over, `null` equals absent where a key is
 * optional, everything else that does not fit makes the document invalid.
 */
import type { JsonObject, JsonValue } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import { CodecError } from '../codec-error.js';
import { FreeJson } from './free-json.js';
import { parseTime, type Timestamp } from './timestamp.js';
import { isTypedToolName, TOOL_FIELDS, type Tool, type TypedTool, takeFields } from './tool.js';
import {
  type Artifact,
  type ArtifactSource,
  type Block,
  type Lineage,
  type Message,
  STOP_REASONS,
  type StopReason,
  type Transcript,
  type TranscriptMeta,
  type Usage,
} from './transcript.js';
import { toUint64 } from './uint64.js';

/**
 * A whole transcript.
 *
 * @throws CodecError with rule `codec/invalid-document` and the JSON Pointer of what does not fit.
 */
export function readTranscript(value: JsonValue): Transcript {
  const object = requireObject(value, '');
  const { meta, messages } = object;
  if (!Array.isArray(messages)) return refuse('/messages', 'an array of messages is required');
  return {
    meta: readMeta(meta ?? null, '/meta'),
    messages: messages.map((message, index) => readMessage(message, `/messages/${index}`)),
  };
}

/** The meta of a transcript; `path` is where it stands. @throws CodecError as {@link readTranscript}. */
export function readMeta(value: JsonValue, path: string): TranscriptMeta {
  const object = requireObject(value, path);
  const optional = (key: string): string | undefined => optionalString(object, key, path);
  return withoutAbsent({
    id: requireString(object, 'id', path),
    timestamp: requireTime(object, path),
    cwd: optional('cwd'),
    git_branch: optional('git_branch'),
    title: optional('title'),
    cli_version: optional('cli_version'),
    model: optional('model'),
    lineage: readLineage(object.lineage, `${path}/lineage`),
  });
}

/** One message; `path` is where it stands. @throws CodecError as {@link readTranscript}. */
export function readMessage(value: JsonValue, path: string): Message {
  const object = requireObject(value, path);
  const { role, content } = object;
  if (role !== 'user' && role !== 'assistant') return refuse(`${path}/role`, 'a role is "user" or "assistant"');
  if (!Array.isArray(content)) return refuse(`${path}/content`, 'an array of blocks is required');
  return withoutAbsent({
    role,
    content: content.map((block, index) => readBlock(block, `${path}/content/${index}`)),
    timestamp: requireTime(object, path),
    model: optionalString(object, 'model', path),
    stop_reason: readStopReason(object.stop_reason, `${path}/stop_reason`),
    usage: readUsage(object.usage, `${path}/usage`),
  });
}

/** One block; `path` is where it stands. @throws CodecError as {@link readTranscript}. */
export function readBlock(value: JsonValue, path: string): Block {
  const object = requireObject(value, path);
  switch (object.type) {
    case 'text':
      return { type: 'text', text: requireString(object, 'text', path) };
    case 'thinking':
      return withoutAbsent({
        type: 'thinking',
        text: requireString(object, 'text', path),
        signature: optionalString(object, 'signature', path),
        encrypted: optionalString(object, 'encrypted', path),
      });
    case 'tool_use':
      return {
        type: 'tool_use',
        id: requireString(object, 'id', path),
        tool: readTool(object.tool ?? null, `${path}/tool`),
      };
    case 'tool_result':
      return readToolResult(object, path);
    case 'image':
      return { type: 'image', source: readImageSource(object.source ?? null, `${path}/source`) };
    case 'artifact':
      return { type: 'artifact', artifact: readArtifact(object.artifact ?? null, `${path}/artifact`) };
    default:
      return refuse(`${path}/type`, 'no block has this type');
  }
}

/** The source of an image. @throws CodecError as {@link readTranscript}. */
export function readImageSource(value: JsonValue, path: string): { type: string; media_type: string; data: string } {
  const source = requireObject(value, path);
  return {
    type: requireString(source, 'type', path),
    media_type: requireString(source, 'media_type', path),
    data: requireString(source, 'data', path),
  };
}

/** An artifact. @throws CodecError as {@link readTranscript}. */
export function readArtifact(value: JsonValue, path: string): Artifact {
  const object = requireObject(value, path);
  return {
    id: requireString(object, 'id', path),
    name: requireString(object, 'name', path),
    source: readArtifactSource(object.source ?? null, `${path}/source`),
  };
}

/** A stop reason, undefined where there is none. @throws CodecError as {@link readTranscript}. */
export function readStopReason(value: JsonValue | undefined, path: string): StopReason | undefined {
  if (value === undefined || value === null) return undefined;
  const word = STOP_REASONS.find((reason) => reason === value);
  if (word !== undefined) return word;
  if (isJsonObject(value) && Object.keys(value).length === 1 && typeof value.other === 'string') {
    return { other: value.other };
  }
  return refuse(path, `a stop reason is one of ${STOP_REASONS.join(', ')}, or {"other": text}`);
}

/** The usage of a message, undefined where there is none. @throws CodecError as {@link readTranscript}. */
export function readUsage(value: JsonValue | undefined, path: string): Usage | undefined {
  if (value === undefined || value === null) return undefined;
  const object = requireObject(value, path);
  const take = (key: keyof Usage, isRequired: boolean) => {
    const field = object[key] ?? null;
    if (field === null && !isRequired) return undefined;
    return toUint64(field) ?? refuse(`${path}/${key}`, 'a whole number from 0 to 18446744073709551615 is required');
  };
  return withoutAbsent({
    input_tokens: take('input_tokens', true) ?? 0,
    output_tokens: take('output_tokens', true) ?? 0,
    cache_read_input_tokens: take('cache_read_input_tokens', false),
    cache_creation_input_tokens: take('cache_creation_input_tokens', false),
  });
}

function readTool(value: JsonValue, path: string): Tool {
  const object = requireObject(value, path);
  const { name } = object;
  if (name === 'Raw') {
    if (!Object.hasOwn(object, 'input')) return refuse(`${path}/input`, 'required, null where a call has no input');
    const input = object.input as JsonValue;
    return { name, tool_name: requireString(object, 'tool_name', path), input: FreeJson.of(input) };
  }
  if (typeof name !== 'string' || !isTypedToolName(name)) {
    return refuse(`${path}/name`, 'no tool of the common model; other tools are {"name":"Raw","tool_name":…}');
  }
  const tool = takeFields(name, TOOL_FIELDS[name], object, false) as TypedTool | null;
  return tool ?? refuse(path, `not the keys and types of a ${name}`);
}

function readToolResult(object: JsonObject, path: string): Block {
  if (!Object.hasOwn(object, 'content')) return refuse(`${path}/content`, 'required, null where a result has none');
  const isError = object.is_error ?? false;
  if (typeof isError !== 'boolean') return refuse(`${path}/is_error`, 'true or false is required');
  const content = object.content as JsonValue;
  return {
    type: 'tool_result',
    tool_use_id: requireString(object, 'tool_use_id', path),
    content: typeof content === 'string' ? content : FreeJson.of(content),
    ...(isError ? { is_error: true } : {}),
  };
}

function readArtifactSource(value: JsonValue, path: string): ArtifactSource {
  const object = requireObject(value, path);
  const media_type = optionalString(object, 'media_type', path);
  switch (object.type) {
    case 'text':
      return withoutAbsent({ type: 'text', text: requireString(object, 'text', path), media_type });
    case 'base64':
      return withoutAbsent({ type: 'base64', data: requireString(object, 'data', path), media_type });
    case 'path':
      return withoutAbsent({ type: 'path', path: requireString(object, 'path', path), media_type });
    default:
      return refuse(`${path}/type`, 'an artifact is of type text, base64 or path');
  }
}

function readLineage(value: JsonValue | undefined, path: string): Lineage | undefined {
  if (value === undefined || value === null) return undefined;
  const object = requireObject(value, path);
  const { relation } = object;
  if (relation !== 'fork' && relation !== 'continue' && relation !== 'spawn') {
    return refuse(`${path}/relation`, 'a relation is fork, continue or spawn');
  }
  return { parent: requireString(object, 'parent', path), relation };
}

function requireTime(object: JsonObject, path: string): Timestamp {
  const time = parseTime(requireString(object, 'timestamp', path));
  return time ?? refuse(`${path}/timestamp`, 'a time of RFC 3339 with a zone is required');
}

function requireObject(value: JsonValue, path: string): JsonObject {
  return isJsonObject(value) ? value : refuse(path, 'an object is required');
}

function requireString(object: JsonObject, key: string, path: string): string {
  const value = object[key];
  return typeof value === 'string' ? value : refuse(`${path}/${key}`, 'a string is required');
}

function optionalString(object: JsonObject, key: string, path: string): string | undefined {
  const value = Object.hasOwn(object, key) ? object[key] : null;
  if (value === null || value === undefined) return undefined;
  return typeof value === 'string' ? value : refuse(`${path}/${key}`, 'a string is required');
}

/** Leaves out what is undefined, so that equal values are equal objects. */
export function withoutAbsent<T extends object>(object: T): T {
  for (const key of Object.keys(object) as (keyof T)[]) if (object[key] === undefined) delete object[key];
  return object;
}

function refuse(path: string, message: string): never {
  throw new CodecError({
    rule: 'codec/invalid-document',
    message: `${path === '' ? 'The document' : path}: ${message}.`,
    path,
  });
}
