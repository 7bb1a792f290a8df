import { JsonNumber, type JsonValue } from '@fxlog/json';
import { utf8ByteLength } from '@fxlog/json/internal';

/** Room that fx has for the parsed form of a usage snapshot in a state document, in bytes (event-log §3.13). */
const SCRATCH_BYTES = 262_144;

/**
 * What one value costs there besides its text: its slot, and the slots left behind when the list around it had to grow. Chosen so
 * that 1,000 numbers in a row fit and 5,000 do not, as the format has it.
 */
const VALUE_BYTES = 120;

/**
 * Whether the parsed form of a usage snapshot would not fit where fx puts it. An estimate: full snapshots are far below the limit, and
 * only absurd content (a cost of 262,000 digits) comes near it.
 */
export function exceedsUsageScratch(usage: JsonValue): boolean {
  let bytes = 0;
  const pending: JsonValue[] = [usage];
  for (let value = pending.pop(); value !== undefined && bytes <= SCRATCH_BYTES; value = pending.pop()) {
    bytes += VALUE_BYTES;
    if (typeof value === 'string') bytes += utf8ByteLength(value);
    else if (value instanceof JsonNumber) bytes += value.text.length;
    else if (Array.isArray(value)) for (const item of value) pending.push(item);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        bytes += utf8ByteLength(key);
        pending.push(item as JsonValue);
      }
    }
  }
  return bytes > SCRATCH_BYTES;
}
