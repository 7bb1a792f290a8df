import type { Int64 } from '@fxlog/format';

/** The span of milliseconds that a calendar holds; a log may state any 64-bit value. */
const MAX_DATE_MS = 8_640_000_000_000_000;

/** The zone in which days begin where nobody asks for another. */
export const UTC = 'UTC';

const CALENDARS = new Map<string, Intl.DateTimeFormat>();

/**
 * The day in a time zone, `YYYY-MM-DD`; null for a moment that no calendar has, or that needs more than four digits for its year.
 *
 * @param zone a name of the IANA database, such as `Europe/Berlin`
 * @throws RangeError for a zone that there is not
 */
export function dayOf(ms: Int64, zone: string = UTC): string | null {
  const value = Number(ms);
  if (Math.abs(value) > MAX_DATE_MS) return null;
  const text = zone === UTC ? new Date(value).toISOString() : inZone(value, zone);
  return /^\d{4}-/.test(text) ? text.slice(0, 10) : null;
}

function inZone(ms: number, zone: string): string {
  const parts = new Map(
    calendarOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const year = parts.get('era') === 'BC' ? '' : (parts.get('year') ?? '');
  return `${year.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
}

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  let calendar = CALENDARS.get(timeZone);
  if (calendar === undefined) {
    calendar = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      era: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    CALENDARS.set(timeZone, calendar);
  }
  return calendar;
}
