/** One entry of an archive, as it comes along. */
export interface ArchiveEntry {
  /** The name as the archive has it. */
  readonly name: string;
  readonly type: 'file' | 'directory' | 'symbolic link' | 'hard link' | 'device' | 'pipe' | 'sparse or unknown entry';
  /** Bytes as the archive declares them; what really comes may be less or, where it lies, more. */
  readonly size: number;
  /** Permission bits, where the archive records them. */
  readonly mode: number | null;
  /** Where it lies in a tar; null in other archives. */
  readonly span: ArchiveSpan | null;
  /** The content of a file. May be left unread, or left early. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** A stretch of a tar, with the headers of its entries. */
export interface ArchiveSpan {
  /** Offset of its first byte in the tar, uncompressed, and of the first one behind it. */
  readonly start: number;
  readonly end: number;
}

/** The shortest stretch that holds both. */
export function spanOver(a: ArchiveSpan | null, b: ArchiveSpan | null): ArchiveSpan | null {
  if (a === null || b === null) return a ?? b;
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}

/** How far the reading of an archive has come. */
export interface ArchiveMeter {
  /** Bytes of the archive file. */
  compressed: number;
  /** Bytes that came out of them. */
  expanded: number;
}
