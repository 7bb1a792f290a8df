import type { Writable } from 'node:stream';
import type { Progress } from '@fxlog/batch';
import { stringifyJson } from '@fxlog/json';
import type { CommandContext } from '../command-context.js';
import type { ProgressMode } from './progress-modes.js';
import { progressDisplay, progressLine } from './progress-text.js';

/** Shows how far a run is. */
export interface ProgressReporter {
  show(progress: Progress): void;
  /** Takes the display away while something else is printed, and brings it back. */
  above(print: () => Promise<void>): Promise<void>;
  /** No more will come. */
  end(): void;
}

/** A plain line comes after the first interval, so that short runs say nothing. */
const PLAIN_INTERVAL_MS = 5000;
const JSON_INTERVAL_MS = 1000;

/**
 * Starts to show progress.
 *
 * @param stderr where a display is drawn; must be a terminal for that
 */
export async function startProgress(
  context: CommandContext,
  mode: ProgressMode,
  stderr: Writable,
): Promise<ProgressReporter> {
  switch (mode) {
    case 'terminal':
      return drawn(context, stderr);
    case 'plain':
      return lines(PLAIN_INTERVAL_MS, false, (progress) => context.output.note(progressLine(progress)));
    case 'json':
      return lines(JSON_INTERVAL_MS, true, (progress) => context.output.note(stringifyJson(progressToJson(progress))));
    default:
      return SILENT;
  }
}

function nothing(): void {
  // Nobody watches.
}

function justPrint(print: () => Promise<void>): Promise<void> {
  return print();
}

const SILENT: ProgressReporter = { show: nothing, above: justPrint, end: nothing };

async function drawn(context: CommandContext, stderr: Writable): Promise<ProgressReporter> {
  // Loaded when needed: it brings much along.
  const { createLogUpdate } = await import('log-update');
  const update = createLogUpdate(stderr as NodeJS.WriteStream);
  let display = '';
  return {
    show: (progress) => {
      if (progress.finished) return;
      const columns = Reflect.get(stderr, 'columns');
      const width = typeof columns === 'number' && columns > 0 ? columns : 80;
      display = progressDisplay(progress, width - 1, context.output.stderrPaint).join('\n');
      update(display);
    },
    above: async (print) => {
      update.clear();
      await print();
      // Results go another way to the same screen, and must have arrived there before the display is drawn below them.
      await context.output.flush();
      if (display !== '') update(display);
    },
    end: () => {
      display = '';
      update.clear();
      update.done();
    },
  };
}

function lines(intervalMs: number, tellEnd: boolean, print: (progress: Progress) => void): ProgressReporter {
  let next = intervalMs;
  return {
    show: (progress) => {
      if (progress.finished ? !tellEnd : progress.elapsedMs < next) return;
      next = progress.elapsedMs + intervalMs;
      print(progress);
    },
    above: justPrint,
    end: nothing,
  };
}

/** The documented JSON shape of progress: whole milliseconds and bytes. */
function progressToJson(progress: Progress) {
  const { elapsedMs, etaMs, bytesPerSecond, counts, ...rest } = progress;
  return {
    kind: 'progress',
    ...rest,
    elapsedMs: Math.round(elapsedMs),
    etaMs: etaMs === null ? null : Math.round(etaMs),
    bytesPerSecond: Math.round(bytesPerSecond),
    counts: { ...counts },
  };
}
