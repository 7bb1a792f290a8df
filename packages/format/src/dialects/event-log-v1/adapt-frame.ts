import { JsonError, type JsonObject, locatePointer, parseJson, stringifyJson } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import type { Adaptation } from '../../dialect.js';
import { FrameError } from '../../frame-error.js';
import { EventLogFrame } from './check-frame.js';
import { decodeFrame } from './decode-frame.js';
import type { LogEvent } from './generated/types.js';

const USAGE = '/payload/usage';

/** What lenient reading makes of a frame that fx 0.0.5 refuses for its kind, or for usage of another shape. */
export function adaptFrame(line: Uint8Array, refusal: FrameError): Adaptation<EventLogFrame> | null {
  if (refusal.rule === 'envelope/unknown-kind') return keepUnknownKind(line);
  const isUsage = refusal.path === USAGE || refusal.path.startsWith(`${USAGE}/`);
  return isUsage ? leaveOutUsage(line, refusal) : null;
}

/** An event of a kind that only a later fx knows, where all else that every event has is sound. */
function keepUnknownKind(line: Uint8Array): Adaptation<EventLogFrame> | null {
  const event = parseFrame(line);
  if (event === null || !isJsonObject(event.payload ?? null)) return null;
  const known = `${stringifyJson({ ...event, kind: 'recovery_checkpoint_cleared', payload: {} })}\n`;
  if (!isFrame(Buffer.from(known, 'utf8'))) return null;
  const message = `fx 0.0.5 does not know events of the kind ${String(event.kind)}; it is handed on and has no effect`;
  return {
    frame: EventLogFrame.decoded(event as unknown as LogEvent, Buffer.from(line), 0, line.length),
    note: {
      rule: 'envelope/unknown-kind',
      severity: 'warning',
      message,
      path: '/kind',
      offset: locatePointer(line, '/kind'),
    },
  };
}

/** A session whose usage is of another shape begins without any; a checkpoint of nothing else leaves what was known before unknown. */
function leaveOutUsage(
  line: Uint8Array,
  { rule, path, message, offset }: FrameError,
): Adaptation<EventLogFrame> | null {
  const event = parseFrame(line);
  const payload = event?.payload;
  if (event === null || !isJsonObject(payload ?? null)) return null;
  const isShape = rule.startsWith('shape/');
  const note = {
    rule: isShape ? ('usage/other-shape' as const) : rule,
    severity: isShape ? ('warning' as const) : ('error' as const),
    message: `The usage cannot be read (${message}): it is left out, and the conversation is kept`,
    path,
    offset,
  };
  const { usage: _, ...rest } = payload as JsonObject;
  if (event.kind === 'session_started')
    return { line: Buffer.from(`${stringifyJson({ ...event, payload: rest })}\n`, 'utf8'), note };
  if (event.kind !== 'usage_checkpointed' || !isShape) return null;
  const empty = `${stringifyJson({ ...event, kind: 'recovery_checkpoint_cleared', payload: {} })}\n`;
  return isFrame(Buffer.from(empty, 'utf8')) ? { frame: null, note } : null;
}

function parseFrame(line: Uint8Array): JsonObject | null {
  try {
    const value = parseJson(line);
    return isJsonObject(value) ? value : null;
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}

function isFrame(line: Uint8Array): boolean {
  try {
    decodeFrame(line);
    return true;
  } catch (error) {
    if (error instanceof FrameError) return false;
    throw error;
  }
}
