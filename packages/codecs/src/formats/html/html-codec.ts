import type { Codec } from '../../codec.js';
import { encodeHtml, type HtmlOptions } from './encode-html.js';

/**
 * A codec that writes HTML.
 *
 * @example
 * registry.register(htmlCodecWith({ maxImageBytes: 1024 * 1024 }));
 */
export function htmlCodecWith(options: HtmlOptions = {}): Codec {
  return {
    name: 'html',
    title: 'HTML page',
    extension: '.html',
    isRendering: true,
    encode: (items, context) => encodeHtml(items, context, options),
  };
}

/** One page that shows a session and needs nothing else: no network, no server. */
export const htmlCodec: Codec = htmlCodecWith();
