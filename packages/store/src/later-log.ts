import { type FoldLogOptions, foldLog } from '@fxlog/assembler/internal';
import type { Finding } from '@fxlog/format';
import { isAddition } from '@fxlog/format/internal';
import { LogError, SourceError } from '@fxlog/reader';

/** A log in which a later fx wrote more than the fx whose rules are strict knows, and in which nothing else is wrong. */
export interface LaterLog {
  readonly turns: number;
  /** Id of its last event, in formats whose events have one. */
  readonly eventId?: string;
  /** What the later fx added, once for each kind of it. */
  readonly findings: readonly Finding[];
}

/**
 * Reads a log that strict rules refuse, leniently, up to an end.
 *
 * @returns null where it is damaged, not later
 */
export async function readLater(
  path: string,
  options: Pick<FoldLogOptions, 'file' | 'end' | 'signal'>,
): Promise<LaterLog | null> {
  const { signal } = options;
  const stop = new AbortController();
  const additions = new Map<string, { readonly first: Finding; count: number }>();
  const onFinding = (finding: Finding): void => {
    // The first thing that is damaged settles it.
    if (!isAddition(finding)) stop.abort();
    const key = `${finding.rule} ${finding.path ?? ''}`;
    const known = additions.get(key);
    if (known === undefined) additions.set(key, { first: finding, count: 1 });
    else known.count++;
  };
  try {
    const { turns, through } = await foldLog(path, {
      ...options,
      mode: 'lenient',
      signal: signal === undefined ? stop.signal : AbortSignal.any([stop.signal, signal]),
      onFinding,
    });
    if (stop.signal.aborted) return null;
    const findings = [...additions.values()].map(({ first, count }) =>
      count === 1 ? first : { ...first, message: `${first.message} (and in ${count - 1} more places)` },
    );
    return { turns, ...(through?.eventId !== undefined && { eventId: through.eventId }), findings };
  } catch (error) {
    if (stop.signal.aborted || error instanceof LogError || error instanceof SourceError) return null;
    throw error;
  }
}
