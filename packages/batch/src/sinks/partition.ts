import { dayOf } from '../rows/day.js';
import type { CellRow } from '../rows/row-codec.js';
import { columnsOf } from '../rows/tables.js';
import type { TableTarget } from './table-target.js';

const UNKNOWN = 'unknown';

/** The partition that a session belongs to: `month=2026-11`, `workspace=…`, or nothing. */
export function partitionOf(target: TableTarget, row: CellRow | null): string {
  if (target.format !== 'parquet' || target.partition === 'none') return '';
  if (target.partition === 'workspace') {
    const workspace = row === null ? null : cell(row, 'workspace');
    // The name of a directory; percent-encoded, as engines expect it.
    return `workspace=${typeof workspace === 'string' ? encodePart(workspace) : UNKNOWN}`;
  }
  const created = row === null ? null : cell(row, 'created_ms');
  const day = typeof created === 'number' || typeof created === 'bigint' ? dayOf(created) : null;
  return `month=${day === null ? UNKNOWN : day.slice(0, 7)}`;
}

function cell(row: CellRow, name: string) {
  return row.cells[columnsOf('sessions').findIndex((column) => column.name === name)] ?? null;
}

const MAX_PART = 200;

function encodePart(text: string): string {
  const encoded = encodeURIComponent(text).replace(
    /[!'()*.~]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  if (encoded.length <= MAX_PART) return encoded;
  // Names of files are not longer than 255 bytes; what is cut off is told apart by a digest.
  return `${encoded.slice(0, MAX_PART)}-${fnv1a(text)}`.replace(/%.?-/, '-');
}

function fnv1a(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
