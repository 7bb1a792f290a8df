import { stat } from 'node:fs/promises';
import { assembleTurns, type ReplacementReason, type Turn, type TurnItem } from '@fxlog/assembler';
import { type FollowEvent, follow, LogError } from '@fxlog/reader';
import { isSystemError } from './system-error.js';

/** What a followed conversation does. */
export type ConversationHappening =
  | { readonly type: 'turn'; readonly turn: Turn }
  /** fx put another history in place of the one so far, for example a summary of it. */
  | { readonly type: 'history-replaced'; readonly reason: ReplacementReason; readonly turns: number }
  /** The file was cut, rewritten or replaced; the turns that follow are of what stands there now. */
  | { readonly type: 'restarted'; readonly why: Interruption }
  /** Nothing has the name any more; following goes on when a file appears again. */
  | { readonly type: 'vanished' };

type Interruption = 'truncated' | 'replaced';

export interface FollowedFile {
  readonly path: string;
  /** What to call the file in messages. */
  readonly name: string;
  readonly signal: AbortSignal;
}

/**
 * Tells the last turns that are there, then every turn as it is committed, until the signal is aborted.
 *
 * @param lastTurns how many turns to begin with
 * @param tell awaited for each happening, in order
 * @throws LogError at a fault in the log; SourceError when the file cannot be read to begin with
 */
export async function followTurns(
  file: FollowedFile,
  lastTurns: number,
  tell: (happening: ConversationHappening) => Promise<void>,
): Promise<void> {
  let reading = new FollowedReading(file, { last: lastTurns }, tell);
  for (;;) {
    await reading.run();
    if (reading.interruption === null) return;
    await tell({ type: 'restarted', why: reading.interruption });
    // Turns that the new file has beyond those that were told already are news.
    reading = new FollowedReading(file, { after: reading.told }, tell);
  }
}

/** Which of the turns that are there already are to be told: the last ones, or those behind a place in the history. */
type Backlog = { readonly last: number } | { readonly after: number };

/** One reading of a file from its beginning, until what was read is void. */
class FollowedReading {
  /** Why the reading ended; null when the person ended it. */
  interruption: Interruption | null = null;
  /** Length of the history that was told, or passed over. */
  told = 0;
  #hasCaughtUp = false;
  #backlog: Turn[] = [];
  /** Inside a replacement: what the backlog will be once that is committed. */
  #newBacklog: Turn[] | null = null;

  constructor(
    readonly file: FollowedFile,
    readonly wanted: Backlog,
    readonly tell: (happening: ConversationHappening) => Promise<void>,
  ) {}

  async run(): Promise<void> {
    try {
      for await (const items of assembleTurns(this.#bytes(), { file: this.file.name })) {
        for (const item of items) await this.#take(item);
      }
    } catch (error) {
      // Where reading was broken off the log seems to end too early; that is no fault of it.
      const isOver = this.interruption !== null || this.file.signal.aborted;
      if (!isOver || !(error instanceof LogError)) throw error;
    }
  }

  /** The bytes of the events as they appear. When the next bytes are asked for, the turns of those before have been taken. */
  async *#bytes(): AsyncGenerator<Uint8Array> {
    const { path, signal, name } = this.file;
    const size = await sizeOf(path);
    if (size === 0) await this.#catchUp();
    for await (const happening of follow(path, { signal, file: name })) {
      if (happening.type === 'events') {
        yield Buffer.concat(happening.events.map(({ bytes }) => bytes));
        if ((happening.events.at(-1)?.end ?? 0) >= size) await this.#catchUp();
      } else if (happening.type === 'pending') await this.#catchUp();
      else if (happening.type === 'vanished') await this.tell({ type: 'vanished' });
      this.interruption = interruptionOf(happening);
      if (this.interruption !== null) return;
    }
  }

  async #take(item: TurnItem): Promise<void> {
    switch (item.type) {
      case 'turn':
        if (item.provisional) this.#keep(this.#newBacklog ?? [], item.turn);
        else if (this.#hasCaughtUp) await this.#tellTurn(item.turn);
        else this.#keep(this.#backlog, item.turn);
        break;
      case 'history-replaced':
        this.#newBacklog = [];
        break;
      case 'replacement-committed':
        this.#backlog = this.#newBacklog ?? [];
        this.#newBacklog = null;
        // The turns of the new history are the old ones in another form: told is that there are others now.
        if (this.#hasCaughtUp) {
          this.told = item.turns;
          await this.tell({ type: 'history-replaced', reason: item.reason, turns: item.turns });
        }
        break;
      case 'replacement-torn':
        this.#newBacklog = null;
    }
  }

  #keep(backlog: Turn[], turn: Turn): void {
    if ('after' in this.wanted) {
      if (turn.index >= this.wanted.after) backlog.push(turn);
      this.told = Math.max(this.told, turn.index + 1);
      return;
    }
    backlog.push(turn);
    if (backlog.length > this.wanted.last) backlog.shift();
  }

  async #catchUp(): Promise<void> {
    if (this.#hasCaughtUp) return;
    this.#hasCaughtUp = true;
    for (const turn of this.#backlog) await this.#tellTurn(turn);
    this.#backlog = [];
  }

  async #tellTurn(turn: Turn): Promise<void> {
    await this.tell({ type: 'turn', turn });
    this.told = turn.index + 1;
  }
}

function interruptionOf(happening: FollowEvent): Interruption | null {
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

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isSystemError(error)) return 0;
    throw error;
  }
}
