import type { SessionResult } from '@fxlog/batch';
import { shellQuote } from './shell-quote.js';

/** The command that shows a turn; null for a session in an archive, which cannot be shown where it lies. */
export function showCommand({ key, origin }: SessionResult, turn: number): string | null {
  if (origin.type === 'archive') return null;
  return `fxlog show ${shellQuote(`${key.startsWith('-') ? './' : ''}${key}#${turn}`)}`;
}
