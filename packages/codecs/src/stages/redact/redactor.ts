import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { isJsonObject, isWellFormed } from '@fxlog/json/internal';
import { rewriteJsonText } from '../../formats/fx/rewrite/rewrite-json-text.js';
import type { TextRewriter } from '../../formats/fx/rewrite/text-rewriter.js';
import { isSecretName, isSecretValue, looksRandom } from './assignments.js';
import { CompactText, compactValue } from './compact-text.js';
import { findPeople } from './find-people.js';
import { findSecrets, findTokens } from './find-secrets.js';
import { KnownValues } from './known-values.js';
import { mergeSpans, type Span, type SpanKind } from './span.js';
import { TextMemo } from './text-memo.js';

/** How many different secrets are told apart and found again without what gave them away. */
const MAX_KNOWN = 200_000;
const MAX_USERS = 64;
/** Lines of a secret of several lines that are long enough to be one alone. */
const TELLING_LINE = 24;
/** A secret of as many characters is found also where it is split. */
const TELLING_WHOLE = 12;
/** Texts of which it is remembered that there is nothing in them, some 60 bytes each. */
const MAX_HARMLESS = 200_000;
/** How often a text is looked at again. */
const MAX_ROUNDS = 16;

/**
 * Replaces secrets, names of users and addresses of people by placeholders: `[secret-1]`, `user-1`, `[email-1]`. The same one always gets the
 * same placeholder. What was found once is found wherever else it stands from then on, also as JSON, percent-encoded or as base64; to find it
 * before, too, let the redactor see everything first (`learnItems`).
 *
 * @example
 * const redactor = new Redactor();
 * redactor.text('export API_TOKEN=kq3J9xWz81 # for /home/ann/shop'); // export API_TOKEN=[secret-1] # for /home/user-1/shop
 */
export class Redactor implements TextRewriter {
  readonly #placeholders = new Map<string, string>();
  readonly #known = new KnownValues<SpanKind>();
  /** The same without line ends and blanks in them. */
  readonly #knownWhole = new KnownValues<SpanKind>();
  readonly #users = new Map<string, string>();
  /** Names that are replaced where they stand alone, too, ready for a pattern. */
  readonly #userNames: string[] = [];
  #usersPattern: RegExp | null = null;
  readonly #counts: Record<SpanKind, number> = { secret: 0, user: 0, email: 0 };
  #replaced = 0;
  /** Digests of texts in which there is nothing but what was found elsewhere: a log that is read twice is searched once. */
  readonly #harmless = new Set<string>();
  readonly #texts = new TextMemo();
  readonly #jsons = new TextMemo();
  /** Grows with what is found wherever else it stands: what became of a text before may not be what becomes of it now. */
  #lessons = 0;

  /** How many places were replaced so far. */
  get replaced(): number {
    return this.#replaced;
  }

  /** How many different ones were found so far. */
  get counts(): { readonly secrets: number; readonly users: number; readonly emails: number } {
    const { secret, user, email } = this.#counts;
    return { secrets: secret, users: user, emails: email };
  }

  text(text: string): string {
    return this.#once(this.#texts, text, () => this.#text(text));
  }

  #text(text: string): string {
    let redacted = text;
    // What was hidden by a secret around it may show now: what is left is to hold nothing more to be found.
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const spans = this.#find(redacted);
      if (spans.length === 0) return redacted;
      redacted = this.#replace(redacted, spans);
    }
    return redacted;
  }

  json(text: string): string {
    return this.#once(this.#jsons, text, () => this.#json(text));
  }

  #json(text: string): string {
    const rewritten = rewriteJsonText(text, {
      string: (value, key) => this.#member(value, key),
      key: (value) => this.text(value),
      number: (token, key) => this.#number(token, key),
    });
    return rewritten ?? this.text(text);
  }

  path(path: string): string {
    return this.text(path);
  }

  model(name: string): string {
    return this.text(name);
  }

  toolName(name: string): string {
    return name;
  }

  id(id: string): string {
    return id;
  }

  sessionId(id: string): string {
    return id;
  }

  bytes(bytes: Uint8Array): Uint8Array {
    // What is not text goes byte by byte as characters, so that it stays what it is.
    const encoding = isUtf8(bytes) ? 'utf8' : 'latin1';
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(encoding);
    const redacted = this.text(text);
    return redacted === text ? bytes : Buffer.from(redacted, encoding);
  }

  image(_mediaType: string, data: string): string {
    return data;
  }

  opaque(data: string): string | null {
    return data;
  }

  /**
   * Whether a text holds a secret that was found before, in any of its forms, or one that its own form gives away. What only the name beside it
   * would give away is no secret here: ids of sessions have such names.
   */
  holdsSecret(text: string): boolean {
    if (findTokens(text).length > 0) return true;
    for (const { about } of this.#known.find(text)) if (about === 'secret') return true;
    const whole = this.#knownWhole.isEmpty ? null : CompactText.withoutSeparators(text);
    return whole !== null && !this.#knownWhole.find(whole.text).next().done;
  }

  /** Does not look at a text again where nothing was learned since. */
  #once(memo: TextMemo, text: string, rewrite: () => string): string {
    const known = memo.get(text);
    if (known !== undefined) {
      this.#replaced += known.places;
      return known.text;
    }
    const [lessons, replaced] = [this.#lessons, this.#replaced];
    const rewritten = rewrite();
    if (lessons === this.#lessons) memo.add(text, { text: rewritten, places: this.#replaced - replaced });
    return rewritten;
  }

  #learned(): void {
    this.#lessons++;
    this.#texts.clear();
    this.#jsons.clear();
  }

  /** A string of a piece of JSON, which its key may call a secret. */
  #member(value: string, key: string | null): string {
    if (key !== null && isSecretName(key) && isSecretValue(value) && !/\s/.test(value)) {
      this.#replaced++;
      return this.#placeholder('secret', value, looksRandom(value));
    }
    // JSON in a string of JSON, as commands and tools of tools have it.
    return /^\s*[{[]/.test(value) && isContainer(value) ? this.json(value) : this.text(value);
  }

  #number(token: string, key: string | null): string | null {
    if (key === null || token.length < 4 || !isSecretName(key)) return null;
    this.#replaced++;
    return `"${this.#placeholder('secret', token, token.length >= 10)}"`;
  }

  #find(text: string): Span[] {
    const spans = this.#findByForm(text);
    for (const { start, end, about } of this.#known.find(text)) spans.push({ start, end, kind: about });
    spans.push(...this.#findSplit(text));
    if (this.#usersPattern !== null) {
      for (const { 0: name, index } of text.matchAll(this.#usersPattern)) {
        spans.push({ start: index, end: index + name.length, kind: 'user' });
      }
    }
    const merged = mergeSpans(spans);
    if (merged.length < spans.length) this.#noteInner(text, spans, merged);
    return merged;
  }

  /** What a text gives away by itself, whatever was found before. */
  #findByForm(text: string): Span[] {
    const digest = digestOf(text);
    if (this.#harmless.has(digest)) return [];
    const spans = [...findSecrets(text), ...findPeople(text)];
    // Characters that nobody sees may stand in the middle of a secret.
    const seen = CompactText.withoutInvisible(text);
    if (seen !== null) {
      for (const span of findSecrets(seen.text)) {
        spans.push({ ...span, start: seen.originOf(span.start), end: seen.originOf(span.end, true) });
      }
    }
    if (spans.length === 0 && this.#harmless.size < MAX_HARMLESS) this.#harmless.add(digest);
    return spans;
  }

  /** Known secrets that line ends, blanks or characters that nobody sees stand in the middle of. */
  #findSplit(text: string): Span[] {
    const spans: Span[] = [];
    const whole = this.#knownWhole.isEmpty ? null : CompactText.withoutSeparators(text);
    if (whole === null) return spans;
    for (const { start, end, about } of this.#knownWhole.find(whole.text)) {
      spans.push({ start: whole.originOf(start), end: whole.originOf(end, true), kind: about });
    }
    return spans;
  }

  /** A password inside an address that is a secret as a whole is one where it stands alone, too. */
  #noteInner(text: string, spans: readonly Span[], merged: readonly Span[]): void {
    for (const { start, end, kind, isRemembered } of spans) {
      const isInner = kind === 'secret' && !merged.some((span) => span.start === start && span.end === end);
      if (isInner && isRemembered !== false) this.#placeholder('secret', text.slice(start, end), true);
    }
  }

  #replace(text: string, spans: readonly Span[]): string {
    const out: string[] = [];
    let copied = 0;
    for (const { start, end, kind, isRemembered = true } of spans) {
      out.push(text.slice(copied, start), this.#placeholder(kind, text.slice(start, end), isRemembered));
      copied = end;
      this.#replaced++;
    }
    return out.join('') + text.slice(copied);
  }

  #placeholder(kind: SpanKind, value: string, isRemembered: boolean): string {
    if (kind === 'user') return this.#user(value, isRemembered);
    // The same key, whether its lines are lines or `\n`.
    const key = value.includes('\\n') ? value.replaceAll('\\r', '').replaceAll('\\n', '\n').trim() : value.trim();
    let placeholder = this.#placeholders.get(key) ?? this.#placeholders.get(compactValue(key));
    if (placeholder === undefined) {
      if (this.#placeholders.size >= MAX_KNOWN) return `[${kind}]`;
      placeholder = `[${kind}-${++this.#counts[kind]}]`;
      this.#placeholders.set(key, placeholder);
    }
    if (isRemembered) this.#remember(kind, key, placeholder);
    return placeholder;
  }

  #remember(kind: SpanKind, value: string, placeholder: string): void {
    this.#know(kind, value, placeholder);
    if (kind !== 'secret') return;
    const forms = [JSON.stringify(value).slice(1, -1), Buffer.from(value).toString('base64')];
    if (isWellFormed(value)) forms.push(encodeURIComponent(value));
    for (const form of forms) {
      if (form !== value) this.#know(kind, form, placeholder);
    }
    if (!value.includes('\n')) return;
    for (const line of value.split('\n')) {
      if (line.length >= TELLING_LINE && !line.startsWith('-----')) this.#know(kind, line.trim(), placeholder);
    }
  }

  #know(kind: SpanKind, value: string, placeholder: string): void {
    if (!this.#placeholders.has(value) && this.#placeholders.size < MAX_KNOWN)
      this.#placeholders.set(value, placeholder);
    if (this.#known.add(value, kind)) this.#learned();
    if (kind !== 'secret') return;
    const whole = compactValue(value);
    // What is short is put together by chance of the words beside each other.
    if (whole.length >= TELLING_WHOLE && this.#knownWhole.add(whole, kind)) this.#learned();
  }

  #user(name: string, isRemembered: boolean): string {
    let placeholder = this.#users.get(name);
    if (placeholder === undefined) {
      if (this.#users.size >= MAX_USERS * 1024) return 'user';
      placeholder = `user-${++this.#counts.user}`;
      this.#users.set(name, placeholder);
      if (isRemembered && this.#users.size <= MAX_USERS) this.#addUserName(name);
    }
    return placeholder;
  }

  #addUserName(name: string): void {
    this.#userNames.push(name.replace(/[.\\-]/g, '\\$&'));
    this.#learned();
    this.#usersPattern = new RegExp(`(?<![A-Za-z0-9])(?:${this.#userNames.join('|')})(?![A-Za-z0-9])`, 'g');
  }
}

function isContainer(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) || isJsonObject(value as null);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** The same for the same text alone. */
function digestOf(text: string): string {
  return createHash('sha256').update(text, 'utf16le').digest().toString('latin1', 0, 16);
}
