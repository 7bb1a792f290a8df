import { createHash } from 'node:crypto';

/** SHA-256 as 64 lower-case hex digits. */
export function sha256Hex(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The one locator fx accepts for an image snapshot: `images/image-<id>-<first 16 hex digits>.bin` (session-directory §4.4). */
export function imageLocator(id: number | bigint, sha256: string): string {
  return `images/image-${id}-${sha256.slice(0, 16)}.bin`;
}

/** A name that carries the digest of its content: `<stem>-<16 hex digits><suffix>` (session-directory §4.5, Appendix C). */
export function contentAddressedName(stem: string, suffix: string, content: Uint8Array): string {
  return `${stem}-${sha256Hex(content).slice(0, 16)}${suffix}`;
}

/**
 * The handle under which fx keeps a large tool output apart (session-directory §4.5):
 * `result-<tool>-<16 hex of the call id>-<16 hex of the stored text>.txt`.
 */
export function toolResultHandle(toolName: string, toolCallId: Uint8Array | string, stored: Uint8Array): string {
  // Byte by byte: a character of three bytes becomes three dashes.
  const tool = Buffer.from(toolName)
    .toString('latin1')
    .replace(/[^A-Za-z0-9_-]/g, '-')
    .slice(0, 48);
  return `result-${tool}-${sha256Hex(toolCallId).slice(0, 16)}-${sha256Hex(stored).slice(0, 16)}.txt`;
}

/** File name, below `latest/`, of the pointer to a workspace's latest session (session-directory §5.2). */
export function latestPointerName(workspaceRoot: string): string {
  return `${sha256Hex(workspaceRoot)}.json`;
}
