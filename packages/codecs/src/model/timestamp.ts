/**
 * Times of the common model (common-model §A5). They are held as text in one form, `YYYY-MM-DDTHH:MM:SS[.fff[fff[fff]]]Z`, because a JavaScript
 * `Date` cuts below the millisecond.
 */
import type { Int64 } from '@fxlog/format';

/** A moment in UTC in the form of common-model §A5, as {@link parseTime} and {@link timeFromMs} give it. */
export type Timestamp = string;

const RFC_3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const FIRST_MS = Date.parse('0000-01-01T00:00:00Z');
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** 1970-01-01: stands where the common model demands a time and the source has none. People are shown that there is none. */
export const EPOCH: Timestamp = '1970-01-01T00:00:00Z';

/** A time as it is shown to people: null for what has none. */
export function knownTime(time: Timestamp): Timestamp | null {
  return time === EPOCH ? null : time;
}

/**
 * An RFC 3339 time with any offset, as UTC; null if the text is none. `T` or a space, a zone is required, nine digits of the fraction are
 * kept, a leap second stays one.
 */
export function parseTime(text: string): Timestamp | null {
  const match = RFC_3339.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHour = '0', offsetMinute = '0'] = match;
  const isLeap = second === '60';
  const local = new Date(0);
  local.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  local.setUTCHours(Number(hour), Number(minute), isLeap ? 59 : Number(second));
  const isReal =
    local.getUTCMonth() === Number(month) - 1 &&
    local.getUTCDate() === Number(day) &&
    local.getUTCHours() === Number(hour) &&
    local.getUTCMinutes() === Number(minute) &&
    (isLeap || local.getUTCSeconds() === Number(second)) &&
    Number(offsetHour) < 24 &&
    Number(offsetMinute) < 60;
  if (!isReal) return null;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -1 : 1);
  const utcMs = local.getTime() - offset * 60_000;
  if (utcMs < FIRST_MS || utcMs > LAST_MS) return null;
  const head = new Date(utcMs).toISOString().slice(0, 19);
  return `${isLeap ? `${head.slice(0, 17)}60` : head}${writeFraction(fraction.slice(0, 9))}Z`;
}

/** The time of a number of milliseconds since 1970, UTC; before the year 0 and after 9999 the nearest that can be written. */
export function timeFromMs(ms: Int64): Timestamp {
  const iso = new Date(Math.min(Math.max(Number(ms), FIRST_MS), LAST_MS)).toISOString();
  return iso.endsWith('.000Z') ? `${iso.slice(0, 19)}Z` : iso;
}

/** Whether {@link timeFromMs} can write that time as it is. */
export function isWritableMs(ms: Int64): boolean {
  return Number(ms) >= FIRST_MS && Number(ms) <= LAST_MS;
}

/** Whole milliseconds since 1970, UTC, rounded down. */
export function timeToMs(time: Timestamp): number {
  // A leap second counts as the one after it, as in POSIX time.
  const isLeap = time.slice(17, 19) === '60';
  const ms = Date.parse(isLeap ? `${time.slice(0, 17)}59Z` : `${time.slice(0, 19)}Z`) + (isLeap ? 1000 : 0);
  return ms + Number(time.slice(20, 23).replace('Z', '') || '0');
}

/** Nanoseconds of the second that {@link timeToMs} leaves out, 0 to 999999. */
export function nanosBelowMs(time: Timestamp): number {
  return Number(time.slice(23, -1).padEnd(6, '0'));
}

/** The time with exactly three digits of fraction, as most programs write it. */
export function timeWithMs(time: Timestamp): string {
  return `${time.slice(0, 19)}.${time.slice(20, 23).replace('Z', '').padEnd(3, '0')}Z`;
}

function writeFraction(digits: string): string {
  const nanos = digits.padEnd(9, '0');
  if (nanos === '000000000') return '';
  if (nanos.endsWith('000000')) return `.${nanos.slice(0, 3)}`;
  if (nanos.endsWith('000')) return `.${nanos.slice(0, 6)}`;
  return `.${nanos}`;
}
