/** An escape of JSON text: a pair of surrogates, half a pair, or any other one. */
const ESCAPE = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|[\s\S])/g;
const MAYBE_SURROGATE = /\\u[dD][89a-fA-F]/;

/**
 * JSON text in which half a surrogate pair is U+FFFD. No program can send such a half: it has no UTF-8, and services refuse the escape.
 */
export function replaceLoneSurrogates(json: string): { readonly text: string; readonly count: number } {
  if (!MAYBE_SURROGATE.test(json)) return { text: json, count: 0 };
  let count = 0;
  const text = json.replace(ESCAPE, (whole: string, half: string | undefined) => {
    if (half === undefined) return whole;
    count++;
    return '\\ufffd';
  });
  return { text, count };
}
