import { isAbsolute, join } from 'node:path';
import { CommandError, ExitCode } from '../exit-code.js';

/**
 * A path below a directory, for names that come from a transcript: they lead to one place below it or nowhere.
 *
 * @param relative `/`-separated
 * @throws CommandError for anything that could lead out of it, or that no file system takes
 */
export function pathBelow(directory: string, relative: string): string {
  const parts = relative.split('/');
  const isSafe =
    !isAbsolute(relative) &&
    parts.every(
      (part) => part !== '' && part !== '.' && part !== '..' && !/[\0\\]/.test(part) && Buffer.byteLength(part) <= 255,
    );
  if (!isSafe) {
    throw new CommandError(
      ExitCode.badData,
      `the transcript asks for the file name ${JSON.stringify(relative.slice(0, 200))}, which would leave its folder or cannot be`,
      'Give the name of the output with -o FILE.',
    );
  }
  return join(directory, ...parts);
}
