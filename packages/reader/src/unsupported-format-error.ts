import type { FormatDetection } from '@fxlog/format';
import { LogError, type LogErrorInit } from './log-error.js';

/**
 * The bytes are a session of fx, but in a format that is not read (yet): newer than fx 0.0.7, or older than event logs.
 * It is a {@link LogError}, because fx 0.0.5 would refuse the bytes as a log; `fxError` has the name it would use.
 */
export class UnsupportedFormatError extends LogError {
  override readonly name = 'UnsupportedFormatError';
  /** What the bytes are. */
  readonly format: FormatDetection;

  constructor(fault: LogErrorInit, format: FormatDetection) {
    super({
      ...fault,
      rule: format.age === 'older' ? 'dialect/older' : 'dialect/newer',
      // The sentence goes on with fx's name for the error
      message: (format.dialect === 'unknown' ? format.reason : format.message).replace(/\.$/, ''),
    });
    this.format = format;
  }
}
