import { toVisibleText } from '../../rendering/visible-text.js';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as the content of an element or of a quoted attribute. */
export function escapeHtml(text: string): string {
  return toVisibleText(text).replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

/**
 * A value as the content of a `<script type="application/json">` element. Nothing in it can end the element or begin a comment: every `<` is
 * written as an escape. Lone surrogates are escapes too, so that any string comes through.
 */
export function embedJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
