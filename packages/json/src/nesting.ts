/** Whether brackets are nested deeper than that. Texts are passed over, so that mostly little is looked at. */
export function isDeeperThan(bytes: Uint8Array, limit: number): boolean {
  if (bytes.length < 2 * limit) return false;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x22) {
      at = closingQuote(bytes, at);
      if (at < 0) return false;
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > limit) return true;
    } else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return false;
}

/** Where the text that a quote begins ends, -1 where it does not. */
export function closingQuote(bytes: Uint8Array, quote: number): number {
  for (let at = bytes.indexOf(0x22, quote + 1); at >= 0; at = bytes.indexOf(0x22, at + 1)) {
    let slashes = 0;
    while (bytes[at - 1 - slashes] === 0x5c) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}
