import { basename } from 'node:path';
import type { DialectId } from '@fxlog/format';
import { LF } from './frame.js';
import type { LogErrorInit } from './log-error.js';
import { type TopLevelKeys, topLevelKeys } from './top-level-keys.js';
import { UnsupportedFormatError } from './unsupported-format-error.js';

/** Bytes of a dialect that is known. */
export interface KnownFormat {
  readonly dialect: DialectId;
  /** Whether this version of fxlog reads it. */
  readonly readable: boolean;
  /** Where the dialect stands beside the one that is read: `event-log-v1` is `current`. */
  readonly age: 'older' | 'current' | 'newer';
  /** What the bytes are: the conversation itself, or the manifest or index beside it. */
  readonly part: 'log' | 'manifest' | 'index';
  /** One sentence for a person, naming the format and who writes it. */
  readonly message: string;
}

/** Bytes of no dialect that fxlog reads or knows. */
export interface UnknownFormat {
  readonly dialect: 'unknown';
  readonly readable: false;
  /** `newer` when the bytes are fx's own, of a format after those that are known by name. */
  readonly age?: 'newer';
  /** One sentence for a person. */
  readonly reason: string;
}

/** What {@link detectFormat} makes of the first bytes. */
export type FormatDetection = KnownFormat | UnknownFormat;

const LOG_KEYS = ['schema_version', 'log_generation', 'seq', 'event_id', 'timestamp_ms', 'kind', 'payload'] as const;

const KNOWN = {
  eventLog: known('event-log-v1', 'current', 'log', 'An event log as fx 0.0.1 to 0.0.7 write it.'),
  eventLogManifest: known(
    'event-log-v1',
    'current',
    'manifest',
    'The manifest of a session of fx 0.0.1 to 0.0.7; its conversation is in events.jsonl beside it.',
  ),
  conversationLog: known(
    'conversation-log',
    'newer',
    'log',
    'A conversation log, written by a newer fx (0.0.8 or later).',
  ),
  conversationManifest: known(
    'conversation-log',
    'newer',
    'manifest',
    'The manifest of a conversation-log session, written by a newer fx (0.0.8 or later); its conversation is in events.jsonl beside it.',
  ),
  sessionsV2: known('sessions-v2', 'newer', 'log', 'A sessions-v2 log, written by a newer fx (October 2026 or later).'),
  sessionsV2Index: known(
    'sessions-v2',
    'newer',
    'index',
    'The index of a sessions-v2 store, written by a newer fx (October 2026 or later); the logs are in its directories.',
  ),
  legacy: known(
    'legacy-snapshot',
    'older',
    'log',
    'A legacy session.json that holds the whole session, written by an older fx (before event logs).',
  ),
} as const satisfies Record<string, KnownFormat>;

const EXECUTION_JOURNAL: UnknownFormat = {
  dialect: 'unknown',
  readable: false,
  age: 'newer',
  reason: 'An execution journal, written by a newer fx; this format is not read.',
};

const SIGNATURES: readonly (readonly [bytes: readonly number[], reason: string])[] = [
  [[0x1f, 0x8b], 'This is gzip data; unpack it first.'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'This is Zstandard data; unpack it first.'],
  [[0x50, 0x4b, 0x03, 0x04], 'This is a ZIP archive; unpack it first.'],
  [[0xff, 0xfe], 'This is UTF-16 text; a log is UTF-8.'],
  [[0xfe, 0xff], 'This is UTF-16 text; a log is UTF-8.'],
];

function known(dialect: DialectId, age: KnownFormat['age'], part: KnownFormat['part'], message: string): KnownFormat {
  return { dialect, readable: dialect === 'event-log-v1' && part === 'log', age, part, message };
}

/**
 * Tells fx's formats apart by the keys of the first line, never by version numbers alone (newer-formats §2).
 *
 * @param prefix The first bytes of the file; 64 KiB are plenty. The first line need not be whole.
 * @param name Path or name of the file, when it is known; it only decides where the bytes leave a choice.
 *
 * @example
 * const format = detectFormat(prefix, 'events.jsonl');
 * if (!format.readable) console.error(format.dialect === 'unknown' ? format.reason : format.message);
 */
export function detectFormat(prefix: Uint8Array, name = ''): FormatDetection {
  if (prefix.length === 0) return unknown('The file is empty.');
  if (startsWith(prefix, [0x46, 0x58, 0x45, 0x4a])) return EXECUTION_JOURNAL;
  for (const [signature, reason] of SIGNATURES) {
    if (startsWith(prefix, signature)) return unknown(reason);
  }
  const text = startsWith(prefix, [0xef, 0xbb, 0xbf]) ? prefix.subarray(3) : prefix;
  const keys = topLevelKeys(text);
  if (keys === null) {
    return unknown(text.includes(0) ? 'This is binary data, not a log.' : 'The first line is not a JSON object.');
  }
  return byKeys(keys, text, basename(name)) ?? unknown('The first line is JSON, but none of the formats of fx.');
}

function byKeys(keys: TopLevelKeys, text: Uint8Array, name: string): FormatDetection | null {
  const { values } = keys;
  const has = (key: string): boolean => values.has(key);
  // sessions-v2 headers are positional to the byte (newer-formats §7.2)
  if (startsWithText(text, '{"v":') && (has('crc') || (has('seq') && has('ts') && has('kind'))))
    return KNOWN.sessionsV2;
  if (startsWithText(text, '{"op":') && (has('crc') || name === 'index.jsonl')) return KNOWN.sessionsV2Index;
  if (values.get('event') === '{' && !has('kind') && keys.eventKeys.length === 1) return KNOWN.conversationLog;
  const seen = LOG_KEYS.filter(has).length;
  // one key missing or mistyped is damage to a line of this dialect, not another dialect
  if (has('log_generation') ? seen >= 2 : seen >= LOG_KEYS.length - 1) return KNOWN.eventLog;
  if (has('schema_version')) return bySchemaVersion(keys, Number(values.get('schema_version')), name);
  return null;
}

function bySchemaVersion({ values }: TopLevelKeys, version: number, name: string): FormatDetection | null {
  const format = values.get('storage_format');
  if (format === '"execution_journal_v1"') return EXECUTION_JOURNAL;
  if (format === '"event_log_v1"') return KNOWN.eventLogManifest;
  if ((version === 1 || version === 2) && (values.has('history') || values.has('history_len'))) return KNOWN.legacy;
  const isManifest = name === 'session.json' || (values.has('id') && values.has('created_at_ms'));
  if (!isManifest) return version > 3 ? newer(`its schema_version is ${version}`) : null;
  if (version === 1 || version === 2) return KNOWN.legacy;
  if (version === 3) return KNOWN.eventLogManifest;
  if (version === 4) return KNOWN.conversationManifest;
  if (version === 5) return EXECUTION_JOURNAL;
  return version > 5 ? newer(`the manifest has schema_version ${version}`) : null;
}

function newer(why: string): UnknownFormat {
  return {
    dialect: 'unknown',
    readable: false,
    age: 'newer',
    reason: `Written by a newer fx: ${why}, which is not known here.`,
  };
}

function unknown(reason: string): UnknownFormat {
  return { dialect: 'unknown', readable: false, reason };
}

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, index) => bytes[index] === byte);
}

function startsWithText(bytes: Uint8Array, beginning: string): boolean {
  return (
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, beginning.length)).toString('latin1') ===
    beginning
  );
}

/**
 * The better error for a fault in the first line, when that line belongs to another format; null when it does not.
 *
 * @internal
 */
export function unsupportedFormatAt(fault: LogErrorInit, line: Uint8Array): UnsupportedFormatError | null {
  if ((fault.frameOffset ?? fault.offset) !== 0) return null;
  const lf = line.indexOf(LF);
  const format = detectFormat(lf === -1 ? line : line.subarray(0, lf + 1), fault.file);
  const isOther = format.dialect === 'unknown' ? format.age === 'newer' : !format.readable;
  return isOther ? new UnsupportedFormatError(fault, format) : null;
}
