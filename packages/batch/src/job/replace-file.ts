import { rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';

/** Puts a file in the place of another, or where none was, at once. Processes on several machines may do it at the same time. */
export async function replaceFile(path: string, text: string | AsyncIterable<string>): Promise<void> {
  const temporary = `${path}.${hostname()}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, text, { mode: 0o600, flush: true });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
