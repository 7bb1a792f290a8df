import type { Int64 } from '@fxlog/format';

/** The span of milliseconds that a calendar holds; a log may state any 64-bit value. */
const MAX_DATE_MS = 8_640_000_000_000_000;

/** The day in UTC, `YYYY-MM-DD`; null for a moment that no calendar has, or that needs more than four digits for its year. */
export function dayOf(ms: Int64): string | null {
  const value = Number(ms);
  if (Math.abs(value) > MAX_DATE_MS) return null;
  const text = new Date(value).toISOString();
  return /^\d{4}-/.test(text) ? text.slice(0, 10) : null;
}
