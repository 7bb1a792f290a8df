import { isUtf8 } from 'node:buffer';
import { encodeBase64, quoteJson } from '@fxlog/json/internal';
import type { DurableBytes } from '../../../scalars.js';

/** Canonical text of durable bytes (event-log §0.4): a string where they are UTF-8, else the base64 form. */
export function durable(value: DurableBytes): string {
  if (typeof value === 'string') return quoteJson(value);
  if (isUtf8(value)) return quoteJson(Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('utf8'));
  return `{"encoding":"base64","data":"${encodeBase64(value)}"}`;
}

/** Canonical text of durable bytes or null. */
export function durableOrNull(value: DurableBytes | null): string {
  return value === null ? 'null' : durable(value);
}

/** A JSON array of items that are texts already. */
export function list<Item>(items: readonly Item[], write: (item: Item) => string): string {
  let text = '[';
  for (let index = 0; index < items.length; index++) {
    if (index > 0) text += ',';
    text += write(items[index] as Item);
  }
  return `${text}]`;
}
