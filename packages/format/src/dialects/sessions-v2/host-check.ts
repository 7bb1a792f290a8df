/**
 * What the session manager takes from a host (newer-formats §7.3). No reader asks for any of it.
 */
import { isUtf8 } from 'node:buffer';
import { LooseError } from '../../loose/loose-error.js';
import { readLoose } from '../../loose/read.js';
import type { DurableBytes } from '../../scalars.js';
import { isBlobName } from './blob.js';
import { MAX_CHILD_DATA_BYTES, MAX_LANGUAGE_BYTES, MAX_VALUE_BYTES } from './limits.js';
import type { LineBody } from './line-kinds.js';

/** Whether the manager would append a line for a host, or what it would say; `ManagerOnly` stands for lines that it alone writes. */
export type HostVerdict = 'ok' | 'InvalidArgument' | 'TooLarge' | 'ManagerOnly';

const SESSION_ID = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}$/;
const RESERVED_IDS = ['index.jsonl', 'index.lock'];
const ITEM_TYPE = /^[a-z0-9_]{1,32}$/;

/** Settings whose value is a JSON string. */
const TEXT_SETTINGS: readonly string[] = ['title', 'workspace', 'client_prompt', 'language'];

const INVALID = 'InvalidArgument';

/** Whether a name can be that of a session in `sessions/v2/` (newer-formats §3). */
export function isSessionsV2Id(id: DurableBytes): boolean {
  return typeof id === 'string' && SESSION_ID.test(id) && !RESERVED_IDS.includes(id);
}

/** Whether the manager would take these fields from a host. */
export function judgeForHost(body: LineBody): HostVerdict {
  switch (body.kind) {
    case 'session_created': {
      const hasParent =
        body.parent === null ? body.role === 'root' : body.role === 'child' && isSessionsV2Id(body.parent);
      return isSessionsV2Id(body.id) && isText(body.workspace, 4096) && hasParent ? 'ok' : INVALID;
    }
    case 'item':
      if (typeof body.type !== 'string' || !ITEM_TYPE.test(body.type)) return INVALID;
      return hasBlobNames(body.blobs) ? judgeValue(body.data, MAX_VALUE_BYTES) : INVALID;
    case 'compacted':
      return judgeValue(body.data, MAX_VALUE_BYTES);
    case 'set': {
      const verdict = hasBlobNames(body.blobs) ? judgeValue(body.value, MAX_VALUE_BYTES) : INVALID;
      return verdict === 'ok' && TEXT_SETTINGS.includes(body.key) ? judgeTextSetting(body.key, body.value) : verdict;
    }
    case 'child_spawned':
    case 'child_finished':
      if (body.kind === 'child_finished' && body.outcome === 'lost') return 'ManagerOnly';
      if (!isSessionsV2Id(body.child) || !isText(body.work_id, 255)) return INVALID;
      return body.data === null ? 'ok' : judgeValue(body.data, MAX_CHILD_DATA_BYTES);
    case 'turn_interrupted':
      return body.reason === 'cancel' || body.reason === 'failed' ? 'ok' : 'ManagerOnly';
    case 'snapshot':
    case 'closed':
      return 'ManagerOnly';
    default:
      return 'ok';
  }
}

function isText(text: DurableBytes, maxBytes: number): boolean {
  const bytes = typeof text === 'string' ? Buffer.byteLength(text) : 0;
  return bytes >= 1 && bytes <= maxBytes;
}

function hasBlobNames(blobs: readonly DurableBytes[] | null): boolean {
  return (blobs ?? []).every(isBlobName);
}

function judgeValue(value: Uint8Array, maxBytes: number): HostVerdict {
  if (value.length > maxBytes) return 'TooLarge';
  return isUtf8(value) && readOrNull(value, { kind: 'raw' }) !== null ? 'ok' : INVALID;
}

function judgeTextSetting(key: string, value: Uint8Array): HostVerdict {
  const text = value[0] === 0x22 ? (readOrNull(value, { kind: 'text' }) as string) : null;
  if (text === null) return INVALID;
  if (key === 'workspace') return isText(text, 4096) ? 'ok' : INVALID;
  if (key === 'language') return isText(text, MAX_LANGUAGE_BYTES) ? 'ok' : INVALID;
  return 'ok';
}

function readOrNull(value: Uint8Array, shape: { readonly kind: 'raw' | 'text' }): unknown {
  try {
    return readLoose(value, shape);
  } catch (error) {
    if (error instanceof LooseError) return null;
    throw error;
  }
}
