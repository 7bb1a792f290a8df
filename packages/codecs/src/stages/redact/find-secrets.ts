import { findAssignments, isSecretValue } from './assignments.js';
import { CONTEXT_PATTERNS, type SecretPattern, TOKEN_PATTERNS } from './secret-patterns.js';
import { scanWithSecretlint } from './secretlint-rules.js';
import type { Span } from './span.js';

/** Texts longer than this are looked at in parts, so that no pattern sees more at once. */
const PART = 1 << 20;
/** What parts have in common, so that nothing is cut in two unnoticed. */
const OVERLAP = 1 << 15;
/** Shorter texts hold no secret that its form gives away. */
const SHORTEST = 8;

/** What the form of a text or what stands around it gives away as a secret. */
export function findSecrets(text: string): Span[] {
  if (text.length < SHORTEST) return [];
  if (text.length <= PART) return findInPart(text);
  const spans: Span[] = [];
  for (let start = 0; start < text.length; start += PART - OVERLAP) {
    const part = text.slice(start, start + PART);
    for (const span of findInPart(part)) spans.push({ ...span, start: span.start + start, end: span.end + start });
  }
  return spans;
}

/** The keys and tokens in a text that say themselves what they are. */
export function findTokens(text: string): Span[] {
  const spans: Span[] = [];
  const lower = text.toLowerCase();
  for (const token of TOKEN_PATTERNS) take(token, text, lower, spans);
  return spans;
}

function findInPart(text: string): Span[] {
  const lower = text.toLowerCase();
  const spans = [...scanWithSecretlint(text), ...findAssignments(text), ...findTokens(text)];
  for (const inContext of CONTEXT_PATTERNS) take(inContext, text, lower, spans);
  return spans;
}

function take({ hint, pattern }: SecretPattern, text: string, lower: string, spans: Span[]): void {
  if (!lower.includes(hint)) return;
  for (const match of text.matchAll(pattern)) {
    const [all, group] = match;
    const value = group ?? all;
    if (group !== undefined && !isSecretValue(value)) continue;
    const start = match.index + (group === undefined ? 0 : all.lastIndexOf(group));
    spans.push({ start, end: start + value.length, kind: 'secret' });
  }
}
