import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { measureInputs } from '@fxlog/batch/internal';
import type { CommandContext } from '../command-context.js';

/** What logs are compressed to, roughly: a tenth. */
const EXPANSION = 10;

/** Below so many bytes of logs, workers and all that belongs to them cost more than they bring. */
export const WORTH_WORKERS_BYTES = 32 * 1024 * 1024;

/** About how many bytes of logs there are in inputs: archives count as what they may hold. */
export async function weighInputs(context: CommandContext, inputs: readonly string[]): Promise<number> {
  const isFile = (input: string) =>
    statSync(resolve(context.cwd, input), { throwIfNoEntry: false })?.isFile() === true && !input.endsWith('.jsonl');
  const options = { cwd: context.cwd, signal: context.interrupt.signal };
  const archives = await measureInputs(inputs.filter(isFile), options);
  return (
    archives * EXPANSION +
    (await measureInputs(
      inputs.filter((input) => !isFile(input)),
      options,
    ))
  );
}
