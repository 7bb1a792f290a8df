/** Kinds of archives that are read. */
export type ArchiveFormat = 'tar' | 'tar.gz' | 'tar.zst' | 'zip';

/** Bytes that {@link archiveFormatOf} wants to see: the magic of a tar lies at 257. */
export const FORMAT_PREFIX_BYTES = 512;

/** Tells an archive by its first bytes, whatever it is called; null when it is none. */
export function archiveFormatOf(prefix: Uint8Array): ArchiveFormat | null {
  const at = (offset: number, text: string) =>
    text.length + offset <= prefix.length && [...text].every((char, i) => prefix[offset + i] === char.charCodeAt(0));
  if (at(0, '\x1f\x8b')) return 'tar.gz';
  if (at(0, '\x28\xb5\x2f\xfd')) return 'tar.zst';
  // A skippable frame, as parallel compressors put it first.
  if (at(1, '\x2a\x4d\x18') && ((prefix[0] as number) & 0xf0) === 0x50) return 'tar.zst';
  if (at(0, 'PK\x03\x04') || at(0, 'PK\x05\x06') || at(0, 'PK\x07\x08')) return 'zip';
  return at(257, 'ustar') || hasTarChecksum(prefix) ? 'tar' : null;
}

/** Does a file name promise an archive? */
export function isArchiveName(name: string): boolean {
  return /\.(?:tar|tar\.gz|tgz|tar\.zst|tzst|zip)$/i.test(name);
}

/** Old tars have no magic, but every header has a checksum: the sum of its bytes, with blanks for the checksum itself. */
function hasTarChecksum(header: Uint8Array): boolean {
  if (header.length < 512 || header[0] === 0) return false;
  const declared = Number.parseInt(Buffer.from(header.subarray(148, 156)).toString('latin1'), 8);
  let sum = 8 * 0x20;
  for (let i = 0; i < 512; i += 1) if (i < 148 || i >= 156) sum += header[i] as number;
  return declared === sum;
}
