import { JsonError, type JsonValue, parseJson } from '@fxlog/json';
import { isJsonObject } from '@fxlog/json/internal';
import type { ConversationManifest } from '../conversation-log/generated/types.js';

/** What the setting `prefs` holds (newer-formats §7.4). */
export interface SessionPrefs {
  readonly provider: ConversationManifest['provider'];
  readonly model: string;
  readonly effort: string;
  readonly fastMode: boolean;
  readonly ultrafastMode: boolean;
}

const PROVIDERS: readonly JsonValue[] = ['gateway', 'codex', 'grok'];

/** Reads the value of the setting `prefs`; null where it is not what fx writes there. */
export function readSessionPrefs(value: Uint8Array): SessionPrefs | null {
  let prefs: JsonValue;
  try {
    prefs = parseJson(value);
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
  if (!isJsonObject(prefs)) return null;
  const { provider, model, effort, fast_mode: fastMode, ultrafast_mode: ultrafastMode } = prefs;
  // A configured provider is an object with its name.
  const isKnown = PROVIDERS.includes(provider ?? null) || (isJsonObject(provider) && typeof provider.name === 'string');
  if (!isKnown || typeof model !== 'string' || typeof effort !== 'string') return null;
  return {
    provider: provider as unknown as ConversationManifest['provider'],
    model,
    effort,
    fastMode: fastMode === true,
    ultrafastMode: ultrafastMode === true,
  };
}
