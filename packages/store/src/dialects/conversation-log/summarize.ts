import { migrationOf } from '../../migration.js';
import type { SessionDirectory } from '../../session-directory.js';
import type { SessionHealth, SessionSummary } from '../../summary.js';
import { childIds, factsOf, LOG, logFault, readChild, readManifest } from './control-files.js';
import { leftoversOf } from './migration.js';

/** A conversation log as its manifest describes it (newer-formats §4.7). */
export function summarizeConversation(directory: SessionDirectory): SessionSummary {
  const { language: conversationLanguage, ...facts } = factsOf(directory);
  const { finding } = readManifest(directory);
  const migration = migrationOf(directory);
  const faults = [finding, logFault(directory)].filter((one) => one !== null);
  const findings = [...faults, ...leftoversOf(directory)];
  const logBytes = directory.sizeOf(LOG);
  const health: SessionHealth = findings.some(({ severity }) => severity === 'error')
    ? 'unreadable'
    : findings.length > 0
      ? 'warning'
      : 'ok';
  return {
    id: directory.id,
    dir: directory.dir,
    format: 'conversation-log',
    health,
    ...facts,
    preview: null,
    conversationLanguage,
    turns: null,
    totalInputTokens: null,
    totalOutputTokens: null,
    logBytes,
    logFile: logBytes === null ? null : LOG,
    listedByFx: false,
    stale: false,
    pending: migration === null ? null : 'migration',
    child: readChild(directory),
    childIds: childIds(directory),
    findings,
  };
}
