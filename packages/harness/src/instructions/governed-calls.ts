import { durableText, loggedOutput, outlineConversation, readConversation } from '@fxlog/assembler';
import type { Finding } from '@fxlog/format';
import { JsonError, type JsonObject, parseJson } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import type { Session } from '@fxlog/store';
import type { WorkspaceView } from '../workspace.js';
import { endpointsOf } from './endpoints.js';

/** What fx answers in place of a call when instructions came in just before it (profile-and-tools §5.5). */
const DEFERRED =
  'Scoped project instructions were added before execution. Review them and reissue this tool call if it is still appropriate.';

/** A recorded call, and where fx looked for instructions on its account. */
export interface GovernedCall {
  /** The turn, from 1, and the call within it, from 1. */
  readonly turn: number;
  readonly call: number;
  readonly id: string;
  readonly tool: string;
  /** When its turn began, or was recorded where only that is known, in milliseconds since 1970; null where neither is. */
  readonly timeMs: number | null;
  /** Directories of the workspace, as real paths as they are now. */
  readonly endpoints: readonly string[];
  /** Those of the calls of the same turn so far, this one's among them: what they brought in stays in the prompt. */
  readonly turnEndpoints: readonly string[];
  /** Whether the log shows that it was put off because new instructions came in: the only trace that they leave. */
  readonly isDeferred: boolean;
}

/** Goes through the calls of a session and says where each made fx look for instructions. */
export async function* governedCalls(
  session: Session,
  workspace: WorkspaceView,
  { signal, onFinding }: { readonly signal?: AbortSignal; readonly onFinding?: (finding: Finding) => void } = {},
): AsyncGenerator<GovernedCall> {
  const log = session.read();
  if (!log.ok) {
    onFinding?.(log.finding);
    return;
  }
  const reading = { mode: 'lenient', end: log.end, file: log.file, signal, readBlob: log.readBlob } as const;
  const outline = await outlineConversation(log.source, { ...reading, onFinding });
  for await (const items of readConversation(log.source, { ...reading, outline, unfinished: log.unfinished })) {
    for (const item of items) {
      if (item.type !== 'turn') continue;
      const time = item.turn.startedMs ?? item.turn.timeMs;
      let number = 0;
      const delivered = new Set<string>();
      for (const { calls, results } of item.turn.steps) {
        const batch = calls.map((call) => {
          const tool = durableText(call.name).text;
          const args = argumentsOf(durableText(call.argumentsJson).text);
          return { call, tool, endpoints: args === null ? [] : endpointsOf({ tool, arguments: args }, workspace) };
        });
        for (const { endpoints } of batch) for (const directory of endpoints) delivered.add(directory);
        for (const { call, tool, endpoints } of batch) {
          const result = call.resultIndex === null ? undefined : results[call.resultIndex];
          const output = result === undefined ? null : loggedOutput(result);
          yield {
            turn: item.turn.index + 1,
            call: ++number,
            id: durableText(call.id).text,
            tool,
            timeMs: time === null ? null : Number(time),
            endpoints,
            turnEndpoints: [...delivered],
            isDeferred: output === DEFERRED && result?.status !== 'success',
          };
        }
      }
    }
  }
}

function argumentsOf(text: string): JsonObject | null {
  try {
    const value = parseJson(Buffer.from(text));
    return isJsonObject(value) ? value : null;
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}
