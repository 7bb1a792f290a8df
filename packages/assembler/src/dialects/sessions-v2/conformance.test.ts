import { readFileSync } from 'node:fs';
import { LogError } from '@fxlog/reader';
import { describe, expect, it } from 'vitest';
import { foldLog } from '../../assemble-turns.js';
import type { FoldLogOptions } from '../../fold-log-options.js';

interface LogLine {
  readonly id: string;
  readonly log_b64: string;
  readonly blobs?: Readonly<Record<string, string>>;
  readonly scan: { readonly verdict: 'clean' | 'torn' | 'corrupt' | 'newer_version'; readonly good_lines: number };
  readonly history: { readonly verdict: string; readonly error?: string; readonly turns?: readonly unknown[] };
}

const CORPUS = new URL('../../../../../test-fixtures/conformance/v2-logs.jsonl', import.meta.url);
const LOGS = readFileSync(CORPUS, 'utf8')
  .split('\n')
  .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as LogLine]));

async function fold({ log_b64, blobs = {} }: LogLine): Promise<number | string> {
  const read = (base64: string | undefined) => (base64 === undefined ? null : Buffer.from(base64, 'base64'));
  const options: FoldLogOptions = { file: 'log.jsonl', readBlob: (name) => read(blobs[name]) };
  try {
    return (await foldLog(Buffer.from(log_b64, 'base64'), options)).turns;
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    return error.fxError;
  }
}

/** What a reader may say of a log: the turns that fx shows, or the name of a fault. */
function allowed({ scan, history }: LogLine): unknown[] {
  if (history.verdict !== 'accept') return [history.error];
  // fx shows what stands before damage. Where it is in the first line, nothing tells which format the log has.
  if (scan.verdict === 'corrupt') return ['BadLine', 'Corrupt', 'InvalidEventFrame'];
  // fx shows nothing of a log that has no line; a reader finds no session there.
  if (scan.good_lines === 0 && scan.verdict !== 'newer_version') return ['MissingSessionStarted', 'BadLine'];
  // fx's history passes over a line that it cannot decode.
  return [history.turns?.length ?? 0, 'BadBody'];
}

describe('readers of sessions in the newer store', () => {
  it('have the turns that fx shows, and refuse what it refuses by the same name', async () => {
    const others: unknown[] = [];
    for (const log of LOGS) {
      const found = await fold(log);
      if (!allowed(log).includes(found)) others.push({ id: log.id, found, allowed: allowed(log) });
    }
    expect(others).toEqual([]);
    expect(LOGS.length).toBeGreaterThan(200);
  });
});
