import type { DurableBytes } from '@fxlog/format';
import type { TextRewriter } from './text-rewriter.js';

/** Durable bytes, rewritten; what came out as UTF-8 is a string, as fx has it (event-log §0.4). */
export function rewriteDurable(
  value: DurableBytes,
  rewriter: TextRewriter,
  rewrite: (text: string) => string = (text) => rewriter.text(text),
): DurableBytes {
  return typeof value === 'string' ? rewrite(value) : toDurable(rewriter.bytes(value));
}

/** The same where there may be nothing. */
export function rewriteOptional(
  value: DurableBytes | null,
  rewriter: TextRewriter,
  rewrite?: (text: string) => string,
): DurableBytes | null {
  return value === null ? null : rewriteDurable(value, rewriter, rewrite);
}

/** The bytes of a file of text, rewritten. */
export function rewriteFile(bytes: Uint8Array, rewriter: TextRewriter): Uint8Array {
  const durable = toDurable(bytes);
  if (typeof durable !== 'string') return rewriter.bytes(bytes);
  const text = rewriter.text(durable);
  return text === durable ? bytes : Buffer.from(text);
}

function toDurable(bytes: Uint8Array): DurableBytes {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return bytes;
    throw error;
  }
}
