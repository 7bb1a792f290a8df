/** What a found piece of text is; each kind has its own placeholders. */
export type SpanKind = 'secret' | 'user' | 'email';

/** A piece of a text that is to be replaced, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: SpanKind;
  /** Whether the same text is a secret wherever else it stands. Default true. */
  readonly isRemembered?: boolean;
}

/** Spans in order and apart from each other; of those that overlap one that covers both. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (span.end <= span.start) continue;
    if (last === undefined || span.start >= last.end) {
      merged.push(span);
      continue;
    }
    // A secret inside an address or a name inside a secret: the whole is a secret.
    const kind = last.kind === 'secret' || span.kind === 'secret' ? 'secret' : last.kind;
    if (span.end > last.end || kind !== last.kind) {
      const isRemembered = last.isRemembered !== false || span.isRemembered !== false;
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end), kind, isRemembered };
    }
  }
  return merged;
}
