import { decodeFrame, encodeFrame } from '@fxlog/format';
import type { Corpus } from './corpus.js';
import { MalformedRowError, type Row } from './row.js';
import { attempt, checkRejection, compare, compareBytes } from './verdict.js';

/** One frame alone: verdict, error, kind, and the bytes that fx's encoder writes for it. */
export const frames: Corpus = singleFrames('frames');

/** The same of frames of genuine sessions after one to three random changes: the order in which fx looks decides. */
export const framesMutated: Corpus = singleFrames('frames-mutated');

function singleFrames(name: string): Corpus {
  return { name, check };
}

async function check(row: Row): Promise<string[]> {
  const bytes = row.has('gen') ? row.generatedBytes('gen') : row.bytes('frame_b64');
  switch (row.string('verdict')) {
    case 'accept':
      return checkFrame(row.string('kind'), bytes, row.has('rewritten_b64') ? row.bytes('rewritten_b64') : undefined);
    case 'reject':
      return checkRejection(row, await attempt(() => decodeFrame(bytes)));
    default:
      throw new MalformedRowError('"verdict" is neither accept nor reject');
  }
}

/**
 * Checks a frame that fx accepts.
 *
 * @param kind its kind, where the corpus has it.
 * @param canonical what fx writes for it; `undefined` when that is the same JSON value as the input. The corpus then does not
 * say how fx spells it, and the input need not be spelled as fx would (order of keys, escapes, blanks, numbers).
 */
export async function checkFrame(
  kind: string | undefined,
  bytes: Uint8Array,
  canonical: Uint8Array | undefined,
): Promise<string[]> {
  const decoded = await attempt(() => decodeFrame(bytes));
  if (!('accepted' in decoded)) return [`rejected with ${decoded.rejected}, fx accepts it`];
  const encoded = await attempt(() => encodeFrame(decoded.accepted));
  if (!('accepted' in encoded)) return [`encoding: refused with ${encoded.rejected}`];
  const isRespelled = canonical === undefined && isSameJson(bytes, encoded.accepted);
  return [
    ...compare('kind', kind ?? decoded.accepted.kind, decoded.accepted.kind),
    ...(isRespelled ? [] : compareBytes('encoding', canonical ?? bytes, encoded.accepted)),
  ];
}

/** Whether two texts are the same JSON value, however it is spelled. */
function isSameJson(a: Uint8Array, b: Uint8Array): boolean {
  const [first, second] = [a, b].map((bytes) => JSON.stringify(sortKeys(JSON.parse(Buffer.from(bytes).toString()))));
  return first === second;
}

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortKeys);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sortKeys(item)]),
  );
}
