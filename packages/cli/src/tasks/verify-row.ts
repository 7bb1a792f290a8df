import type { RowCodec } from '@fxlog/batch/internal';
import type { Finding } from '@fxlog/format';
import { type JsonObject, parseJson, stringifyJson } from '@fxlog/json';
import type { ByteWindow } from '../input/byte-window.js';
import { findingToJson } from '../report/finding-json.js';
import type { VerifyReport } from '../report/verify-report.js';

/** What a worker found out about one session: the report, and what has to be read while the session is there. */
export interface VerifyRow {
  readonly report: VerifyReport;
  /** The bytes around each finding of the report, where it has a place. */
  readonly windows: readonly (ByteWindow | null)[];
}

/** How the rows are kept in a job. */
export const VERIFY_ROWS: RowCodec<VerifyRow> = {
  encode({ report, windows }) {
    return stringifyJson({
      ...(report as unknown as JsonObject),
      findings: report.findings.map(findingToJson),
      windows: windows.map((window) =>
        window === null ? null : { offset: window.offset, bytes: Buffer.from(window.bytes).toString('base64') },
      ),
    });
  },
  decode(line) {
    // Written by `encode` into a directory of our own.
    const { windows, ...report } = parseJson(Buffer.from(line)) as unknown as VerifyReport & {
      findings: readonly Finding[];
      windows: readonly ({ offset: number; bytes: string } | null)[];
    };
    return {
      report,
      windows: windows.map((window) =>
        window === null ? null : { offset: window.offset, bytes: Buffer.from(window.bytes, 'base64') },
      ),
    };
  },
};
