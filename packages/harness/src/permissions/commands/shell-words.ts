/** Longest command that fx takes for harmless without asking anybody, in bytes (profile-and-tools §4.6.1). */
export const MAX_PLAIN_COMMAND_BYTES = 8192;

/** Whether every option is one of a list. */
export function areAllIn(words: readonly string[], allowed: ReadonlySet<string>): boolean {
  return words.every((word) => allowed.has(word));
}

/** Whether a word is a cluster of short options out of these letters, as `-la`. */
export function isCluster(word: string, letters: string): boolean {
  return word.length > 1 && word.startsWith('-') && [...word.slice(1)].every((letter) => letters.includes(letter));
}

/** A count written in digits, up to a limit. */
export function isCount(word: string | undefined, limit: number): boolean {
  return word !== undefined && /^\d{1,9}$/.test(word) && Number(word) <= limit;
}
