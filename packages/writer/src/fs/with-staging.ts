import { WriteError } from '../write-error.js';
import type { FileSystem } from './file-system.js';
import { StagingDirectory } from './staging-directory.js';

/**
 * Makes a new session directory beside its place. Where that fails, everything that was begun is taken away again, unless the directory stands
 * already under its name, which `progress.published` says from that moment on.
 *
 * @param work is given what makes the directory, below the parent of its place; to be called once at most
 * @throws WriteError for whatever went wrong, with the system's error as `cause`.
 */
export async function withStaging<Result>(
  fileSystem: FileSystem,
  work: (stage: (parent: string) => Promise<StagingDirectory>, progress: { published: boolean }) => Promise<Result>,
): Promise<Result> {
  const made: { staging: StagingDirectory | null } = { staging: null };
  const progress = { published: false };
  const stage = async (parent: string) => {
    made.staging = await StagingDirectory.create(fileSystem, parent);
    return made.staging;
  };
  try {
    return await work(stage, progress);
  } catch (error) {
    if (progress.published) throw published(error);
    throw await afterCleanup(error, made.staging);
  }
}

function published(error: unknown): WriteError {
  const { message, rule, fxError, file } = describe(error);
  return new WriteError(
    { rule, message: `The session was written and stands, but: ${message}`, fxError, file, published: true },
    { cause: error },
  );
}

async function afterCleanup(error: unknown, staging: StagingDirectory | null): Promise<unknown> {
  let cause = error;
  let left = '';
  if (staging !== null) {
    try {
      await staging.remove();
    } catch (cleanupError) {
      cause = new AggregateError([error, cleanupError], 'writing failed, and so did cleaning up');
      left = ` What was begun is left in ${staging.path}; fx ignores it.`;
    }
  }
  if (error instanceof WriteError && left === '') return error;
  const { message, rule, ...details } = describe(error);
  return new WriteError({ rule, message: message + left, ...details }, { cause });
}

function describe(error: unknown): Pick<WriteError, 'message' | 'rule' | 'fxError' | 'file' | 'path' | 'item'> {
  if (error instanceof WriteError) return error;
  const message = error instanceof Error ? error.message : String(error);
  const file = error instanceof Error && 'path' in error ? String(error.path) : undefined;
  return { message, rule: 'write/failed', fxError: undefined, file, path: undefined, item: undefined };
}
