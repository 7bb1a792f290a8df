import { element } from './element.js';

const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** Stands where a transcript has no time. */
const NO_TIME = '1970-01-01T00:00:00Z';

/** A time as it is where the reader is; the original beneath the pointer. */
export function showTime(time: string, style: 'full' | 'clock'): HTMLTimeElement {
  if (time === NO_TIME) return element('time', '', 'no time');
  const date = new Date(time);
  const isKnown = !Number.isNaN(date.getTime());
  const made = element('time', '', isKnown ? (style === 'full' ? FULL : CLOCK).format(date) : time);
  made.dateTime = time;
  made.title = time;
  return made;
}

/** How long from one time to another, short; empty below a second. */
export function durationBetween(start: string, end: string): string {
  const seconds = Math.round((Date.parse(end) - Date.parse(start)) / 1000);
  if (!(seconds >= 1)) return '';
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
