import type { DialectLoss, SessionContent, SessionItem, WriteContentOptions, WrittenContent } from './dialect.js';
import { CoverageCounter } from './dialects/conversation-log/covered-turns.js';
import { wholeEntry, withOwnNumbers } from './dialects/conversation-log/whole-turn.js';
import { writeDialectOf } from './dialects/index.js';
import { ImageNumbers } from './image-numbers.js';
import { itemsOf } from './session-items.js';
import type { SessionTarget } from './session-target.js';

/**
 * Writes a session as a new directory of a dialect, whatever dialects its entries are of: one by one they are brought to the conversation log, which
 * every dialect makes its own entries of.
 *
 * @param id of the dialect to write
 * @throws RangeError for a dialect that is not written.
 * @throws WriteError for what fx would refuse, for a place that is taken, and for what could not be written.
 */
export function writeContent(
  id: string,
  content: SessionContent,
  target: SessionTarget,
  options: WriteContentOptions,
): Promise<WrittenContent> {
  const ladder = new Ladder(id, content, options.report);
  return writeDialectOf(id).write({ ...content, items: ladder.items(), readFile: ladder.readFile }, target, options);
}

class Ladder {
  readonly #id: string;
  readonly #content: SessionContent;
  readonly #report: WriteContentOptions['report'];
  readonly #coverage = new CoverageCounter();
  readonly #numbers = new ImageNumbers();
  /** Files that come of the entry that was given last. */
  #files: ReadonlyMap<string, Uint8Array> = new Map();

  constructor(id: string, content: SessionContent, report: WriteContentOptions['report']) {
    this.#id = id;
    this.#content = content;
    this.#report = report;
  }

  readonly readFile: SessionContent['readFile'] = async (path) => this.#files.get(path) ?? this.#content.readFile(path);

  async *items(): AsyncGenerator<SessionItem, void, undefined> {
    let index = -1;
    for await (const item of itemsOf(this.#content)) {
      if ('native' in item) index++;
      const climbed = await this.#climb(item, index);
      if (climbed !== null) yield climbed;
    }
  }

  async #climb(item: SessionItem, turn: number): Promise<SessionItem | null> {
    this.#files = new Map();
    if ('model' in item) return item;
    const { readFile, areOutputsWhole } = this.#content;
    const { seq, offset } = item.source ?? {};
    const lose = (code: DialectLoss['code'], path: string, detail: string, count?: number) =>
      this.#report({ code, where: { seq, offset, turn, path }, detail, count });
    if (item.native.dialect === this.#id && writeDialectOf(this.#id).takesOwn?.(item.native) === true) return item;
    const middle = await writeDialectOf(item.native.dialect).toConversation(item.native, {
      readFile,
      areOutputsWhole,
      lose,
    });
    if (middle === null) return null;
    const { native, cutsTurn } = this.#coverage.settle(middle.native, item.source);
    if (cutsTurn) lose('dropped-extra', '', 'A turn that a summary covers in part is left in view as a whole.');
    const whole = wholeEntry(native.turn, lose);
    this.#files = new Map([...middle.files, ...whole.files]);
    return { ...item, native: { ...native, turn: withOwnNumbers(whole.turn, this.#numbers, lose) } };
  }
}
