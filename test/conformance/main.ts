import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CORPORA } from './corpora.js';
import { runCorpus } from './run-corpus.js';

/** What the conformance command is given by whoever starts it. */
export interface Host {
  /** Folder from which a relative DIR is taken. */
  readonly cwd: string;
  /** DIR when none is given. */
  readonly bundled: string;
  /** Takes the report. */
  out(text: string): void;
  /** Takes what keeps the command from running. */
  err(text: string): void;
}

/**
 * `conformance [DIR]`: runs the corpora found in DIR, reports each disagreement, then one line per corpus.
 *
 * @returns the exit status: 0 when all agrees, 1 when a case failed, 2 when there is no corpus (or more than one argument).
 */
export async function main(args: readonly string[], host: Host): Promise<number> {
  const [folder = host.bundled, ...others] = args.map((argument) => resolve(host.cwd, argument));
  if (others.length > 0) {
    host.err('Usage: npm run -s conformance -- [DIR]\n');
    return 2;
  }
  const found = CORPORA.filter((corpus) => existsSync(join(folder, `${corpus.name}.jsonl`)));
  if (found.length === 0) {
    const names = CORPORA.map((corpus) => `${corpus.name}.jsonl`).join(', ');
    host.err(`No corpus in ${folder}: expected one or more of ${names}.\n`);
    return 2;
  }
  let failed = 0;
  const summary: string[] = [];
  for (const corpus of found) {
    const report = await runCorpus(corpus, folder, (id, differences) => {
      host.out(`${corpus.name} ${id}: ${differences.join('; ')}\n`);
    });
    failed += report.failed;
    summary.push(`${report.name}: ${report.passed} passed, ${report.failed} failed\n`);
  }
  host.out(summary.join(''));
  return failed === 0 ? 0 : 1;
}
