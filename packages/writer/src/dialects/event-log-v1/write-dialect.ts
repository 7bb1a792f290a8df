import { eventLogTurn } from '@fxlog/assembler/internal';
import type { SessionContent, SessionItem, WriteDialect } from '../../dialect.js';
import type { AttachmentReader } from './attachments.js';
import type { LogItem, SessionHeader } from './log-item.js';
import { type WriteSessionOptions, writeSession } from './write-session.js';

/** Writes sessions as fx 0.0.1 to 0.0.7 keeps them. */
export const eventLogV1: WriteDialect = {
  id: 'event-log-v1',
  async write(content, target, { identifiers, clock, keepHistory, fileSystem }) {
    const { head, readFile, lateFiles, usage } = content;
    const options: WriteSessionOptions = {
      keepHistory: keepHistory ?? false,
      readAttachment: readerOf(readFile),
      ...(identifiers === undefined ? {} : { identifiers }),
      ...(clock === undefined ? {} : { clock }),
      ...(fileSystem === undefined ? {} : { fileSystem }),
      ...(lateFiles === undefined ? {} : { lateFiles }),
      ...(usage === null ? {} : { usage }),
      ...(head.title === null ? {} : { display: displayOf(head.title, head.originWorkspaceRoot) }),
    };
    const { id, dir, findings } = await writeSession(
      { turns: logItems(content), session: headerOf(content) },
      target,
      options,
    );
    return { id, dir, findings };
  },
};

function headerOf({ head, usage }: SessionContent): SessionHeader {
  const { provider } = head;
  return {
    ...(head.id === null ? {} : { id: head.id }),
    created_at_ms: head.createdAtMs,
    workspace_root: head.workspaceRoot,
    origin_workspace_root: head.originWorkspaceRoot,
    conversation_language: head.language,
    preferences: {
      model: head.model,
      effort: head.effort,
      fast_mode: head.fastMode,
      ...(typeof provider === 'string' ? { provider } : {}),
    },
    ...(usage === null ? {} : { usage }),
  };
}

function displayOf(title: string, origin: string): NonNullable<WriteSessionOptions['display']> {
  return { schema_version: 1, title, preview: null, origin_workspace_root: origin };
}

async function* logItems({ items }: SessionContent): AsyncGenerator<LogItem, void, undefined> {
  for await (const batch of items) for (const item of isBatch(batch) ? batch : [batch]) yield logItem(item);
}

function isBatch(entry: SessionItem | readonly SessionItem[]): entry is readonly SessionItem[] {
  return Array.isArray(entry);
}

function logItem(item: SessionItem): LogItem {
  if ('model' in item) {
    return { kind: 'preferences_changed', payload: { model: item.model }, timestamp_ms: item.timeMs };
  }
  const { native, timeMs, language, usage } = item;
  return {
    turn: eventLogTurn(native),
    ...(timeMs === null ? {} : { timestamp_ms: timeMs }),
    ...(language === null ? {} : { conversation_language: language }),
    ...(usage === null
      ? {}
      : { total_input_tokens: usage.totalInputTokens, total_output_tokens: usage.totalOutputTokens }),
  };
}

/** The files of the content, by what the log calls them. */
function readerOf(readFile: SessionContent['readFile']): AttachmentReader {
  return async (ref) => {
    switch (ref.kind) {
      case 'image':
        return typeof ref.image.snapshot_path === 'string' ? readFile(ref.image.snapshot_path) : null;
      case 'tool-result':
        return readFile(`tool-results/${ref.handle}`);
      case 'command-output':
        return readFile(`logs/commands/${ref.handle}`);
    }
  };
}
