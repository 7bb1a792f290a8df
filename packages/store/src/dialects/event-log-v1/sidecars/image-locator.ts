import { imageLocator } from '@fxlog/writer/internal';

/** Would fx take this snapshot (session-directory §4.4)? `id` at least 1, 64 lower-case hex digits, and the canonical path exactly. */
export function isCanonicalLocator(locator: string, id: number | bigint, sha256: string): boolean {
  return id >= 1 && /^[0-9a-f]{64}$/.test(sha256) && locator === imageLocator(id, sha256);
}
