import type { Finding } from '@fxlog/format';
import type { InputLimits } from './input-limits.js';

/** Options of `findSessions`. */
export interface FindOptions {
  readonly limits?: Partial<InputLimits>;
  /** Directory that relative paths are taken from (default: the current one). Keys keep the paths as they were named. */
  readonly cwd?: string;
  /** Where copies out of archives lie while they are worked on (default: the system's directory for temporary files). */
  readonly spoolParent?: string;
  /** False for a session whose content is not wanted: it is found all the same, but not copied out of an archive. */
  isWanted?(key: string): boolean;
  /** Receives what is to be said about an input as a whole. */
  onInputFinding?(finding: Finding): void;
  /** Receives bytes of archives as they are read. */
  onArchiveBytes?(bytes: number): void;
  readonly signal?: AbortSignal;
}
