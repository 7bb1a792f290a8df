import { basename } from 'node:path';
import { copySession } from '@fxlog/store';
import { describeSession } from '@fxlog/store/internal';
import type { Command, RootOption } from '../command-context.js';
import { ExitCode } from '../exit-code.js';
import { countOf, formatBytes } from '../output/measures.js';
import { terminalText } from '../output/terminal-text.js';
import { renderPlaceless } from '../render/finding.js';
import { findingToJson } from '../report/finding-json.js';
import { destinationOf, explainChange, findSessionDir, storeFolderOf } from './change-session.js';

/** `fxlog copy SESSION DEST`: a copy that fx lists and resumes in its new place. */
export const copy: Command<[session: string, destination: string], RootOption> = async (
  context,
  [session, destination],
  options,
) => {
  const { output } = context;
  const dir = await findSessionDir(context, session, options.root);
  const { format } = describeSession(dir);
  const target = await destinationOf(context, destination, basename(dir), storeFolderOf(format));
  const copied = await explainChange(() => copySession(dir, target));
  const isListed = 'root' in target;
  if (options.json === true) {
    await output.json({
      kind: 'copy',
      id: copied.id,
      from: dir,
      dir: copied.dir,
      listedByFx: isListed,
      logBytes: copied.logBytes,
      tailBytes: copied.tailBytes,
      findings: copied.findings.map(findingToJson),
    });
    return ExitCode.ok;
  }
  await output.line(`${terminalText(copied.dir)}: ${formatBytes(copied.logBytes)} of log`);
  if (copied.tailBytes > 0) {
    output.note(`${countOf(copied.tailBytes, 'byte')} behind the watermark were never committed and were not copied.`);
  }
  if (!isListed) output.note('The folder is not a sessions root: fx lists the copy once it lies in one.');
  for (const finding of copied.findings) await output.line(renderPlaceless(finding, output.paint, output.columns));
  return ExitCode.ok;
};
