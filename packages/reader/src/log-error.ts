import { type FxErrorName, FxlogError } from '@fxlog/format';
import type { FxlogErrorInit } from '@fxlog/format/internal';

/** What is known about a fault in a log. All offsets count bytes from the start of the file. */
export interface LogErrorInit extends FxlogErrorInit {
  /** Name of the error that fx raises for it (event-log §9). */
  readonly fxError: FxErrorName;
  /** The offending byte. */
  readonly offset: number;
  /** Bytes from there to the end of what is concerned, mostly the end of the line. */
  readonly length: number;
  /** Number of the line, from 1. */
  readonly line: number;
  /** First byte of the frame in which the fault lies; `offset` when absent. */
  readonly frameOffset?: number | undefined;
}

/** A fault in a log: what a strict reader throws, after everything before the fault has been delivered. */
export class LogError extends FxlogError implements LogErrorInit {
  override readonly name: string = 'LogError';
  declare readonly fxError: FxErrorName;
  declare readonly offset: number;
  declare readonly length: number;
  declare readonly line: number;
  /** JSON Pointer of the offending value within its frame; empty when it is the frame as a whole. */
  declare readonly path: string;
  readonly frameOffset: number;

  constructor(init: LogErrorInit, options?: ErrorOptions) {
    const place = `${init.file ?? 'log'}: line ${init.line}, byte ${init.offset}`;
    super({ ...init, path: init.path ?? '' }, options, `${place}: ${init.message} (${init.fxError})`);
    this.frameOffset = init.frameOffset ?? init.offset;
  }
}
