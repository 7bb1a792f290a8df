/**
 * `index.jsonl`, the catalogue of the session manager (newer-formats §7.7): a cache, never the authority.
 */
import { FrameError } from '../../frame-error.js';
import type { EnumShape, StructShape } from '../../loose/shape.js';
import { ruleById } from '../../rules/index.js';
import { encodeFields } from './encode-fields.js';
import { FieldError, locateFields, readFields } from './fields.js';
import { DelRecord, OpenedRecord, PutRecord, SessionCreatedLine } from './generated/shapes.js';
import type * as types from './generated/types.js';
import { MAX_LINE_BYTES } from './limits.js';
import { checkSeal, seal, sealedEnd } from './line-frame.js';

/** A record of the catalogue, under fx's own keys. Raw values are views of the bytes that it was read from. */
export type IndexRecord =
  | ({ readonly op: 'put' } & Readonly<types.PutRecord>)
  | ({ readonly op: 'opened' } & Readonly<types.OpenedRecord>)
  | ({ readonly op: 'del' } & Readonly<types.DelRecord>);

const RECORD_SHAPES: Readonly<Record<IndexRecord['op'], StructShape>> = {
  put: PutRecord,
  opened: OpenedRecord,
  del: DelRecord,
};

const OP: StructShape = {
  kind: 'struct',
  fields: [{ name: 'op', shape: { kind: 'enum', names: Object.keys(RECORD_SHAPES) } }],
  checks: [],
};

/** The kinds of programs in the order of the numbers in `opened`. */
const HOSTS = (SessionCreatedLine.fields.find(({ name }) => name === 'host')!.shape as EnumShape).names;

/**
 * Reads one line of `index.jsonl`, its LF included; `start` and `end` say where it lies in a larger buffer.
 *
 * @throws FrameError (`BadLine`, `BadBody`) for a line that fx passes over, and drops at its next load.
 */
export function readIndexRecord(bytes: Uint8Array, start = 0, end = bytes.length): IndexRecord {
  const fault = end - start > MAX_LINE_BYTES ? 'too-large' : checkSeal(bytes, start, end);
  if (fault !== null || bytes[start] !== 0x7b) throw badLine(`sessions-v2/${fault ?? 'header'}`);
  const last = sealedEnd(end);
  const read = (shape: StructShape) => readFields(bytes, locateFields(bytes, start + 1, last, shape), last, shape);
  try {
    const { op } = read(OP) as Pick<IndexRecord, 'op'>;
    const record = { op, ...read(RECORD_SHAPES[op]) } as IndexRecord;
    if (record.op === 'put' && record.opened.length !== HOSTS.length) {
      throw new FieldError(`there must be ${HOSTS.length} numbers`, 'opened', start);
    }
    return record;
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    const message = `${ruleById('sessions-v2/body').title}: ${error.field}: ${error.message}`;
    throw new FrameError({
      rule: 'sessions-v2/body',
      fxError: 'BadBody',
      message,
      path: `/${error.field}`,
      offset: error.at - start,
    });
  }
}

function badLine(rule: FrameError['rule']): FrameError {
  return new FrameError({ rule, fxError: 'BadLine', message: ruleById(rule).title, path: '', offset: 0 });
}

/** The line of a record, its seal and its LF included. */
export function encodeIndexRecord(record: IndexRecord): Uint8Array {
  return seal(Buffer.concat([Buffer.from(`{"op":"${record.op}"`), encodeFields(record, RECORD_SHAPES[record.op])]));
}

/** What the catalogue says of a session that was not deleted. */
export type CataloguedSession = Readonly<types.PutRecord>;

/** Puts the records of a catalogue together: the newest of a session counts, a deletion is final. */
export class SessionCatalogue {
  readonly #sessions = new Map<string, CataloguedSession>();
  readonly #deleted = new Set<string>();

  /** Takes the next record. What is kept of it outlives the bytes that it was read from. */
  add(record: IndexRecord): void {
    const key = keyOf(record.id);
    if (this.#deleted.has(key)) return;
    const known = this.#sessions.get(key);
    switch (record.op) {
      case 'del':
        this.#deleted.add(key);
        this.#sessions.delete(key);
        break;
      case 'opened':
        if (known !== undefined) {
          const opened = HOSTS.map((host) => (host === record.host ? record.ts : 0));
          this.#sessions.set(key, { ...known, opened: latest(known.opened, opened) });
        }
        break;
      case 'put': {
        const { op: _op, ...put } = record;
        const opened = latest(put.opened, known?.opened ?? []);
        this.#sessions.set(key, { ...put, title: copyOf(put.title), language: copyOf(put.language), opened });
      }
    }
  }

  /** The sessions as fx lists them, before it looks whether their directories are there: roots alone, the newest first. */
  list(): readonly CataloguedSession[] {
    return [...this.#sessions.values()]
      .filter(({ role }) => role === 'root')
      .sort((a, b) => compare(b.updated, a.updated) || compare(keyOf(a.id), keyOf(b.id)));
  }
}

function keyOf(id: types.PutRecord['id']): string {
  return typeof id === 'string' ? id : `\0${Buffer.from(id).toString('latin1')}`;
}

function copyOf(text: Uint8Array | null): Uint8Array | null {
  return text === null ? null : new Uint8Array(text);
}

function latest(a: types.PutRecord['opened'], b: types.PutRecord['opened']): types.PutRecord['opened'] {
  return a.map((time, index) => ((b[index] ?? 0) > time ? b[index]! : time));
}

function compare<Value extends string | number | bigint>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
