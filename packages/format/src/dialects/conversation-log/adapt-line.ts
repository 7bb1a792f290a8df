import { JsonError, type JsonObject, locatePointer, parseJson, stringifyJson } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import type { Adaptation } from '../../dialect.js';
import { FrameError } from '../../frame-error.js';
import { ConversationLine } from './conversation-line.js';
import { decodeConversationFrame } from './frame.js';
import type { ConversationEvent } from './generated/types.js';

/** What lenient reading makes of a line with an event that only a later fx knows, where all else of the line is sound. */
export function adaptLine(line: Uint8Array, { rule, path }: FrameError): Adaptation<ConversationLine> | null {
  if (rule !== 'shape/unknown-key' || !/^\/event\/[^/]+$/.test(path)) return null;
  const tree = parseLine(line);
  const event = tree?.event ?? null;
  if (tree === null || !isJsonObject(event) || Object.keys(event).length !== 1) return null;
  const known = Buffer.from(`${stringifyJson({ ...tree, event: { steering: { text: '-' } } })}\n`, 'utf8');
  try {
    const frame = decodeConversationFrame(known);
    const message = `fx does not know events of the kind ${Object.keys(event)[0]}; it is handed on and has no effect`;
    return {
      frame: ConversationLine.decoded({ ...frame, event: event as unknown as ConversationEvent }),
      note: { rule: 'envelope/unknown-kind', severity: 'warning', message, path, offset: locatePointer(line, path) },
    };
  } catch (error) {
    if (error instanceof FrameError) return null;
    throw error;
  }
}

function parseLine(line: Uint8Array): JsonObject | null {
  try {
    const value = parseJson(line);
    return isJsonObject(value) ? value : null;
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}
