import type { JsonValue } from '@fxlog/json';
import { isJsonObject, quoteJson } from '@fxlog/json/internal';
import { parseForeignJson } from '../../../../model/ordered-json.js';
import type { TextRewriter } from '../../rewrite/text-rewriter.js';

/**
 * The file of reasoning beside a log (common-model §C4) with other text. A signature goes when its text changes. Null for what is no such file.
 */
export function rewriteReasoningFile(bytes: Uint8Array, rewriter: TextRewriter): Uint8Array | null {
  const entries = entriesOf(bytes);
  if (entries === null) return null;
  const written = entries.flatMap((entry) => {
    if (!isJsonObject(entry)) return [];
    const { t, a, blocks } = entry;
    if (typeof t !== 'number' || typeof a !== 'number' || !Array.isArray(blocks)) return [];
    return [`{"t":${t},"a":${a},"blocks":[${blocks.flatMap((block) => rewriteBlock(block, rewriter)).join(',')}]}`];
  });
  return Buffer.from(`{"entries":[${written.join(',')}]}`);
}

function entriesOf(bytes: Uint8Array): readonly JsonValue[] | null {
  try {
    const value = parseForeignJson(bytes);
    return isJsonObject(value) && Array.isArray(value.entries) ? value.entries : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

function rewriteBlock(block: JsonValue, rewriter: TextRewriter): string[] {
  if (!isJsonObject(block) || typeof block.text !== 'string') return [];
  const text = rewriter.text(block.text);
  const keep = (key: 'signature' | 'encrypted'): string => {
    const value = block[key];
    if (typeof value !== 'string' || (key === 'signature' && text !== block.text)) return '';
    const kept = rewriter.opaque(value);
    return kept === null ? '' : `,"${key}":${quoteJson(kept)}`;
  };
  return [`{"text":${quoteJson(text)}${keep('signature')}${keep('encrypted')}}`];
}
