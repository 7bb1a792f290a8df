/**
 * What is done to each piece of text of a transcript or a log. Everything that knows where the pieces are goes through this, so that a stage
 * and a whole session are rewritten alike. The same text always gives the same text.
 */
export interface TextRewriter {
  /** Prose, code, commands, outputs. */
  text(text: string): string;
  /** JSON text, or what should be: arguments, structured outputs. What is well-formed stays so, with the same structure. */
  json(text: string): string;
  /** A path or an address. An absolute one stays absolute. */
  path(path: string): string;
  /** The name of a model, which is kept as long as it says nothing but that. */
  model(name: string): string;
  /** The name of a tool. */
  toolName(name: string): string;
  /** An id of a call, a piece of work, an artifact; different ones stay different. */
  id(id: string): string;
  /** A session's id; it can still be the name of a file. */
  sessionId(id: string): string;
  /** Bytes that are not UTF-8; they stay so. */
  bytes(bytes: Uint8Array): Uint8Array;
  /** An image as base64. */
  image(mediaType: string, data: string): string;
  /** What a provider signed or sealed: kept, or null to leave it out. It is never altered. */
  opaque(data: string): string | null;
}
