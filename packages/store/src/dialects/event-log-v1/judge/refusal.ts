import type { Finding, FxErrorName } from '@fxlog/format';

/** Why fx refuses something: its error's name, the file it stumbles over and a sentence. */
export interface Refusal {
  readonly ok: false;
  readonly error: FxErrorName;
  readonly file?: string;
  readonly reason: string;
  /** What fxlog has to say about it, when that is more precise than the refusal. */
  readonly finding?: Finding;
}

/** Makes a refusal whose reason begins with the file. */
export function refusal(error: FxErrorName, file: string | undefined, reason: string, finding?: Finding): Refusal {
  return {
    ok: false,
    error,
    reason: file === undefined ? reason : `${file}: ${reason}`,
    ...(file !== undefined && { file }),
    ...(finding !== undefined && { finding }),
  };
}
