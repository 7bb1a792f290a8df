import type { Finding } from '@fxlog/format';
import type { WriteSessionOptions } from '@fxlog/writer';

/** How a session is copied. */
export type CopyOptions = Pick<WriteSessionOptions, 'latest' | 'timeoutMs' | 'fileSystem'>;

/** A copy that now stands. */
export interface CopiedSession {
  readonly id: string;
  readonly dir: string;
  /** Committed bytes of the log; what lay behind the watermark stays behind. */
  readonly logBytes: number;
  /** Bytes behind the watermark that were not copied. */
  readonly tailBytes: number;
  /** What was left behind, and what fx will miss in the copy. */
  readonly findings: readonly Finding[];
}
