import type { FileVersions } from './file-versions.js';

/** An operation of a session, as far as its time matters. */
interface Timed {
  readonly timeMs: number;
  readonly by: { readonly session: string };
  readonly before: string | null;
  readonly after: string | null;
}

/** Between what commits an operation lies by its texts. */
interface Bounds {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Puts operations between commits where the clocks of a session and of git disagree, as they do for logs and repositories that come from elsewhere: a text that a commit has was
 * there before it was changed, and was written before it was committed. Where most of a session's texts bear its times out, the times stay.
 *
 * @param events session by session, each in its order
 */
export function settleTimes<Event extends Timed>(
  events: readonly Event[],
  versions: Pick<FileVersions, 'momentsOf'>,
): Event[] {
  const sessions = groupBySession(events);
  return [...sessions.values()].flatMap((own) => {
    const bounds = own.map((event) => boundsOf(event, versions));
    const told = own.filter((_, at) => isBound(bounds[at] as Bounds)).length;
    const wrong = own.filter(({ timeMs }, at) => {
      const { fromMs, toMs } = bounds[at] as Bounds;
      return timeMs + 999 < fromMs || timeMs > toMs + 999;
    }).length;
    return wrong * 2 > told ? between(own, bounds) : own;
  });
}

function groupBySession<Event extends Timed>(events: readonly Event[]): ReadonlyMap<string, Event[]> {
  const groups = new Map<string, Event[]>();
  for (const event of events) {
    const group = groups.get(event.by.session);
    if (group === undefined) groups.set(event.by.session, [event]);
    else group.push(event);
  }
  return groups;
}

function boundsOf({ before, after }: Timed, versions: Pick<FileVersions, 'momentsOf'>): Bounds {
  const [found, left] = [before, after].map((text) => (text === null || text === '' ? null : versions.momentsOf(text)));
  return { fromMs: found?.firstMs ?? Number.NEGATIVE_INFINITY, toMs: left?.lastMs ?? Number.POSITIVE_INFINITY };
}

function isBound({ fromMs, toMs }: Bounds): boolean {
  return Number.isFinite(fromMs) || Number.isFinite(toMs);
}

/** Each operation behind the one before it, and as early as its texts allow. */
function between<Event extends Timed>(events: readonly Event[], bounds: readonly Bounds[]): Event[] {
  const latest: number[] = [];
  let most = Number.POSITIVE_INFINITY;
  for (const { toMs } of bounds.toReversed()) {
    most = Math.min(most, toMs);
    latest.push(most);
  }
  latest.reverse();
  let leastMs = Number.NEGATIVE_INFINITY;
  return events.map((event, at) => {
    const { fromMs } = bounds[at] as Bounds;
    // Behind the commit that has what it found; never behind the one that has what it or a later one left.
    leastMs = Math.min(Math.max(leastMs, fromMs + 1000), latest[at] as number);
    return { ...event, timeMs: Number.isFinite(leastMs) ? leastMs : event.timeMs };
  });
}
