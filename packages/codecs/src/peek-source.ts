import type { Source } from '@fxlog/reader';
import { isFileBeginning, sourceChunks } from '@fxlog/reader/internal';

/** The first bytes of a source, and the source as it was. */
export interface PeekedSource {
  readonly prefix: Uint8Array;
  /** The whole source again; what was taken from a stream is put back in front. */
  readonly source: Source;
}

/** Whether the same bytes can be read again. */
export function isRepeatable(source: Source): boolean {
  if (typeof source === 'string' || source instanceof URL || source instanceof Uint8Array) return true;
  return isFileBeginning(source) || ('fd' in source && 'stat' in source && 'read' in source);
}

/** Looks at the first bytes of a source without using them up. */
export async function peekSource(source: Source, length: number, signal?: AbortSignal): Promise<PeekedSource> {
  const range = { start: 0, end: isRepeatable(source) ? length : Number.POSITIVE_INFINITY };
  const chunks = sourceChunks(source, range, signal);
  const taken: Uint8Array[] = [];
  let size = 0;
  let isDone = false;
  while (size < length && !isDone) {
    const next = await chunks.next();
    isDone = next.done === true;
    if (next.done === true) break;
    taken.push(next.value);
    size += next.value.length;
  }
  const prefix = Buffer.concat(taken).subarray(0, length);
  if (isRepeatable(source)) {
    await chunks.return();
    return { prefix, source };
  }
  return { prefix, source: putBack(taken, chunks) };
}

async function* putBack(
  taken: readonly Uint8Array[],
  rest: AsyncGenerator<Uint8Array, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* taken;
    yield* rest;
  } finally {
    await rest.return();
  }
}
