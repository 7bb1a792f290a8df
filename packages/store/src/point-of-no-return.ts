import { WriteError } from '@fxlog/writer';

/**
 * Runs a change that has a point of no return: whatever fails behind it, a lock that does not close included, is told as the failure of something that
 * stands nevertheless.
 *
 * @param what stands, as the subject of a sentence: "The turn was committed"
 * @param work is given what it must call at that point
 */
export async function withPointOfNoReturn<T>(
  dir: string,
  what: string,
  work: (passed: () => void) => Promise<T>,
): Promise<T> {
  let isPassed = false;
  try {
    return await work(() => {
      isPassed = true;
    });
  } catch (error) {
    throw isPassed ? publishedError(dir, what, error) : error;
  }
}

/** The error for what stands although something went wrong. */
function publishedError(dir: string, what: string, error: unknown): WriteError {
  if (error instanceof WriteError && error.published) return error;
  const message = error instanceof Error ? error.message : String(error);
  const { rule = 'write/failed', fxError, file = dir } = error instanceof WriteError ? error : {};
  return new WriteError(
    { rule, message: `${what} and stands, but: ${message}`, fxError, file, published: true },
    { cause: error },
  );
}
