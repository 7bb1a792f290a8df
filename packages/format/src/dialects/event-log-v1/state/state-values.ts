/**
 * Values of the state document that are judged as soon as they are read, and the rules of single values that the state as a whole is
 * held to (event-log §3.1, §3.4, §3.7.1).
 */

import { exactInteger, utf8ByteLength } from '@fxlog/json/internal';
import type { RuleId } from '../../../rules/index.js';
import { MAX_INT64, MAX_UINT64 } from '../limits.js';

const MIN_INT64 = -MAX_INT64 - 1n;
const PROVIDERS = ['gateway', 'codex', 'grok'];
const AUTO_EFFORTS = ['auto', 'adaptive', 'default'];

/** Reads an integer token, or says null where the type does not accept it (event-log §1.4). */
export function readInteger(type: 'i64' | 'u64' | (string & {}), text: string | null): number | bigint | null {
  if (text === null || (type === 'u64' && text.startsWith('-'))) return null;
  const value = BigInt(text);
  const isInRange = type === 'u64' ? value <= MAX_UINT64 : value >= MIN_INT64 && value <= MAX_INT64;
  return isInRange ? exactInteger(value) : null;
}

/**
 * Reads a string of the state document: the provider and effort words in the one spelling the rest of the code knows, the language
 * as it is; others are judged at the end only.
 */
export function readWord(
  key: string,
  text: string,
): { readonly value: string } | { readonly rule: RuleId; readonly message: string } {
  switch (key) {
    case 'conversation_language':
      if (isLanguage(text)) return { value: text };
      return {
        rule: 'state/language',
        message: 'This is not a language: 1 to 24 bytes, no blank at either end, no control character.',
      };
    case 'effort': {
      if (AUTO_EFFORTS.includes(lowerAscii(text))) return { value: 'auto' };
      if (/^[A-Za-z0-9_.-]{1,64}$/.test(text)) return { value: text };
      return {
        rule: 'state/effort',
        message: 'This is not an effort: 1 to 64 letters, digits, hyphens, underscores or dots.',
      };
    }
    case 'provider': {
      const word = lowerAscii(text);
      if (PROVIDERS.includes(word)) return { value: word };
      return { rule: 'state/provider', message: 'The provider is gateway, codex or grok.' };
    }
    default:
      return { value: text };
  }
}

/** Lower case for ASCII alone: the Kelvin sign must not become a k. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function isControl(code: number): boolean {
  return code < 0x20 || code === 0x7f;
}

function hasControl(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (isControl(text.charCodeAt(index))) return true;
  return false;
}

/** event-log §3.1.2, with the path length of Linux. */
export function isWorkspaceRoot(text: string): boolean {
  return text.startsWith('/') && utf8ByteLength(text) <= 4096;
}

/** event-log §3.1.3 */
export function isLanguage(text: string): boolean {
  const bytes = utf8ByteLength(text);
  return bytes >= 1 && bytes <= 24 && !text.startsWith(' ') && !text.endsWith(' ') && !hasControl(text);
}

/** event-log §3.4.1 */
export function isModel(text: string): boolean {
  const bytes = utf8ByteLength(text);
  return bytes >= 1 && bytes <= 1024 && !text.startsWith(' ') && !text.endsWith(' ') && !hasControl(text);
}

/** event-log §3.7.1 */
export function isWorkId(text: string): boolean {
  const bytes = utf8ByteLength(text);
  return bytes >= 1 && bytes <= 128 && !text.includes('\0');
}
