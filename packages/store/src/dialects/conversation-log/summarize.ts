import type { ConversationManifest } from '@fxlog/format/internal';
import { statsOf } from '../../paths/safe-file.js';
import type { SessionDirectory } from '../../session-directory.js';
import type { ChildLink, SessionSummary } from '../../summary.js';
import { readChildLink } from '../event-log-v1/sidecars/child-record.js';
import { readManifest } from './manifest.js';
import { isUnpublished, leftoversOf, logOf } from './migration.js';

/** A session as its small files describe it (newer-formats §4.7); totals and the number of turns are not among them. */
export function summarizeConversation(directory: SessionDirectory): SessionSummary {
  const file = logOf(directory);
  const isOld = isUnpublished(directory);
  const manifest = readManifest(directory);
  const log = statsOf(`${directory.dir}/${file}`);
  const hasLog = log?.isFile() === true;
  const findings = [...(manifest.state === 'ok' || isOld ? [] : [manifest.finding]), ...leftoversOf(directory)];
  const value = manifest.state === 'ok' ? manifest.value : null;
  return {
    id: directory.id,
    dir: directory.dir,
    format: 'conversation-log',
    health: value === null && !isOld ? 'unreadable' : findings.length > 0 ? 'warning' : 'ok',
    title: textOf(value?.title),
    preview: null,
    workspaceRoot: textOf(value?.workspace_root),
    originWorkspaceRoot: textOf(value?.origin_workspace_root),
    conversationLanguage: textOf(value?.conversation_language),
    model: textOf(value?.model),
    effort: textOf(value?.effort),
    provider: value === null ? null : providerName(value.provider),
    createdAtMs: value?.created_at_ms ?? null,
    updatedAtMs: value === null ? null : later(value.updated_at_ms, hasLog && log.size > 0 ? log.mtimeMs : null),
    turns: null,
    totalInputTokens: null,
    totalOutputTokens: null,
    logBytes: hasLog ? log.size : null,
    logFile: hasLog ? file : null,
    listedByFx: false,
    stale: false,
    pending: null,
    child: childOf(directory, value?.subagent_child === true),
    findings,
  };
}

/** What marks a session as a child (newer-formats §4.7); only the older record says whose. */
export function childOf(directory: SessionDirectory, isMarked: boolean): ChildLink | null {
  const link = readChildLink(directory.dir);
  if (link !== null) return link;
  const isOwned = statsOf(`${directory.dir}/subagent/owner.json`)?.isFile() === true;
  return isMarked || isOwned ? { parentId: null, mode: null } : null;
}

/** The name by which a provider is known. */
function providerName(provider: ConversationManifest['provider']): string {
  return typeof provider === 'string' ? provider : provider.name;
}

/** The log may have been written to after the manifest. */
function later(updatedAtMs: number | bigint, changedMs: number | null): number | bigint {
  const changed = changedMs === null ? 0 : Math.floor(changedMs);
  return changed > updatedAtMs ? changed : updatedAtMs;
}

function textOf(value: string | Uint8Array | null | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
