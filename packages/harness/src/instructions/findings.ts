import type { Finding } from '@fxlog/format';
import { harnessFinding } from '../harness-finding.js';
import type { InstructionFile } from './chain.js';

/**
 * What is worth a warning of an instruction file.
 *
 * @param isChangedSince whether it was changed after the newest call that it governs
 */
export function instructionFindings(
  { path, state, reason }: InstructionFile,
  { isChangedSince }: { readonly isChangedSince: boolean },
): Finding[] {
  const place = { file: path };
  const found: Finding[] = [];
  if (state === 'omitted') {
    found.push(harnessFinding('harness/instructions-omitted', `The model is not given ${path}: ${reason}.`, place));
  }
  if (state === 'cut') {
    found.push(harnessFinding('harness/instructions-cut', `The model is given ${path} in part: ${reason}.`, place));
  }
  if (isChangedSince) {
    found.push(harnessFinding('harness/instructions-changed', `${path} was changed after the session.`, place));
  }
  return found;
}
