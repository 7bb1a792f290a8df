/** One entry of an archive, as it comes along. */
export interface ArchiveEntry {
  /** The name as the archive has it. */
  readonly name: string;
  readonly type: 'file' | 'directory' | 'symbolic link' | 'hard link' | 'device' | 'pipe' | 'sparse or unknown entry';
  /** Bytes as the archive declares them; what really comes may be less or, where it lies, more. */
  readonly size: number;
  /** Permission bits, where the archive records them. */
  readonly mode: number | null;
  /** The content of a file. May be left unread, or left early. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** How far the reading of an archive has come. */
export interface ArchiveMeter {
  /** Bytes of the archive file. */
  compressed: number;
  /** Bytes that came out of them. */
  expanded: number;
}
