/** What stands in the conversation as an attachment: words that were typed while the model worked, files that the user named, and more. */
import type { JsonObject, JsonValue } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import { withoutAbsent } from '../../model/read-transcript.js';
import type { ArtifactSource, Block } from '../../model/transcript.js';
import { arrayField, objectField, ownField, stringField, textField } from '../harness/harness-fields.js';
import type { KeyShape } from '../harness/key-watch.js';
import { type DropBlock, readBlocks } from './read-blocks.js';

/** Attachments that the program writes for itself and shows nobody. */
const RECORDS: ReadonlySet<string> = new Set([
  'async_hook_response',
  'hook_cancelled',
  'hook_error_during_execution',
  'hook_non_blocking_error',
  'hook_success',
  'prompt_snapshot',
  'session_context',
]);

/** Keys of the attachments that are read. */
export const ATTACHMENT_SHAPES: Readonly<Record<string, KeyShape>> = {
  queued_command: {
    type: 'read',
    prompt: 'read',
    commandMode: 'read',
    delivery_id: 'note',
    hostsOwnTurn: 'note',
    imagePasteIds: 'note',
    isMeta: 'read',
    origin: 'note',
    rowSource: 'note',
    source_uuid: 'note',
    timestamp: 'note',
  },
  file: {
    type: 'read',
    filename: 'read',
    displayPath: 'note',
    savedCopyFraming: 'note',
    truncated: 'note',
    content: {
      type: 'read',
      file: {
        filePath: 'note',
        content: 'read',
        base64: 'read',
        type: 'read',
        cells: 'read',
        dimensions: 'note',
        numLines: 'note',
        originalSize: 'note',
        startLine: 'note',
        totalLines: 'note',
      },
    },
  },
  edited_text_file: { type: 'read', filename: 'read', snippet: 'read', displayPath: 'note' },
  directory: { type: 'read', path: 'read', content: 'read', displayPath: 'note' },
  selected_lines_in_ide: {
    type: 'read',
    filename: 'read',
    content: 'read',
    displayPath: 'note',
    ideName: 'note',
    lineStart: 'note',
    lineEnd: 'note',
  },
  mcp_resource: {
    type: 'read',
    uri: 'read',
    content: 'read',
    description: 'note',
    name: 'note',
    server: 'note',
  },
  pdf_reference: { type: 'read', filename: 'read', displayPath: 'note', fileSize: 'note', pageCount: 'note' },
};

/** Whether an attachment is a record of the program that its model is not told. */
export function isRecordAttachment(type: string): boolean {
  return RECORDS.has(type);
}

/** The blocks of an attachment that holds what the user said or named; null for those with which the program itself speaks to its model. */
export function readAttachment(attachment: JsonObject, id: string, drop: DropBlock): Block[] | null {
  const artifact = (name: string | undefined, source: ArtifactSource | undefined): Block[] | null =>
    name === undefined || source === undefined ? null : [{ type: 'artifact', artifact: { id, name, source } }];
  const text = (key: string): ArtifactSource | undefined => {
    const value = stringField(attachment, key);
    return value === undefined ? undefined : { type: 'text', text: value };
  };
  const file = textField(attachment, 'filename');
  switch (attachment.type) {
    case 'queued_command':
      return readQueued(attachment, drop);
    case 'file':
      return readFile(objectField(attachment, 'content') ?? {}, file ?? 'file', id);
    case 'edited_text_file':
      return artifact(file, text('snippet'));
    case 'selected_lines_in_ide':
      return artifact(file, text('content'));
    case 'directory':
      return artifact(textField(attachment, 'path'), text('content'));
    case 'pdf_reference':
      return artifact(file, { type: 'path', path: file ?? '' });
    case 'mcp_resource':
      return readResource(attachment, id);
    default:
      return null;
  }
}

function readQueued(attachment: JsonObject, drop: DropBlock): Block[] | null {
  // Other modes are messages of the program, such as that a task has ended.
  const isTyped = (textField(attachment, 'commandMode') ?? 'prompt') === 'prompt' && attachment.isMeta !== true;
  const blocks = readBlocks(ownField(attachment, 'prompt'), drop);
  return isTyped && blocks.length > 0 ? blocks : null;
}

function readFile(content: JsonObject, name: string, id: string): Block[] | null {
  const file = objectField(content, 'file') ?? {};
  const base64 = stringField(file, 'base64');
  const mediaType = textField(file, 'type');
  if (content.type === 'image' && base64 !== undefined) {
    return [{ type: 'image', source: { type: 'base64', media_type: mediaType ?? '', data: base64 } }];
  }
  const text = stringField(file, 'content') ?? cellsOf(file);
  let source: ArtifactSource | undefined;
  if (text !== undefined) source = { type: 'text', text };
  else if (base64 !== undefined) {
    source = withoutAbsent<ArtifactSource>({
      type: 'base64',
      data: base64,
      media_type: mediaType ?? (content.type === 'pdf' ? 'application/pdf' : undefined),
    });
  }
  return source === undefined ? null : [{ type: 'artifact', artifact: { id, name, source } }];
}

/** The cells of a notebook, one after the other. */
function cellsOf(file: JsonObject): string | undefined {
  const cells = arrayField(file, 'cells')?.flatMap((cell) =>
    isJsonObject(cell) ? (textField(cell, 'source') ?? []) : [],
  );
  return cells === undefined || cells.length === 0 ? undefined : cells.join('\n\n');
}

function readResource(attachment: JsonObject, id: string): Block[] | null {
  const contents = arrayField(objectField(attachment, 'content') ?? {}, 'contents') ?? [];
  const blocks = contents.flatMap((item, at) => readResourcePart(item, `${id}-${at}`, attachment));
  return blocks.length === 0 ? null : blocks;
}

function readResourcePart(item: JsonValue, id: string, attachment: JsonObject): Block[] {
  if (!isJsonObject(item)) return [];
  const name = textField(item, 'uri') ?? textField(attachment, 'uri') ?? 'resource';
  const media_type = textField(item, 'mimeType');
  const text = stringField(item, 'text');
  const data = stringField(item, 'blob');
  if (text !== undefined) {
    const source = withoutAbsent<ArtifactSource>({ type: 'text', text, media_type });
    return [{ type: 'artifact', artifact: { id, name, source } }];
  }
  if (data === undefined) return [];
  const source = withoutAbsent<ArtifactSource>({ type: 'base64', data, media_type });
  return [{ type: 'artifact', artifact: { id, name, source } }];
}
