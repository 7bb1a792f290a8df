/**
 * The records of a session of Codex. A fork, and a session that was taken back to an earlier turn, begin in another file: their first line says
 * in which, and up to where.
 */

import type { Uint64 } from '@fxlog/format';
import type { JsonObject } from '@fxlog/json';
import type { Source } from '@fxlog/reader';
import type { DecodeContext } from '../../codec.js';
import { toUint64 } from '../../model/uint64.js';
import { objectField, ownField, textField } from '../harness/harness-fields.js';
import { toRepeatable } from '../harness/json-lines.js';
import { type LineRecord, readRecords } from '../harness/read-records.js';

/** A file of a session, up to where it belongs to it. */
interface RolloutFile {
  readonly source: Source;
  /** Id of the session that the file is of; null for the source itself. */
  readonly thread: string | null;
  /** Where the session goes on in the next file; null for the last one. */
  readonly end: HistoryBase | null;
}

interface HistoryBase {
  readonly thread: string;
  readonly endOrdinal: bigint;
  readonly endOffset: bigint | null;
}

export type Rollout = readonly RolloutFile[];

/** A record and the file it stands in. */
export interface RolloutRecord extends LineRecord {
  /** Its number in the session, from 0: lines of several files have the same. */
  readonly number: number;
  readonly thread: string | null;
}

/** More files than these are not a session. */
const MAX_FILES = 256;

/** The files of a session, the first one first. What cannot be read is reported. */
export async function openRollout(input: Source, context: DecodeContext): Promise<Rollout> {
  const { signal, report } = context;
  let source = await toRepeatable(input, signal);
  const files: RolloutFile[] = [{ source, thread: null, end: null }];
  for (;;) {
    const first = await firstMeta(source, signal);
    const base = first === null ? null : readBase(first.payload);
    if (base === null) return files;
    const found = files.length < MAX_FILES ? await findBase(base, first?.ordinal ?? null, context) : null;
    if (found === null) {
      const detail = `The conversation begins in another file: the first ${base.endOrdinal} records of the session ${base.thread}, which could not be read.`;
      report({ code: 'missing-history', where: { offset: 0, line: 1 }, detail, count: Number(base.endOrdinal) || 1 });
      return files;
    }
    source = found;
    files.unshift({ source, thread: base.thread, end: base });
  }
}

/**
 * Says so where a session goes on in another file than the one that is read: it was taken back to an earlier turn, and what was said since lies
 * there. Codex itself goes on with that file.
 */
export async function reportLaterFiles(meta: JsonObject | null, files: Rollout, context: DecodeContext): Promise<void> {
  const id = meta === null ? undefined : textField(meta, 'id');
  const own = files.at(-1);
  if (id === undefined || own === undefined) return;
  const ordinal = (await firstMeta(own.source, context.signal))?.ordinal ?? 0n;
  for (const candidate of (await context.findSession?.(id)) ?? []) {
    const first = await firstMeta(await toRepeatable(candidate, context.signal), context.signal);
    if (first === null || textField(first.payload, 'id') !== id || readBase(first.payload)?.thread !== id) continue;
    if (first.ordinal === null || first.ordinal <= ordinal) continue;
    const name = typeof candidate === 'string' ? candidate : 'another file';
    const detail = `The session was taken back later and goes on in ${name}: what is read here is not what Codex goes on with.`;
    context.report({ code: 'missing-history', where: {}, detail });
  }
}

/** The records of a session, in batches. @param report hears of lines that cannot be read, unless it is null. */
export async function* readRollout(
  files: Rollout,
  { signal }: DecodeContext,
  report: DecodeContext['report'] | null,
): AsyncGenerator<readonly RolloutRecord[], void, undefined> {
  let number = 0;
  for (const { source, thread, end } of files) {
    let isAtEnd = false;
    for await (const batch of readRecords(source, { signal, report, isRecord })) {
      const records: RolloutRecord[] = [];
      for (const record of batch) {
        isAtEnd ||= end !== null && isBehind(record, end);
        if (!isAtEnd) records.push({ ...record, number: number++, thread });
      }
      if (records.length > 0) yield records;
      if (isAtEnd) break;
    }
  }
}

function isRecord(object: JsonObject): boolean {
  return textField(object, 'timestamp') !== undefined && textField(object, 'type') !== undefined && 'payload' in object;
}

function isBehind(record: LineRecord, { endOrdinal, endOffset }: HistoryBase): boolean {
  const ordinal = ordinalOf(record.object);
  if (ordinal !== null) return ordinal >= endOrdinal;
  return endOffset !== null && BigInt(record.offset) >= endOffset;
}

function ordinalOf(object: JsonObject): bigint | null {
  return toBigInt(toUint64(ownField(object, 'ordinal')));
}

function toBigInt(value: Uint64 | undefined): bigint | null {
  return value === undefined ? null : BigInt(value);
}

function readBase(meta: JsonObject): HistoryBase | null {
  const base = objectField(meta, 'history_base');
  const thread = base === undefined ? undefined : textField(base, 'thread_id');
  const endOrdinal = toBigInt(toUint64(ownField(base ?? {}, 'end_ordinal_exclusive')));
  if (thread === undefined || endOrdinal === null) return null;
  return { thread, endOrdinal, endOffset: toBigInt(toUint64(ownField(base ?? {}, 'end_byte_offset'))) };
}

async function firstMeta(
  source: Source,
  signal: AbortSignal | undefined,
): Promise<{ readonly payload: JsonObject; readonly ordinal: bigint | null } | null> {
  for await (const batch of readRecords(source, { signal, report: null, isRecord })) {
    for (const { object } of batch) {
      if (object.type !== 'session_meta') continue;
      return { payload: objectField(object, 'payload') ?? {}, ordinal: ordinalOf(object) };
    }
  }
  return null;
}

/**
 * The file that holds the beginning: the one whose record before the end stands exactly there, else one that has that record. A session that was
 * taken back has several files, and can be its own beginning.
 */
async function findBase(base: HistoryBase, ordinal: bigint | null, context: DecodeContext): Promise<Source | null> {
  let similar: Source | null = null;
  for (const candidate of (await context.findSession?.(base.thread)) ?? []) {
    const source = await toRepeatable(candidate, context.signal);
    const fit = await fitOf(source, base, ordinal, context.signal);
    if (fit === 'exact') return source;
    if (fit === 'similar') similar = source;
  }
  return similar;
}

async function fitOf(
  source: Source,
  base: HistoryBase,
  ordinal: bigint | null,
  signal: AbortSignal | undefined,
): Promise<'exact' | 'similar' | 'none'> {
  let isFirst = true;
  let fit: 'similar' | 'none' = 'none';
  for await (const batch of readRecords(source, { signal, report: null, isRecord })) {
    for (const record of batch) {
      const own = ordinalOf(record.object);
      // The file that asks, or one that was written later.
      if (isFirst && own !== null && (own >= base.endOrdinal || (ordinal !== null && own >= ordinal))) return 'none';
      isFirst = false;
      if (isBehind(record, base)) return fit;
      if (own !== null && own !== base.endOrdinal - 1n) continue;
      if (own !== null && base.endOffset === BigInt(record.offset + record.length + 1)) return 'exact';
      fit = 'similar';
    }
  }
  return fit;
}
