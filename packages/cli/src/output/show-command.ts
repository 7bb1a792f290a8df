import type { SessionResult } from '@fxlog/batch';

/** The command that shows a turn; null for a session in an archive, which cannot be shown where it lies. */
export function showCommand({ key, origin }: SessionResult, turn: number): string | null {
  if (origin.type === 'archive') return null;
  return `fxlog show ${shellQuote(`${key.startsWith('-') ? './' : ''}${key}#${turn}`)}`;
}

/** An argument as a POSIX shell takes it. */
function shellQuote(argument: string): string {
  return /^[\w@%+=:,./-]+(?:#\d+)?$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
