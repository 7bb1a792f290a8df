/** Keys of the object that a text begins with, as far as the text goes, in order; null if it begins with none. */
export function topLevelKeys(prefix: Uint8Array): readonly string[] | null {
  return keysOfObject(prefix)?.keys ?? null;
}

/** The same, and whether the object ends in the text. */
export function keysOfObject(
  prefix: Uint8Array,
): { readonly keys: readonly string[]; readonly isWhole: boolean } | null {
  const text = new TextDecoder('utf-8').decode(prefix);
  const tokens = /"(?:[^"\\]|\\[\s\S])*"(\s*:)?|[{}[\]]/g;
  if (!/^\s*\{/.test(text)) return null;
  const keys: string[] = [];
  let depth = 0;
  for (const [token, colon] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (depth === 1 && colon !== undefined) keys.push(token.slice(1, token.lastIndexOf('"')));
    if (depth === 0) return { keys, isWhole: true };
  }
  return { keys, isWhole: false };
}
