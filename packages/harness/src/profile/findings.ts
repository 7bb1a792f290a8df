import type { Finding } from '@fxlog/format';
import { harnessFinding } from '../harness-finding.js';
import type { Settings } from './settings.js';

/** What fx leaves out of the settings. */
export function settingsFindings({ problems }: Settings, file: string): Finding[] {
  return problems.map(({ path, message }) => harnessFinding('harness/profile-dropped', message, { file, path }));
}

/** That fx takes nothing from a file of the profile; none where there is no problem with it. */
export function droppedFile(file: string, problem: string | null): Finding[] {
  if (problem === null) return [];
  return [harnessFinding('harness/profile-dropped', `fx takes nothing from it: ${problem}.`, { file })];
}
