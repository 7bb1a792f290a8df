import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Path of an installed Chromium: `FXLOG_CHROMIUM`, or by its usual names on the PATH; null when there is none. */
export function findChromium(): string | null {
  const { FXLOG_CHROMIUM: wanted, PATH = '' } = process.env;
  if (wanted !== undefined) return existsSync(wanted) ? wanted : null;
  const places = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
}
