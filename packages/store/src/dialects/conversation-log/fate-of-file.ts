import { CHANGE_CUT_SHORT, NEW_LOG, OLD_LOG } from '../../migration.js';
import { type Fate, isChild } from '../../repair/survey-files.js';
import type { SessionDirectory } from '../../session-directory.js';
import { MANIFEST, readSidecar } from './control-files.js';

/** Made anew, or a cache that fx makes anew (newer-formats §4.1). */
const REGENERATED =
  /^(?:[^/]*\.lock|owner\.live|recovery\.asked|history-cache\.bin|events-compaction\.(?:pending|marker))$/;
const TAKEN_OVER = /^(?:permissions\.json|usage-v2\.json|display\.json|decisions\.jsonl)$/;
const SIDECARS = ['permissions', 'usage-v2', 'children'] as const;
const CARRIED: Fate = { fate: 'carried' };

/** What becomes of a file beside the log in a copy of its session (newer-formats §4.1). */
export function fateOf(
  directory: SessionDirectory,
  file: string,
  { keepsManifest, keepsRecovery }: { readonly keepsManifest: boolean; readonly keepsRecovery: boolean },
): Fate {
  if (file === MANIFEST) return keepsManifest ? CARRIED : { fate: 'regenerated', why: 'fx refuses it' };
  if (file === 'recovery.json') {
    return keepsRecovery
      ? CARRIED
      : { fate: 'regenerated', why: 'it does not belong to the end of the log as it is now' };
  }
  if (REGENERATED.test(file)) return { fate: 'regenerated', why: 'fx makes it anew' };
  for (const name of SIDECARS) {
    const own = name === 'children' ? 'subagent/children.json' : `${name}.json`;
    if (file !== own) continue;
    const isUsable = readSidecar(directory, name)?.value != null;
    return isUsable ? CARRIED : { fate: 'quarantined', why: 'fx cannot use it' };
  }
  if (TAKEN_OVER.test(file) || isChild(file) || /^client\/[^/]+$/.test(file)) return CARRIED;
  const isOfChange = file === OLD_LOG || file === NEW_LOG;
  return { fate: 'quarantined', why: isOfChange ? CHANGE_CUT_SHORT : 'fx has no such file in a session' };
}
