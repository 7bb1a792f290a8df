/**
 * What lies in files beside a conversation log and is named by its lines (newer-formats §4.5): outputs of tools, recorded commands, images
 * and the contents of changed files.
 */
import type { DurableBytes, Uint64 } from '../../scalars.js';
import { isSegment } from '../../session-layout.js';
import type { ToolResultPayload } from './generated/types.js';

/** Longest output that fx keeps, in bytes. */
export const MAX_ARTIFACT_BYTES = 8_388_608;

/** What there is of an output, and where the rest is. */
export type OutputState =
  /** The file is there and of the size that the line tells. */
  | 'whole'
  /** The file is there, and the line tells that it is not all that the tool put out, or that nobody knows. */
  | 'partial'
  /** The file is there, but of another size. */
  | 'wrong-size'
  /** The file is not there; there is a preview at most. */
  | 'missing';

/**
 * Where the whole output of a result may lie, below the session directory, in the order in which fx looks; nothing where the handle is not
 * the name of a file. In logs that were converted from the older format it may name a recorded command.
 */
export function outputPaths({ artifact_ref }: Pick<ToolResultPayload, 'artifact_ref'>): readonly string[] {
  return isSegment(artifact_ref) ? [`tool-results/${artifact_ref}`, `logs/commands/${artifact_ref}`] : [];
}

/** Where a recorded command lies; null where the handle is not the name of a file. */
export function replayPath(handle: string): string | null {
  return isSegment(handle) ? `logs/commands/${handle}` : null;
}

/** Where fx keeps its copy of an image, from `snapshot_path`; null where that does not name a file of `images/`. */
export function imagePath(snapshotPath: DurableBytes | null): string | null {
  if (typeof snapshotPath !== 'string') return null;
  const [folder, leaf, ...rest] = snapshotPath.split('/');
  return folder === 'images' && leaf !== undefined && rest.length === 0 && isSegment(leaf) ? snapshotPath : null;
}

/** Where a handle of a line (the contents of a changed file, the images of a result) lies; null where it is not the name of a file. */
export function handlePath(handle: DurableBytes | null): string | null {
  return typeof handle === 'string' && isSegment(handle) ? `tool-results/${handle}` : null;
}

/**
 * What there is of the output of a result.
 *
 * @param storedBytes size of the file that was found, or null if there is none.
 */
export function judgeOutput(
  { stored_bytes, completeness }: Pick<ToolResultPayload, 'stored_bytes' | 'completeness'>,
  storedBytes: Uint64 | null,
): OutputState {
  if (storedBytes === null) return 'missing';
  if (BigInt(storedBytes) !== BigInt(stored_bytes)) return 'wrong-size';
  return completeness === 'complete' ? 'whole' : 'partial';
}
