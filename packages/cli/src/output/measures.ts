const SIZE_UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** A byte count for people: `907 B`, `8.8 kB`, `1.3 MB` (powers of 1000). Exact counts belong into JSON. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  let value = bytes;
  let unit = -1;
  do {
    value /= 1000;
    unit += 1;
  } while (value >= 999.5 && unit < SIZE_UNITS.length - 1);
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${SIZE_UNITS[unit]}`;
}

/** An integer with thousands separators: `1,325,209`. */
export function formatCount(value: number | bigint): string {
  return value.toString().replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** `1 turn`, `3 turns`. */
export function countOf(value: number | bigint, singular: string, plural = `${singular}s`): string {
  return `${formatCount(value)} ${value === 1 || value === 1n ? singular : plural}`;
}

/** Which clock times are shown in. */
export type TimeZone = 'utc' | 'local';

/** The span of milliseconds that a `Date` can hold; a log may state any 64-bit value. */
const MAX_DATE_MS = 8_640_000_000_000_000;

/**
 * A moment with its zone: `2026-11-30 10:54:14 UTC` or `2026-11-30 11:54:14 +01:00`.
 * Values outside of what a calendar can show come back as plain milliseconds.
 */
export function formatTime(ms: number | bigint, zone: TimeZone): string {
  const value = Number(ms);
  if (Math.abs(value) > MAX_DATE_MS) return `${ms} ms`;
  const date = new Date(value);
  if (zone === 'utc') return `${dateAndTime(date)} UTC`;
  const offset = -date.getTimezoneOffset();
  const sign = offset < 0 ? '-' : '+';
  const hours = String(Math.floor(Math.abs(offset) / 60)).padStart(2, '0');
  const minutes = String(Math.abs(offset) % 60).padStart(2, '0');
  return `${dateAndTime(new Date(value + offset * 60_000))} ${sign}${hours}:${minutes}`;
}

/** ISO 8601 in UTC with milliseconds, or null for a value outside of the calendar. */
export function isoTime(ms: number | bigint): string | null {
  const value = Number(ms);
  return Math.abs(value) > MAX_DATE_MS ? null : new Date(value).toISOString();
}

function dateAndTime(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

const AGES: readonly (readonly [unitMs: number, unit: string])[] = [
  [365 * 86_400_000, 'y'],
  [30 * 86_400_000, 'mo'],
  [7 * 86_400_000, 'w'],
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
];

/** How long ago, in one unit: `3 min ago`, `in 2 d`, `now`. */
export function formatAge(ms: number | bigint, nowMs: number): string {
  const distance = nowMs - Number(ms);
  for (const [unitMs, unit] of AGES) {
    const amount = Math.floor(Math.abs(distance) / unitMs);
    if (amount >= 1) return distance >= 0 ? `${amount} ${unit} ago` : `in ${amount} ${unit}`;
  }
  return 'now';
}
