import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Corpus } from './corpus.js';
import { MalformedRowError, Row } from './row.js';

/** How a corpus went. */
export interface CorpusReport {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
}

/**
 * Tries every case of a corpus.
 *
 * @param folder where its file lies.
 * @param onDisagreement is told of each case that failed: its id (or file and line, when the line is no case), and what differs.
 */
export async function runCorpus(
  corpus: Corpus,
  folder: string,
  onDisagreement: (id: string, differences: readonly string[]) => void,
): Promise<CorpusReport> {
  const file = join(folder, `${corpus.name}.jsonl`);
  let [passed, failed, lineNumber] = [0, 0, 0];
  for await (const line of readLines(file)) {
    lineNumber += 1;
    let id = `${file}:${lineNumber}`;
    let differences: string[];
    try {
      const row = new Row(line);
      differences = await corpus.check(row);
      id = row.id;
    } catch (error) {
      if (!(error instanceof MalformedRowError)) throw error;
      differences = [`malformed line: ${error.message}`];
    }
    if (differences.length === 0) {
      passed += 1;
    } else {
      failed += 1;
      onDisagreement(id, differences);
    }
  }
  return { name: corpus.name, passed, failed };
}

/** The lines of a file, without their LF, one in memory at a time. */
export async function* readLines(file: string): AsyncGenerator<string> {
  let pending: Buffer[] = [];
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      yield Buffer.concat([...pending, chunk.subarray(start, end)]).toString('utf8');
      pending = [];
      start = end + 1;
    }
    if (start < chunk.length) pending.push(chunk.subarray(start));
  }
  if (pending.length > 0) yield Buffer.concat(pending).toString('utf8');
}
