import { encodeState } from '@fxlog/format';
import { MAX_CHUNK_BYTES } from '@fxlog/format/internal';
import type { LogItem } from '@fxlog/writer';
import { asStrictFrame, renumber, withNewline } from './frame-bytes.js';
import type { Step } from './salvage-log.js';
import { readRun } from './survey-log.js';

/** The items of the repaired log. Events of the old one come byte for byte, but for their numbers where those change. */
export async function* logItems(path: string, steps: readonly Step[]): AsyncGenerator<readonly LogItem[]> {
  let seq = 0;
  for (const step of steps) {
    if (step.kind === 'made') {
      seq++;
      yield [step.draft];
    } else if (step.kind === 'state') {
      seq += 2 + Math.ceil(encodeState(step.state).length / MAX_CHUNK_BYTES);
      yield [{ replacement: step.state, reason: step.reason }];
    } else {
      for await (const records of readRun(path, step.run, step.from, step.to)) {
        yield records.map((record) => {
          seq++;
          const line = knownFrame(withNewline(record.bytes));
          return { rawFrame: record.seq === seq ? line : renumber(line, seq) };
        });
      }
    }
  }
}

function knownFrame(line: Uint8Array): Uint8Array {
  const known = asStrictFrame(line);
  if (known === null) throw new RangeError('The log changed while it was read.');
  return known.line;
}

/** Whether the steps are the old log as it is. */
export function isUnchanged(steps: readonly Step[], size: number): boolean {
  let seq = 1;
  let end = 0;
  for (const step of steps) {
    if (
      step.kind !== 'source' ||
      step.run.statedSeq !== undefined ||
      step.run.firstSeq + step.from !== seq ||
      step.run.offsets[step.from] !== end
    )
      return false;
    seq += step.to - step.from;
    end = step.run.offsets[step.to] ?? step.run.end;
  }
  return end === size;
}
