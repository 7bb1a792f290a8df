import type { Codec } from '../../codec.js';
import { encodeMarkdown, type MarkdownOptions } from './encode-markdown.js';

/**
 * A codec that writes Markdown.
 *
 * @example
 * registry.register(markdownCodecWith({ foldLines: Number.POSITIVE_INFINITY }));
 */
export function markdownCodecWith(options: MarkdownOptions = {}): Codec {
  return {
    name: 'markdown',
    title: 'Markdown',
    extension: '.md',
    isRendering: true,
    encode: (items, context) => encodeMarkdown(items, context, options),
  };
}

/** Markdown to be read and compared: front matter, turns as headings, calls and outputs fenced. */
export const markdownCodec: Codec = markdownCodecWith();
