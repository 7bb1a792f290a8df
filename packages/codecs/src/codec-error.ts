import type { RuleId } from '@fxlog/format';

/** Where in a document a fault is. */
export interface CodecErrorDetails {
  /** RFC 6901 JSON Pointer into the document or line. */
  readonly path?: string | undefined;
  /** Byte offset from the start of the file. */
  readonly offset?: number | undefined;
  /** Line of the file, from 1. */
  readonly line?: number | undefined;
  readonly file?: string | undefined;
  readonly cause?: unknown;
}

/** What the codecs refuse. `rule` names the entry of the catalogue; the message says where, what is wrong and what to do. */
export class CodecError extends Error {
  override readonly name = 'CodecError';
  readonly path: string | undefined;
  readonly offset: number | undefined;
  readonly line: number | undefined;
  readonly file: string | undefined;

  constructor(
    message: string,
    /** Id of the broken rule, `codec/…`. */
    readonly rule: RuleId,
    details: CodecErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.path = details.path;
    this.offset = details.offset;
    this.line = details.line;
    this.file = details.file;
  }
}
