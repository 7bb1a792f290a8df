/** What an archive may ask for. The limits stop bombs, not large archives: memory is bounded without them. */
export interface InputLimits {
  /** Decompressed bytes per compressed byte, looked at beyond {@link ratioFloor}. */
  readonly maxRatio: number;
  /** Decompressed bytes that are free of the ratio. */
  readonly ratioFloor: number;
  /** Entries of one archive. */
  readonly maxEntries: number;
  /** Bytes of one session in an archive, its sidecars and artifacts included: what a temporary copy may take on disk. */
  readonly maxSessionBytes: number;
  /** Files of one session in an archive. */
  readonly maxSessionFiles: number;
  /** Bytes of temporary copies that wait to be processed before an archive is read on. */
  readonly maxWaitingBytes: number;
  /** Bytes of a path inside an archive. */
  readonly maxPathBytes: number;
  /** Directories that may lie in one another, in archives and on disk. */
  readonly maxDepth: number;
  /** Findings about one input as a whole; the rest is counted. */
  readonly maxInputFindings: number;
}

const GIB = 2 ** 30;

/** The limits when nothing else is said. */
export const DEFAULT_LIMITS: InputLimits = {
  maxRatio: 1000,
  ratioFloor: GIB,
  maxEntries: 20_000_000,
  maxSessionBytes: 16 * GIB,
  maxSessionFiles: 50_000,
  maxWaitingBytes: GIB / 2,
  maxPathBytes: 1024,
  maxDepth: 64,
  maxInputFindings: 100,
};
