import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Codec, registerCodec } from '@fxlog/codecs';
import { UnreadableError, UsageError } from '../exit-code.js';
import { reasonOf } from '../output/system-error.js';

/** Modules that this process has loaded, by path. */
const loaded = new Map<string, Promise<void>>();

/** Absolute paths of the modules that `--codec-module` names. */
export function codecModulePaths(cwd: string, files: readonly string[] | undefined): string[] {
  return (files ?? []).map((file) => resolve(cwd, file));
}

/**
 * Loads modules whose default export is a codec, or an array of them, and makes them known by their names. That runs their code, with all that
 * this process may do.
 *
 * @param paths absolute; one that was loaded before is not loaded again.
 * @throws UnreadableError, UsageError for what is not a module with a codec
 */
export async function loadCodecModules(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const loading = loaded.get(path) ?? loadCodecModule(path);
    loaded.set(path, loading);
    await loading;
  }
}

async function loadCodecModule(path: string): Promise<void> {
  let exported: unknown;
  try {
    if (!statSync(path).isFile()) throw new UnreadableError(path, 'is not a file');
    exported = ((await import(pathToFileURL(path).href)) as { readonly default?: unknown }).default;
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    throw new UnreadableError(path, reasonOf(error), 'A codec module is JavaScript, as docs/writing-a-codec.md shows.');
  }
  const codecs: readonly unknown[] = Array.isArray(exported) ? exported : [exported];
  for (const codec of codecs) {
    if (!isCodec(codec)) {
      throw new UsageError(
        `${path}: the default export is not a codec`,
        'A codec is an object with a name, a title, and decode or encode; docs/writing-a-codec.md shows one.',
      );
    }
    try {
      registerCodec(codec);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new UsageError(`${path}: ${error.message}`);
    }
  }
}

function isCodec(value: unknown): value is Codec {
  if (typeof value !== 'object' || value === null) return false;
  const { name, title, detect, decode, encode } = value as Record<string, unknown>;
  const functions = [detect, decode, encode].filter((member) => member !== undefined);
  return (
    typeof name === 'string' &&
    typeof title === 'string' &&
    functions.every((member) => typeof member === 'function') &&
    (decode !== undefined || encode !== undefined)
  );
}
