import type { JsonObject } from '@fxlog/json';
import type { KeyShape } from '../harness/key-watch.js';

const ENTRY = { type: 'read', id: 'read', parentId: 'read', timestamp: 'read' } as const;
const TEXT_PART: KeyShape = {
  type: 'read',
  text: 'read',
  data: 'read',
  mimeType: 'read',
  // Each of these is reported where it stands.
  textSignature: 'read',
};

const COST: KeyShape = {
  input: 'read',
  output: 'read',
  cacheRead: 'read',
  cacheWrite: 'read',
  total: 'read',
  totalFromProvider: 'note',
};
const USAGE: KeyShape = {
  input: 'read',
  output: 'read',
  cacheRead: 'read',
  cacheWrite: 'read',
  totalTokens: 'read',
  cost: COST,
  cacheWrite1h: 'note',
  reasoning: 'note',
};

/** Keys of messages, by their role (other-harnesses §3.3). */
const MESSAGES: Readonly<Record<string, KeyShape>> = {
  user: { role: 'read', content: [TEXT_PART], timestamp: 'read' },
  assistant: {
    role: 'read',
    content: [
      {
        ...TEXT_PART,
        thinking: 'read',
        thinkingSignature: 'read',
        redacted: 'read',
        id: 'read',
        name: 'read',
        arguments: 'read',
        thoughtSignature: 'read',
      },
    ],
    api: 'read',
    provider: 'read',
    model: 'read',
    usage: USAGE,
    stopReason: 'read',
    errorMessage: 'read',
    timestamp: 'read',
    durationMs: 'note',
    rawStopReason: 'note',
    responseId: 'note',
    responseModel: 'note',
    thinkingLevel: 'note',
  },
  toolResult: {
    role: 'read',
    toolCallId: 'read',
    content: [TEXT_PART],
    isError: 'read',
    timestamp: 'read',
    // Read from the call; reported where it stands.
    toolName: 'read',
    details: 'read',
    durationMs: 'note',
  },
  bashExecution: {
    role: 'read',
    command: 'read',
    output: 'read',
    exitCode: 'read',
    cancelled: 'read',
    truncated: 'read',
    fullOutputPath: 'read',
    excludeFromContext: 'read',
    timestamp: 'read',
  },
};

/** What is known of the keys of an entry. An entry that is left out as a whole is reported as such, and its keys with it. */
export function shapeOf({ type }: JsonObject, message: JsonObject | undefined): KeyShape | null {
  switch (type) {
    case 'message':
      return { ...ENTRY, message: MESSAGES[String(message?.role)] ?? 'read' };
    case 'custom_message':
      return { ...ENTRY, content: 'read', customType: 'note', details: 'note', display: 'note' };
    case 'compaction':
      return {
        ...ENTRY,
        summary: 'read',
        firstKeptEntryId: 'read',
        firstKeptEntryIndex: 'read',
        details: 'note',
        fromHook: 'note',
        systemMessage: 'note',
        tokensBefore: 'note',
        usage: 'note',
      };
    case 'branch_summary':
      return { ...ENTRY, summary: 'read', fromId: 'note', details: 'note', fromHook: 'note', usage: 'note' };
    case 'model_change':
      return { ...ENTRY, provider: 'read', modelId: 'read' };
    case 'session_info':
      return { ...ENTRY, name: 'read' };
    default:
      return null;
  }
}

/** Keys of the header. */
export const HEADER: KeyShape = {
  type: 'read',
  version: 'read',
  id: 'read',
  timestamp: 'read',
  cwd: 'read',
  parentSession: 'read',
};
