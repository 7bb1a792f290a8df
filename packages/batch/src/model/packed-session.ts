/** A small file in memory. */
export interface PackedFile {
  /** Below the directory of the session's copy, `/`-separated. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A copy of a session out of an archive whose small files are still in memory: who processes it writes them and removes the copy. */
export interface PackedSession {
  /** Holds the copy, and is to be removed. */
  readonly directory: string;
  /** Whether it is there already, with the large files in it. */
  readonly isOnDisk: boolean;
  /** The session directory, or the log, once all is written. */
  readonly path: string;
  readonly files: readonly PackedFile[];
  /** Permission bits of files and directories, by their names below {@link directory}, where they are not the usual ones. */
  readonly modes: readonly (readonly [name: string, mode: number])[];
}
