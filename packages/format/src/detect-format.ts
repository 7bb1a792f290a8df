import { type DialectId, type DialectPart, startsWithText } from './dialect.js';
import { DIALECT_DESCRIPTIONS } from './dialects/descriptions.js';
import { topLevelKeys } from './top-level-keys.js';

/** Bytes of a dialect that is known. */
export interface KnownFormat {
  readonly dialect: DialectId;
  /** Whether this version of fxlog reads it. */
  readonly readable: boolean;
  /** Where the dialect stands beside the one that strict rules were recorded for first. */
  readonly age: 'older' | 'current' | 'newer';
  /** What the bytes are: the conversation itself, or the manifest or index beside it. */
  readonly part: DialectPart;
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

const EXECUTION_JOURNAL: UnknownFormat = {
  dialect: 'unknown',
  readable: false,
  age: 'newer',
  reason: 'An execution journal, written by a newer fx; this format is not read.',
};

const LF = 0x0a;

const SIGNATURES: readonly (readonly [bytes: readonly number[], reason: string])[] = [
  [[0x1f, 0x8b], 'This is gzip data; unpack it first.'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'This is Zstandard data; unpack it first.'],
  [[0x50, 0x4b, 0x03, 0x04], 'This is a ZIP archive; unpack it first.'],
  [[0xff, 0xfe], 'This is UTF-16 text; a log is UTF-8.'],
  [[0xfe, 0xff], 'This is UTF-16 text; a log is UTF-8.'],
];

/** The version of a manifest whose session is an execution journal; what is above it, nobody knows yet. */
const JOURNAL_VERSION = 5;
/** The last version that a line without any other mark may have; above it, a newer fx wrote it. */
const LAST_KNOWN_VERSION = 3;

/**
 * Tells fx's formats apart by the keys of the first line, never by version numbers alone (newer-formats §2). Where that line is damaged, the first one
 * behind it that is of a log decides.
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
  if (startsWithText(prefix, 'FXEJ')) return EXECUTION_JOURNAL;
  for (const [signature, reason] of SIGNATURES) {
    if (startsWith(prefix, signature)) return unknown(reason);
  }
  const first = detectLine(prefix, name);
  if (first.dialect !== 'unknown' || first.age === 'newer') return first;
  for (let lf = prefix.indexOf(LF); lf !== -1 && lf + 1 < prefix.length; lf = prefix.indexOf(LF, lf + 1)) {
    const later = detectLine(prefix.subarray(lf + 1), name);
    if (later.dialect !== 'unknown' && later.part === 'log') return later;
  }
  return first;
}

/** What the first line of some bytes looks like. */
function detectLine(line: Uint8Array, name: string): FormatDetection {
  const bytes = startsWith(line, [0xef, 0xbb, 0xbf]) ? line.subarray(3) : line;
  const keys = topLevelKeys(bytes);
  if (keys === null) {
    return unknown(bytes.includes(0) ? 'This is binary data, not a log.' : 'The first line is not a JSON object.');
  }
  const head = { keys, bytes, name: name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1) };
  const found = DIALECT_DESCRIPTIONS.map((dialect) => ({ dialect, part: dialect.detect(head) }));
  // A line of a log is recognised by all its keys, a manifest by few: logs go first.
  const match = found.find(({ part }) => part === 'log') ?? found.find(({ part }) => part !== null);
  if (match?.part != null) {
    const { id, age, isRead, parts } = match.dialect;
    return {
      dialect: id,
      readable: isRead && match.part === 'log',
      age,
      part: match.part,
      message: parts[match.part] ?? '',
    };
  }
  return newerThanKnown(keys.values, head.name) ?? unknown('The first line is JSON, but none of the formats of fx.');
}

/** What carries a version that no dialect has. */
function newerThanKnown(values: ReadonlyMap<string, string>, name: string): UnknownFormat | null {
  if (!values.has('schema_version')) return null;
  if (values.get('storage_format') === '"execution_journal_v1"') return EXECUTION_JOURNAL;
  const version = Number(values.get('schema_version'));
  const isManifest = name === 'session.json' || (values.has('id') && values.has('created_at_ms'));
  if (!isManifest) return version > LAST_KNOWN_VERSION ? newer(`its schema_version is ${version}`) : null;
  if (version === JOURNAL_VERSION) return EXECUTION_JOURNAL;
  return version > JOURNAL_VERSION ? newer(`the manifest has schema_version ${version}`) : null;
}

function newer(why: string): UnknownFormat {
  const reason = `Written by a newer fx: ${why}, which is not known here.`;
  return { dialect: 'unknown', readable: false, age: 'newer', reason };
}

function unknown(reason: string): UnknownFormat {
  return { dialect: 'unknown', readable: false, reason };
}

function startsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return beginning.every((byte, index) => bytes[index] === byte);
}
