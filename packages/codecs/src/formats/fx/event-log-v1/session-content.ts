import type { IdentifierSource, LogItem } from '@fxlog/writer';
import type { SessionContent, SessionItem } from '@fxlog/writer/internal';
import type { EncodeContext, ItemBatches } from '../../../codec.js';
import { toFxSession } from '../encode-session.js';

/** A transcript as the content of a session of fx, whatever format it is written in. */
export interface FxContent extends SessionContent {
  readonly head: SessionContent['head'] & { readonly id: string };
  /** Identifiers that follow from the session id, so that the same transcript gives the same bytes. */
  readonly identifiers: IdentifierSource;
  /** Milliseconds since 1970-01-01 UTC of what has no time of its own. */
  readonly clock: () => number;
}

/**
 * Items → the content of a session of fx, turn by turn.
 *
 * @throws CodecError as {@link toFxSession} does.
 */
export async function toFxContent(items: ItemBatches, context: EncodeContext): Promise<FxContent> {
  const { session, turns, display, readAttachment, lateFiles, identifiers, clock } = await toFxSession(items, context);
  const { id, created_at_ms: createdAtMs = 0, workspace_root: workspaceRoot, preferences } = session;
  return {
    head: {
      id,
      createdAtMs,
      updatedAtMs: createdAtMs,
      workspaceRoot,
      originWorkspaceRoot: workspaceRoot,
      language: 'und',
      provider: preferences.provider ?? 'gateway',
      model: preferences.model,
      effort: 'auto',
      fastMode: false,
      ultrafastMode: false,
      title: display?.title ?? null,
      isChild: false,
    },
    items: itemsOf(turns),
    areOutputsWhole: true,
    readFile: async (path) =>
      // Pictures alone are given apart from their turns.
      readAttachment({ kind: 'image', image: { id: 0, path: '', media_type: '', snapshot_path: path } }),
    lateFiles,
    permissions: null,
    usage: null,
    identifiers,
    clock,
  };
}

async function* itemsOf(turns: AsyncIterable<LogItem>): AsyncGenerator<SessionItem, void, undefined> {
  for await (const item of turns) {
    if ('payload' in item && item.kind === 'preferences_changed' && item.payload.model !== undefined) {
      yield { model: item.payload.model, timeMs: item.timestamp_ms ?? 0 };
    } else if ('turn' in item && 'total_input_tokens' in item) {
      const { turn, timestamp_ms: timeMs = null, total_input_tokens = 0, total_output_tokens = 0 } = item;
      yield {
        native: { dialect: 'event-log-v1', turn },
        timeMs,
        language: null,
        usage: { totalInputTokens: total_input_tokens, totalOutputTokens: total_output_tokens },
      };
    } else throw new TypeError('Transcripts become turns, and changes of the model.');
  }
}
