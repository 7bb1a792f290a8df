import { durableText, outlineConversation } from '@fxlog/assembler';
import { JsonError, type JsonValue, parseJson } from '@fxlog/json';
import type { Session } from '@fxlog/store';
import { savedRulesOf } from '../dialects/index.js';
import { readRegularFile } from '../read-regular-file.js';

/** Longest `memories.json` that fx reads, in bytes (profile-and-tools §1.4). */
const MAX_MEMORIES_BYTES = 1_048_576;

/** What a profile remembers; a file that fx would not read has a problem and no memories. */
export interface Memories {
  readonly memories: readonly string[];
  readonly problem: string | null;
}

/** Reads `memories.json` of a profile; a missing file means that there are none. */
export function readMemories(path: string): Memories {
  const broken = (problem: string): Memories => ({ memories: [], problem });
  const content = readRegularFile(path, MAX_MEMORIES_BYTES);
  if (!content.ok) return content.isMissing ? { memories: [], problem: null } : broken(content.reason);
  let value: JsonValue;
  try {
    value = parseJson(content.bytes);
  } catch (error) {
    if (error instanceof JsonError) return broken(`it is not JSON: ${error.message}`);
    throw error;
  }
  const texts = Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : null;
  if (texts === null || texts.length !== (value as JsonValue[]).length) return broken('it is not a list of texts');
  return { memories: texts, problem: null };
}

/** A permission that a session remembers (profile-and-tools §4.8). */
export interface RememberedPermission {
  readonly id: string;
  readonly kind: 'command' | 'file_mutation' | 'structured_tool';
  readonly decision: 'allow' | 'deny';
  /** What fx shows of it. */
  readonly display: string;
  /** Grows with every change of a rule. */
  readonly generation: string;
}

/** The permissions that a session remembers at its end; null where they, or its log, cannot be read. */
export async function rememberedPermissions(session: Session): Promise<readonly RememberedPermission[] | null> {
  const log = session.read();
  if (!log.ok) return null;
  const { state } = await outlineConversation(log.source, { mode: 'lenient', end: log.end, file: log.file });
  const rules = state === null ? null : savedRulesOf(session, state);
  return (
    rules?.map(({ id, kind, decision, display_identity, generation }) => ({
      id: String(id),
      kind,
      decision,
      display: durableText(display_identity).text,
      generation: String(generation),
    })) ?? null
  );
}
