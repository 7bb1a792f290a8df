import type { TurnResult } from '@fxlog/assembler';
import { isJsonObject } from '@fxlog/json/internal';
import { jsonObjectOf } from '../recorded-calls.js';

/**
 * What a log shows of the leave that a call had: it ran, it was refused for a reason that fx names, it failed before anybody looked at permissions, it failed (before or
 * after, that cannot be told), or the log has no result of it.
 */
export type LogOutcome =
  | { readonly kind: 'ran' | 'failed' | 'failed_before' | 'not_recorded' }
  | { readonly kind: 'refused'; readonly reason: string };

/** Longest output that can be one of fx's own refusals, in bytes. */
const MAX_REFUSAL_BYTES = 65_536;
const FAILED_BEFORE = /^Permission target resolution failed for /;

/** Reads that from the result of a call (profile-and-tools §2.2). */
export function logOutcome(result: TurnResult | null): LogOutcome {
  if (result === null) return { kind: 'not_recorded' };
  const output = result.content.kind === 'inline' ? result.content.output : null;
  if (result.status === 'success' || result.process !== null) return { kind: 'ran' };
  if (output === null || output.length > MAX_REFUSAL_BYTES) return { kind: 'failed' };
  const text = typeof output === 'string' ? output : Buffer.from(output).toString();
  if (FAILED_BEFORE.test(text)) return { kind: 'failed_before' };
  const reason = refusal(text);
  return reason === null ? { kind: 'failed' } : { kind: 'refused', reason };
}

function refusal(text: string): string | null {
  if (!text.startsWith('{"error"')) return null;
  const error = jsonObjectOf(text)?.error;
  if (!isJsonObject(error) || error.type !== 'tool_permission_denied') return null;
  return typeof error.reason === 'string' ? error.reason : 'not said';
}
