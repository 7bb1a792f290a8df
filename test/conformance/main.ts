import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type RecogniserName, useRecogniser } from '@fxlog/format/internal';
import { CORPORA } from './corpora.js';
import { MODEL_VIEW, runModelView } from './model-view.js';
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

const USAGE = 'Usage: npm run -s conformance -- [--recogniser wasm|javascript|none] [DIR]\n';
const RECOGNISERS: readonly RecogniserName[] = ['wasm', 'javascript', 'none'];

/**
 * `conformance [--recogniser NAME] [DIR]`: runs the corpora found in DIR, reports each disagreement, then one line per corpus.
 *
 * @returns the exit status: 0 when all agrees, 1 when a case failed, 2 when there is no corpus (more than one argument, or no such recogniser
 * in this runtime).
 */
export async function main(args: readonly string[], host: Host): Promise<number> {
  const request = readArguments(args);
  if (request === null) {
    host.err(USAGE);
    return 2;
  }
  const folder = request.folder === undefined ? host.bundled : resolve(host.cwd, request.folder);
  if (request.recogniser !== undefined && useRecogniser(request.recogniser) !== request.recogniser) {
    host.err(`This runtime has no recogniser ${request.recogniser}.\n`);
    return 2;
  }
  const found = CORPORA.filter((corpus) => existsSync(join(folder, `${corpus.name}.jsonl`)));
  const requests = join(folder, MODEL_VIEW);
  const hasRequests = existsSync(requests);
  if (found.length === 0 && !hasRequests) {
    const names = [...CORPORA.map((corpus) => `${corpus.name}.jsonl`), `${MODEL_VIEW}/`].join(', ');
    host.err(`No corpus in ${folder}: expected one or more of ${names}.\n`);
    return 2;
  }
  let failed = 0;
  const summary: string[] = [];
  const runs = found.map(({ name }) => name);
  if (hasRequests) runs.push(MODEL_VIEW);
  for (const name of runs) {
    const disagree = (id: string, differences: readonly string[]) => {
      host.out(`${name} ${id}: ${differences.join('; ')}\n`);
    };
    const corpus = found.find((one) => one.name === name);
    const report = await (corpus === undefined
      ? runModelView(requests, disagree)
      : runCorpus(corpus, folder, disagree));
    failed += report.failed;
    summary.push(`${report.name}: ${report.passed} passed, ${report.failed} failed\n`);
  }
  host.out(summary.join(''));
  return failed === 0 ? 0 : 1;
}

/** The arguments; null where they are not as the usage says. */
function readArguments(
  args: readonly string[],
): { readonly folder: string | undefined; readonly recogniser: RecogniserName | undefined } | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { recogniser: { type: 'string' } },
      allowPositionals: true,
    });
    const recogniser = RECOGNISERS.find((name) => name === values.recogniser);
    const isKnown = values.recogniser === undefined || recogniser !== undefined;
    return isKnown && positionals.length <= 1 ? { folder: positionals[0], recogniser } : null;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
