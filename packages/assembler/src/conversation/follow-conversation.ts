import { stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { type JsonValue, stringifyJson } from '@fxlog/json';
import { type FollowEvent, follow, LogError } from '@fxlog/reader';
import { DialectFold } from '../dialect-fold.js';
import type { ConversationSink, FoldedEntry, HistoryReplacement } from '../fold.js';
import { NO_TOKENS } from '../fold.js';
import { type FoldLogOptions, toFoldStart, turnBeside } from '../fold-log-options.js';
import type { SessionState } from '../session-state.js';
import type { TurnUsage } from '../turn.js';
import type { ConversationEntry, FollowedItem } from './conversation-item.js';

/** How a log is followed. */
export interface FollowSettings {
  /** How many of the entries that are there already to begin with. Default: all of them. */
  readonly last?: number | undefined;
  /** How often to look when the file system does not say that something happened, in ms. Default 500. */
  readonly pollMs?: number | undefined;
}

const DEFAULT_POLL_MS = 500;

/** Which of the entries that are there already are told: the last ones, or those behind a place in the history. */
type Backlog = { readonly last: number } | { readonly after: number };

/** Tells the last entries that are there, then every one as it is committed; see `readConversation`. */
export async function* followConversation(
  path: string,
  { last = Number.POSITIVE_INFINITY, pollMs }: FollowSettings,
  options: FoldLogOptions,
): AsyncGenerator<FollowedItem[], undefined, undefined> {
  let reading = new FollowedReading(path, pollMs, options, { last });
  for (;;) {
    yield* withTurnBeside(reading, options, pollMs);
    const { interruption: why, told } = reading;
    if (why === null) return undefined;
    yield [{ type: 'restarted', why }];
    // Entries that the new file has beyond those that were told already are news.
    const { start: _, ...rest } = options;
    reading = new FollowedReading(path, pollMs, rest, { after: told });
  }
}

/**
 * What a reading tells, and in between, as often as files are looked at, the turn in flight that a file beside the log tells of, where it has got
 * further.
 */
async function* withTurnBeside(
  reading: FollowedReading,
  { unfinished, signal }: FoldLogOptions,
  pollMs = DEFAULT_POLL_MS,
): AsyncGenerator<FollowedItem[], void, undefined> {
  const items = reading.run();
  if (unfinished === undefined) return yield* items;
  let told = '';
  // One at a time, however fast the items come.
  let pause: Promise<'waited'> | null = null;
  for (let next = items.next(); ; ) {
    pause ??= pauseOf(pollMs, signal);
    const result = await Promise.race([next, pause]);
    if (result === 'waited') pause = null;
    else {
      if (result.done === true) return;
      yield result.value;
      next = items.next();
    }
    const running = reading.turnBeside();
    const spelling = running === null ? '' : stringifyJson(running as unknown as JsonValue);
    if (running !== null && spelling !== told) yield [running];
    told = spelling;
  }
}

/** Fulfilled after a time; never, once nobody wants to follow any more, since the items end then. */
function pauseOf(pollMs: number, signal: AbortSignal | undefined): Promise<'waited'> {
  return setTimeout(pollMs, 'waited' as const, { signal, ref: false }).catch(() => new Promise(() => undefined));
}

/** One reading of a file, until what was read is void. */
class FollowedReading {
  /** Why the reading ended; null when the person ended it. */
  interruption: 'truncated' | 'replaced' | null = null;
  readonly #backlog: LiveBacklog;
  #fold: DialectFold | null = null;

  readonly #path: string;
  readonly #pollMs: number | undefined;
  readonly #options: FoldLogOptions;

  constructor(path: string, pollMs: number | undefined, options: FoldLogOptions, wanted: Backlog) {
    this.#path = path;
    this.#pollMs = pollMs;
    this.#options = options;
    this.#backlog = new LiveBacklog(wanted);
  }

  /** The turn in flight beside the log, once all of that was read. */
  turnBeside(): ConversationEntry | null {
    const fold = this.#fold;
    if (fold === null || !this.#backlog.isLive) return null;
    const entry = turnBeside(this.#options, fold, undefined);
    return entry === null ? null : { ...entry, before: null, model: null, committedIndex: null };
  }

  /** Length of the history that was told, or passed over. */
  get told(): number {
    return this.#backlog.told;
  }

  async *run(): AsyncGenerator<FollowedItem[], void, undefined> {
    const { mode, onFinding, file = this.#path, signal, maxFrameBytes, start: token, readBlob } = this.#options;
    const { start } = toFoldStart(this.#options);
    const backlog = this.#backlog;
    const fold = new DialectFold({ mode, onFinding, file, readBlob, sink: backlog, start });
    this.#fold = fold;
    const size = await sizeOf(this.#path);
    if (size === 0) backlog.catchUp();
    const happenings = follow(this.#path, {
      mode,
      onFinding,
      file,
      signal,
      maxFrameBytes,
      pollMs: this.#pollMs,
      from: token,
    });
    try {
      for await (const happening of happenings) {
        if (happening.type === 'events') {
          for (const record of happening.events) fold.apply(record);
          if ((happening.events.at(-1)?.end ?? 0) >= size) backlog.catchUp();
        } else if (happening.type === 'pending') backlog.catchUp();
        else if (happening.type === 'vanished') backlog.add({ type: 'vanished' });
        const items = backlog.take();
        if (items.length > 0) yield items;
        this.interruption = interruptionOf(happening);
        if (this.interruption !== null) return;
      }
    } catch (error) {
      const items = backlog.take();
      if (items.length > 0) yield items;
      if (error instanceof LogError) fold.fail(error);
      throw error;
    }
  }
}

/** What is told of a log while it is followed. */
class LiveBacklog implements ConversationSink {
  told = 0;
  #items: FollowedItem[] = [];
  #hasCaughtUp: boolean;
  /** Whether all was read that was there when reading began. */
  isLive = false;
  /** The turn that is under way, if it was not told like this. */
  #running: FoldedEntry | null = null;
  #kept: ConversationEntry[] = [];
  /** Inside a replacement: what is kept once that is committed. */
  #ofReplacement: ConversationEntry[] = [];
  #before: TurnUsage | null = NO_TOKENS;
  #model: string | null = null;
  #committed = 0;

  readonly #wanted: Backlog;

  constructor(wanted: Backlog) {
    this.#wanted = wanted;
    this.#hasCaughtUp = 'last' in wanted && wanted.last === Number.POSITIVE_INFINITY;
  }

  add(item: FollowedItem): void {
    this.#items.push(item);
  }

  take(): FollowedItem[] {
    // Of what runs only the latest is news, and only at the end of what is there.
    if (this.isLive && this.#running !== null) {
      this.add(this.#build(this.#running, null));
      this.#running = null;
    }
    const items = this.#items;
    this.#items = [];
    return items;
  }

  /** What is there has been read: what comes from now on is new. */
  catchUp(): void {
    this.isLive = true;
    if (this.#hasCaughtUp) return;
    this.#hasCaughtUp = true;
    for (const entry of this.#kept) this.#tell(entry);
    this.#kept = [];
  }

  began(state: SessionState): void {
    this.#model = state.preferences?.model ?? null;
    this.add({ type: 'begin', state, workspaceRoot: state.workspaceRoot });
  }

  prefers(model: string): void {
    this.#model = model;
  }

  entry(folded: FoldedEntry): void {
    this.#running = null;
    const entry = this.#build(folded, this.#committed++);
    this.#before = folded.facts?.usage ?? null;
    if (this.#hasCaughtUp) this.#tell(entry);
    else this.#keep(this.#kept, entry);
  }

  running(folded: FoldedEntry | null): void {
    this.#running = folded;
  }

  replacementStarted(): void {
    this.#ofReplacement = [];
  }

  replacementEntry(folded: FoldedEntry): void {
    if (!this.#hasCaughtUp) this.#keep(this.#ofReplacement, this.#build(folded, null));
  }

  replacementCommitted({ reason, turns, state }: HistoryReplacement): void {
    this.#before = state?.totals ?? null;
    this.#model = state?.preferences?.model ?? this.#model;
    this.#kept = this.#ofReplacement;
    this.#ofReplacement = [];
    if (!this.#hasCaughtUp) return;
    // The entries of the new history are the old ones in another form: told is that there are others now.
    this.told = turns;
    this.add({ type: 'replaced', reason, turns });
  }

  replacementDropped(): void {
    this.#ofReplacement = [];
  }

  #build(folded: FoldedEntry, committedIndex: number | null): ConversationEntry {
    return { ...folded.build(), before: this.#before, model: this.#model, committedIndex };
  }

  #keep(entries: ConversationEntry[], entry: ConversationEntry): void {
    const wanted = this.#wanted;
    const index = indexOf(entry);
    if ('after' in wanted) {
      if (index >= wanted.after) entries.push(entry);
      this.told = Math.max(this.told, index + 1);
      return;
    }
    entries.push(entry);
    if (entries.length > wanted.last) entries.shift();
  }

  #tell(entry: ConversationEntry): void {
    this.add(entry);
    this.told = indexOf(entry) + 1;
  }
}

function indexOf(entry: ConversationEntry): number {
  return entry.type === 'turn' ? entry.turn.index : entry.compaction.index;
}

function interruptionOf(happening: FollowEvent): 'truncated' | 'replaced' | null {
  switch (happening.type) {
    case 'truncated':
    case 'replaced':
      return happening.type;
    case 'new-generation':
    case 'appeared':
      return 'replaced';
    default:
      return null;
  }
}

/** 0 where nothing is: `follow` says what is wrong then. */
async function sizeOf(path: string): Promise<number> {
  const stats = await stat(path).catch(() => null);
  return stats?.size ?? 0;
}
