import { createHash, randomBytes } from 'node:crypto';

/** What an identifier is for. */
export type IdentifierUse = 'session' | 'generation' | 'event' | 'replacement' | 'operation' | 'authority';

/** Where new identifiers come from. */
export interface IdentifierSource {
  /** The next identifier for that use: 16 bytes as 32 lower-case hex digits. */
  next(use: IdentifierUse): string;
}

/** Identifiers from the system's random source. */
export function randomIdentifiers(): IdentifierSource {
  return { next: () => randomBytes(16).toString('hex') };
}

/**
 * Identifiers derived from a seed: the same seed gives the same sequence for every use. The uses do not disturb one another, so an
 * event id depends only on the seed and on how many event ids were asked for before.
 */
export function seededIdentifiers(seed: string): IdentifierSource {
  const counts = new Map<IdentifierUse, number>();
  return {
    next(use) {
      const count = counts.get(use) ?? 0;
      counts.set(use, count + 1);
      const digest = createHash('sha256').update(`fxlog identifiers\0${use}\0${count}\0${seed}`).digest('hex');
      return digest.slice(0, 32);
    },
  };
}

/**
 * A session id of the shape fx itself makes: `<unix ms>-<unix ns>-<16 lower-case hex digits>` (session-directory §1.3).
 *
 * @param timeMs milliseconds since the epoch
 */
export function newSessionId(timeMs: number, identifiers: IdentifierSource): string {
  return `${timeMs}-${BigInt(timeMs) * 1_000_000n}-${identifiers.next('session').slice(0, 16)}`;
}
