import type { JsonObject } from '@fxlog/json';
import { LogError, readEvents } from '@fxlog/reader';
import { openSession } from '@fxlog/store';
import type { ConversationOutline, LogSpan } from './conversation.js';

/** What stands above a conversation. */
export interface SessionHead {
  readonly id: string;
  /** Null for a log alone: the title is not in the log. */
  readonly title: string | null;
  readonly workspaceRoot: string;
  readonly provider: string;
  readonly model: string;
  readonly createdAtMs: number | bigint;
}

/**
 * Reads the first event of a log, and what the session directory adds to it.
 * @returns null when the log does not begin as a log does
 */
export async function readSessionHead(span: LogSpan, sessionDir: string | null): Promise<SessionHead | null> {
  try {
    for await (const [first] of readEvents(span.path, { file: span.name, end: span.end, signal: span.signal })) {
      if (first === undefined || first.event.kind !== 'session_started') return null;
      const { payload } = first.event;
      return {
        id: payload.id,
        title: sessionDir === null ? null : await titleOf(sessionDir),
        workspaceRoot: payload.workspace_root,
        provider: payload.preferences.provider ?? 'gateway',
        model: payload.preferences.model,
        createdAtMs: payload.created_at_ms,
      };
    }
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
  }
  return null;
}

async function titleOf(sessionDir: string): Promise<string | null> {
  const display = (await openSession(sessionDir)).display();
  return display.state === 'present' ? (display.value.title ?? null) : null;
}

/** The first line of `show --json`. */
export function sessionHeadToJson(head: SessionHead, outline: ConversationOutline): JsonObject {
  return {
    kind: 'session',
    id: head.id,
    title: head.title,
    workspaceRoot: head.workspaceRoot,
    provider: head.provider,
    model: head.model,
    createdAtMs: head.createdAtMs,
    turns: outline.turns,
    totals:
      outline.totals === null
        ? null
        : { inputTokens: outline.totals.totalInputTokens, outputTokens: outline.totals.totalOutputTokens },
  };
}
