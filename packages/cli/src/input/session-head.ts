import { type ConversationOutline, readConversation, type SessionState } from '@fxlog/assembler';
import type { JsonObject } from '@fxlog/json';
import { LogError } from '@fxlog/reader';
import { openSession } from '@fxlog/store';
import { isoTime } from '../output/measures.js';
import type { LogSpan } from './conversation.js';

/** What stands above a conversation. */
export interface SessionHead {
  /** Name of the format of its log, or of the program that wrote it. */
  readonly format: string;
  /** Null where neither the log nor the files beside it say who the session is. */
  readonly id: string | null;
  /** Null for a log alone: the title is not in the log. */
  readonly title: string | null;
  readonly workspaceRoot: string | null;
  readonly provider: string | null;
  readonly model: string | null;
  readonly createdAtMs: number | bigint;
  /** Session totals; null when a fault in the log leaves them open, and where it does not record them. */
  readonly totals: { readonly inputTokens: number | bigint; readonly outputTokens: number | bigint } | null;
}

/**
 * What is known about a session: from the state that its log folds to, or from its first event when a fault keeps it from folding.
 *
 * @returns null when the log does not begin as a log does
 */
export async function readSessionHead(
  span: LogSpan,
  outline: ConversationOutline,
  sessionDir: string | null,
): Promise<SessionHead | null> {
  const { state } = outline;
  const known = state ?? (await firstState(span));
  if (known === null) return null;
  const session = sessionDir === null ? null : await openSession(sessionDir);
  // Some formats say beside the log who the session is.
  const facts = session?.facts() ?? null;
  return {
    format: session?.format ?? known.native.dialect,
    id: known.id ?? session?.id ?? null,
    title: sessionDir === null ? null : await titleOf(sessionDir),
    workspaceRoot: known.workspaceRoot ?? facts?.workspaceRoot ?? null,
    provider: known.preferences?.provider ?? facts?.provider ?? null,
    model: known.preferences?.model ?? facts?.model ?? null,
    createdAtMs: known.createdAtMs,
    totals:
      state === null || state.totals === null
        ? null
        : { inputTokens: state.totals.totalInputTokens, outputTokens: state.totals.totalOutputTokens },
  };
}

/** The state at the beginning of a log whose end cannot be reached. */
async function firstState({ source, name, end, signal, readBlob }: LogSpan): Promise<SessionState | null> {
  try {
    for await (const [first] of readConversation(source, {
      mode: 'lenient',
      file: name,
      end,
      signal,
      readBlob,
      view: 'archive',
    })) {
      return first?.type === 'begin' ? first.state : null;
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
export function sessionHeadToJson(head: SessionHead, outline: Pick<ConversationOutline, 'turns'>): JsonObject {
  const { format, id, title, workspaceRoot, provider, model, createdAtMs, totals } = head;
  return {
    kind: 'session',
    format,
    id,
    title,
    workspaceRoot,
    provider,
    model,
    createdAtMs,
    createdAt: isoTime(createdAtMs),
    turns: outline.turns,
    totals: totals === null ? null : { ...totals },
  };
}
