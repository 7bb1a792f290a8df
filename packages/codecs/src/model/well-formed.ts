const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text in which half a surrogate pair, which has no UTF-8, is U+FFFD. */
export function replaceHalves(text: string): string {
  return text.replace(HALF, '\ufffd');
}
