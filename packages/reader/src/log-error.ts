import type { Finding, FxErrorName, RuleId, Uint64 } from '@fxlog/format';

/** What is known about a fault in a log. All offsets count bytes from the start of the file. */
export interface LogErrorInit {
  /** Name of the error that fx raises for it (event-log §9). */
  readonly fxError: FxErrorName;
  /** Id of the rule that was broken, as in the catalogue of `@fxlog/format`. */
  readonly rule: RuleId;
  /** A sentence for a person, without the position. */
  readonly message: string;
  /** JSON Pointer of the offending value within its frame; empty when it is the frame as a whole. */
  readonly path?: string | undefined;
  /** The offending byte. */
  readonly offset: number;
  /** Bytes from there to the end of what is concerned, mostly the end of the line. */
  readonly length: number;
  /** Number of the line, from 1. */
  readonly line: number;
  /** First byte of the frame in which the fault lies; `offset` when absent. */
  readonly frameOffset?: number | undefined;
  readonly seq?: Uint64 | undefined;
  /** The file, as the caller named it. */
  readonly file?: string | undefined;
}

/** A fault in a log: what a strict reader throws, after everything before the fault has been delivered. */
export class LogError extends Error implements LogErrorInit {
  override readonly name: string = 'LogError';
  readonly fxError: FxErrorName;
  readonly rule: RuleId;
  readonly path: string;
  readonly offset: number;
  readonly length: number;
  readonly line: number;
  readonly frameOffset: number;
  readonly seq: Uint64 | undefined;
  readonly file: string | undefined;
  /** The sentence without the position. */
  readonly reason: string;

  constructor(init: LogErrorInit, options?: ErrorOptions) {
    super(`${init.file ?? 'log'}: line ${init.line}, byte ${init.offset}: ${init.message} (${init.fxError})`, options);
    this.fxError = init.fxError;
    this.rule = init.rule;
    this.path = init.path ?? '';
    this.offset = init.offset;
    this.length = init.length;
    this.line = init.line;
    this.frameOffset = init.frameOffset ?? init.offset;
    this.seq = init.seq;
    this.file = init.file;
    this.reason = init.message;
  }

  /** The same fault as a finding of severity `error`. */
  toFinding(): Finding {
    return {
      rule: this.rule,
      severity: 'error',
      message: this.reason,
      ...(this.file === undefined ? {} : { file: this.file }),
      offset: this.offset,
      length: this.length,
      line: this.line,
      ...(this.seq === undefined ? {} : { seq: this.seq }),
      ...(this.path === '' ? {} : { path: this.path }),
      fxError: this.fxError,
    };
  }
}
