/** A session directory into which attachments go. */
export interface AttachmentPlace {
  /** Whether a file is there already, by its path inside the session directory. */
  has(name: string): boolean;
  /** Puts a file at a path of checked parts. */
  write(parts: readonly string[], bytes: Uint8Array): Promise<void>;
}
