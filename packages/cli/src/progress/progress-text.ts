import type { Progress } from '@fxlog/batch';
import { countOf, formatBytes, formatCount } from '../output/measures.js';
import type { Paint } from '../output/output.js';
import { terminalText } from '../output/terminal-text.js';
import { textWidth } from '../output/text-width.js';

const BAR_CELLS = 24;
/** Below this width the bar is left out: numbers say more. */
const NARROW_COLUMNS = 70;

/** How far a run is, as one line of text. */
export function progressLine(progress: Progress): string {
  const parts = [
    share(progress),
    sessionsOf(progress),
    formatBytes(progress.bytes),
    `${formatBytes(Math.round(progress.bytesPerSecond))}/s`,
    left(progress),
    workersOf(progress),
    findingsOf(progress),
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/** How far a run is, as the lines of a display that is drawn again and again. None is wider than the terminal. */
export function progressDisplay(progress: Progress, columns: number, paint: Paint): string[] {
  const parts = [
    sessionsOf(progress),
    formatBytes(progress.bytes),
    `${formatBytes(Math.round(progress.bytesPerSecond))}/s`,
    left(progress),
    workersOf(progress),
  ];
  const head = [columns < NARROW_COLUMNS ? null : bar(progress, paint), share(progress)].filter(
    (part) => part !== null,
  );
  const tail = parts.filter((part) => part !== null);
  while (tail.length > 1 && textWidth(strip(`${head.join(' ')} ${tail.join('  ')}`)) > columns) tail.pop();
  const first = [...head, tail.join('  ')].join(' ');
  const found = findingsOf(progress);
  const colored =
    progress.counts.error > 0 ? paint.red(found) : progress.counts.warning > 0 ? paint.yellow(found) : found;
  const current = progress.current === null ? '' : terminalText(progress.current);
  const room = columns - textWidth(found) - 2;
  return [first, current === '' || room < 12 ? colored : `${colored}  ${paint.dim(endOf(current, room))}`];
}

/** Session directories are told apart by their ends. */
function endOf(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let end = text;
  while (textWidth(end) > columns - 1)
    end = end.slice(Math.max(1, end.length - columns + 1 > 1 ? end.length - columns : 1));
  return `…${end}`;
}

function bar(progress: Progress, paint: Paint): string {
  const fraction = fractionOf(progress);
  if (fraction === null) return paint.dim('░'.repeat(BAR_CELLS));
  const full = Math.round(fraction * BAR_CELLS);
  return paint.green('█'.repeat(full)) + paint.dim('░'.repeat(BAR_CELLS - full));
}

function fractionOf({ finished, inputBytes, totalInputBytes }: Progress): number | null {
  if (finished) return 1;
  if (totalInputBytes === null || totalInputBytes === 0) return null;
  // Archives are read ahead of the work; whole is what is done.
  return Math.min(0.999, inputBytes / totalInputBytes);
}

function share(progress: Progress): string | null {
  const fraction = fractionOf(progress);
  return fraction === null ? null : `${String(Math.floor(fraction * 100)).padStart(3)}%`;
}

function sessionsOf({ sessions, resumed, totalSessions }: Progress): string {
  const all = sessions + resumed;
  return totalSessions === null
    ? countOf(all, 'session')
    : `${formatCount(all)} of ${countOf(totalSessions, 'session')}`;
}

function findingsOf({ counts, failed }: Progress): string {
  const parts = [countOf(counts.error, 'error'), countOf(counts.warning, 'warning')];
  if (failed > 0) parts.push(`${formatCount(failed)} failed`);
  return parts.join(', ');
}

/** Without workers nothing happens, and who waits should know why. */
function workersOf({ workers, finished }: Progress): string | null {
  if (workers === undefined || finished) return null;
  return workers === 0 ? 'no worker is at it (fxlog worker)' : countOf(workers, 'worker');
}

function left({ etaMs, finished }: Progress): string | null {
  return finished || etaMs === null ? null : `${duration(etaMs)} left`;
}

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Without the colours. */
function strip(text: string): string {
  return text.replace(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '');
}
