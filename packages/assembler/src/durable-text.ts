import type { DurableBytes } from '@fxlog/format';

/** Text of a field that may hold any bytes. */
export interface DurableText {
  readonly text: string;
  /** Whether the bytes are not UTF-8, so that `text` shows U+FFFD where something could not be read. */
  readonly isLossy: boolean;
}

/**
 * The text of durable bytes for showing it to a person (event-log §0.4). Bytes that are not UTF-8 are decoded as far as they go and flagged; who
 * must not lose them uses the bytes themselves.
 *
 * @example
 * const { text, isLossy } = durableText(turn.end.text);
 */
export function durableText(bytes: DurableBytes): DurableText {
  if (typeof bytes === 'string') return { text: bytes, isLossy: false };
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), isLossy: true };
}
