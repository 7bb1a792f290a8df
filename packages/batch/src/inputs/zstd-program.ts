import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Where the zstd program is, if it is. */
export function zstdProgram(): string | null {
  if (process.platform === 'win32') return null;
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    // A relative entry would run whatever lies in the current directory.
    if (!directory.startsWith('/')) continue;
    const file = join(directory, 'zstd');
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
    }
  }
  return null;
}

/**
 * What the zstd program makes of bytes.
 *
 * @throws Error where it fails; `failure` says why.
 */
export async function* throughZstd(
  program: string,
  args: readonly string[],
  bytes: AsyncIterable<Uint8Array>,
  failure: string,
): AsyncGenerator<Uint8Array> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<Error | null>((resolve) => {
    child.on('error', resolve);
    child.on('close', (code) => resolve(code === 0 ? null : new Error(failure)));
  });
  child.stderr.resume();
  // When the program gives up early its exit code says so.
  const fed = pipeline(Readable.from(bytes, { objectMode: false }), child.stdin).catch(seenElsewhere);
  try {
    yield* child.stdout as AsyncIterable<Uint8Array>;
    const error = await ended;
    if (error !== null) throw error;
  } finally {
    child.kill('SIGKILL');
    await fed;
    await ended;
  }
}

/** For a rejection that is seen elsewhere too: by whoever reads the other end of the pipeline. */
export function seenElsewhere(): void {
  // Nothing is left to do.
}
