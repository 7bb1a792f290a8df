import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { type CommittedText, LineHistory, NO_SESSION, type TrackedLine, type WrittenText } from './line-history.js';

/** A line, and the turn that wrote it; a person is `person`. */
interface TrueLine {
  readonly text: string;
  readonly by: string;
}

type Tree = readonly TrueLine[];
/** A number below `n`, as fast-check has it. */
type Choose = (n: number) => number;

const textOf = (tree: Tree) => tree.map(({ text }) => `${text}\n`).join('');

/** What somebody did to one tree, done to another one; null where that does not go. */
function redone(base: Tree, [before, after]: readonly [Tree, Tree]): Tree | null {
  const gone = before.filter((line) => !after.includes(line));
  const kept = before.filter((line) => after.includes(line));
  const isMoved = after.filter((line) => before.includes(line)).some((line, at) => line !== kept[at]);
  if (isMoved || gone.some((line) => !base.includes(line))) return null;
  const made = base.filter((line) => !gone.includes(line));
  let previous: TrueLine | null = null;
  for (const line of after) {
    if (!before.includes(line)) {
      const place: number = previous === null ? 0 : made.indexOf(previous) + 1;
      if (previous !== null && place === 0) return null;
      made.splice(place, 0, line);
    }
    if (made.includes(line)) previous = line;
  }
  return made;
}

/** A file on which a session and people work by turns, on branches too. No two lines of it are the same, so that what is true of each is beyond question. */
class SimulatedFile {
  readonly commits: (CommittedText & { readonly tree: Tree })[] = [];
  readonly operations: WrittenText[] = [];
  /** Lines of branches. */
  readonly elsewhere = new Set<string>();
  tree: Tree = [];
  path = '/ws/file-0';
  readonly #choose: Choose;
  #seconds = 1_000_000;
  #lines = 0;
  #turns = 0;

  constructor(choose: Choose) {
    this.#choose = choose;
    this.tree = this.#fresh(20, 'person');
    this.#commit(this.tree);
    for (let step = 0; step < 25; step++) this.#step(step);
  }

  #step(step: number): void {
    switch (this.#choose(8)) {
      case 0:
      case 1:
        this.tree = this.#byPerson(this.tree);
        break;
      case 2:
      case 3:
        this.tree = this.#bySession(this.tree);
        break;
      case 4:
        this.#commit(this.tree);
        break;
      case 5:
        this.#rename(`/ws/file-${step}`);
        break;
      case 6:
        this.#takeBack();
        break;
      default:
        this.#branch();
    }
  }

  #rename(path: string): void {
    const old = this.path;
    this.path = path;
    this.tree = this.#byPerson(this.tree);
    this.#commit(this.tree, { paths: [path, old] });
  }

  #takeBack(): void {
    this.#commit(this.tree);
    this.tree = this.commits.at(-2)?.tree ?? this.tree;
    this.#commit(this.tree);
  }

  /** Work beside the main line, which is then rebased, merged or squashed. */
  #branch(): void {
    this.#commit(this.tree);
    let [main, branch] = [this.tree, this.tree];
    const done: { readonly change: readonly [Tree, Tree]; readonly seconds: number }[] = [];
    for (let left = 2 + this.#choose(3); left > 0; left--) {
      if (this.#choose(2) === 0) {
        main = this.#byPerson(main);
        this.#commit(main);
      } else {
        const next = this.#bySession(branch);
        done.push({ change: [branch, next], seconds: this.#tick() });
        branch = next;
        for (const { text } of branch) this.elsewhere.add(text);
      }
    }
    this.tree = main;
    const joined: { readonly tree: Tree; readonly seconds: number }[] = [];
    let made: Tree | null = main;
    for (const { change, seconds } of done) {
      made = made === null ? null : redone(made, change);
      if (made !== null) joined.push({ tree: made, seconds });
    }
    if (made === null) return;
    this.tree = made;
    const how = this.#choose(3);
    if (how === 0) for (const { tree, seconds } of joined) this.#commit(tree, { authorSeconds: seconds });
    else this.#commit(made, { isMerge: how === 1 });
  }

  #commit(tree: Tree, more: Partial<CommittedText> = {}): void {
    const text = textOf(tree);
    if (this.commits.at(-1)?.text === text) return;
    const now = this.#tick();
    const commit = `commit ${this.commits.length}`;
    const times = { authorSeconds: now, commitSeconds: now };
    this.commits.push({ commit, ...times, text, paths: [this.path], isMerge: false, tree, ...more });
  }

  #bySession(tree: Tree): Tree {
    const turn = `turn ${++this.#turns}`;
    let now = tree;
    for (let left = 1 + this.#choose(2); left > 0; left--) {
      const before = now;
      now = this.#edited(now, turn);
      const texts = { before: textOf(before), after: textOf(now) };
      this.operations.push({ timeMs: this.#tick() * 1000, path: this.path, ...texts, edit: null, turn });
    }
    return now;
  }

  #byPerson(tree: Tree): Tree {
    this.#tick();
    if (this.#choose(6) > 0) return this.#edited(tree, 'person');
    const [from, count] = [this.#choose(tree.length), 3 + this.#choose(6)];
    const rest = tree.toSpliced(from, count);
    return rest.toSpliced(this.#choose(rest.length + 1), 0, ...tree.slice(from, from + count));
  }

  #edited(tree: Tree, by: string): Tree {
    const [at, kind] = [this.#choose(tree.length + 1), this.#choose(4)];
    if (kind === 0 && tree.length > 8) return tree.toSpliced(at, 1 + this.#choose(4));
    if (kind === 1 && tree.length > 8)
      return tree.toSpliced(at, 1 + this.#choose(3), ...this.#fresh(1 + this.#choose(4), by));
    return tree.toSpliced(at, 0, ...this.#fresh(1 + this.#choose(8), by));
  }

  #fresh(count: number, by: string): TrueLine[] {
    return Array.from({ length: count }, () => {
      const number = ++this.#lines;
      return { text: `${'  '.repeat(this.#choose(3))}const crates${number} = compute(${number});`, by };
    });
  }

  #tick(): number {
    this.#seconds += 60;
    return this.#seconds;
  }
}

function writtenLines(operations: readonly WrittenText[]): ReadonlySet<string> {
  return new Set(
    operations.flatMap(({ before, after }) => {
      const old = new Set(before?.split('\n'));
      return after.split('\n').filter((line) => line !== '' && !old.has(line));
    }),
  );
}

/** What the history of a file says of its lines. */
function linesOf({ commits, operations, elsewhere, tree, path }: SimulatedFile): readonly TrackedLine[] {
  const history = new LineHistory(writtenLines(operations), elsewhere);
  const left = [...operations];
  const writeUntil = (timeMs: number) => {
    while ((left[0]?.timeMs ?? Number.POSITIVE_INFINITY) <= timeMs) history.write(left.shift() as WrittenText);
  };
  for (const commit of commits) {
    writeUntil(commit.commitSeconds * 1000);
    history.commit(commit);
  }
  writeUntil(Number.MAX_SAFE_INTEGER);
  return history.present(textOf(tree), [...new Set([path, ...commits.flatMap(({ paths }) => paths)])]);
}

function said({ writers }: TrackedLine): string | null {
  const names = new Set([...writers].map((writer) => (typeof writer === 'string' ? writer : writer.turn)));
  const [name] = names;
  if (names.size !== 1 || name === undefined) return null;
  return name === NO_SESSION ? 'person' : name.startsWith('turn') ? name : null;
}

describe('LineHistory', () => {
  it('is right or in doubt of every line, whatever sessions and people do by turns, and mostly right', () => {
    let [ofSessions, proven] = [0, 0];
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat({ max: 0xffff })), (numbers) => {
        const file = new SimulatedFile((n) => (numbers.next().value as number) % n);
        const lines = linesOf(file);
        for (const [at, { text, by }] of file.tree.entries()) {
          const found = said(lines[at] as TrackedLine);
          expect([by, null], text).toContain(found);
          if (by !== 'person') ofSessions++;
          if (by !== 'person' && found !== null) proven++;
        }
      }),
      { numRuns: runs(400) },
    );
    expect(proven / ofSessions).toBeGreaterThan(0.9);
  });

  const at = (seconds: number, text: string, more: Partial<CommittedText> = {}): CommittedText => {
    const times = { authorSeconds: seconds, commitSeconds: seconds };
    return { commit: `c${seconds}`, ...times, text, paths: ['/f'], isMerge: false, ...more };
  };
  const op = (seconds: number, before: string | null, after: string, turn = `turn ${seconds}`): WrittenText => ({
    ...{ timeMs: seconds * 1000, path: '/f', before, after, edit: null, turn },
  });
  const judged = (history: LineHistory, text: string) => history.present(text, ['/f']).map(said);

  it('knows the lines that were there before the session came', () => {
    const history = new LineHistory(new Set(['session line']), new Set());
    history.commit(at(1, 'first by a person\nsecond by a person\n'));
    history.write(
      op(2, 'first by a person\nsecond by a person\n', 'first by a person\nsession line\nsecond by a person\n'),
    );
    expect(judged(history, 'first by a person\nsession line\nsecond by a person\n')).toEqual([
      'person',
      'turn 2',
      'person',
    ]);
  });

  it('does not say who wrote a line that a person took out and somebody wrote again', () => {
    const history = new LineHistory(new Set(['a line of the session']), new Set());
    history.write(op(1, 'one\ntwo\n', 'one\na line of the session\ntwo\n'));
    history.commit(at(2, 'one\na line of the session\ntwo\n'));
    history.commit(at(3, 'one\ntwo\n'));
    history.commit(at(4, 'one\na line of the session\ntwo\n'));
    expect(judged(history, 'one\na line of the session\ntwo\n')[1]).not.toBe('person');
  });

  it('gives a line that a session took out and wrote again to the turn that wrote it last', () => {
    const history = new LineHistory(new Set(['a line of the session']), new Set());
    history.write(op(1, 'one\ntwo\n', 'one\na line of the session\ntwo\n'));
    history.write(op(2, 'one\na line of the session\ntwo\n', 'one\ntwo\n'));
    history.write(op(3, 'one\ntwo\n', 'one\na line of the session\ntwo\n'));
    expect(judged(history, 'one\na line of the session\ntwo\n')).toEqual(['person', 'turn 3', 'person']);
  });

  it('leaves it open which of two equal lines is that of the session', () => {
    const history = new LineHistory(new Set(['same text']), new Set());
    history.commit(at(1, 'same text\n'));
    history.write(op(2, 'same text\n', 'same text\nsame text\n'));
    expect(judged(history, 'same text\nsame text\n')).toEqual([null, null]);
  });

  it('takes a line that comes back after a commit without it for that of the session only where a branch kept it', () => {
    const [before, after] = ['one\ntwo\n', 'one\na line of the session\ntwo\n'];
    for (const [elsewhere, expected] of [
      [[], null],
      [['a line of the session'], 'turn 1'],
    ] as const) {
      const history = new LineHistory(new Set(['a line of the session']), new Set(elsewhere));
      history.commit(at(0, before));
      history.write(op(1, before, after));
      history.commit(at(2, 'zero\none\ntwo\n'));
      history.commit(at(3, 'zero\none\na line of the session\ntwo\n'));
      expect(judged(history, 'zero\none\na line of the session\ntwo\n')[2]).toBe(expected);
    }
  });

  it('follows a rebase, which makes commits later than what they contain', () => {
    const [base, mine] = ['one\ntwo\n', 'one\ntwo\na line of the session\n'];
    const history = new LineHistory(new Set(['a line of the session']), new Set());
    history.commit(at(1, base));
    history.write(op(2, base, mine));
    history.commit(at(4, `zero\n${base}`));
    history.commit(at(5, `zero\n${mine}`, { authorSeconds: 3 }));
    expect(judged(history, `zero\n${mine}`)).toEqual(['person', 'person', 'person', 'turn 2']);
  });

  it('does not know the lines that came with an operation whose text is not recorded', () => {
    const history = new LineHistory(new Set(), new Set());
    history.commit(at(1, 'one\n'));
    history.changeUnseen();
    expect(judged(history, 'one\nof whom it may be\n')).toEqual(['person', null]);
  });

  it('places an edit whose whole text is not recorded where the file has the part once, and says nothing of other lines', () => {
    const history = new LineHistory(new Set(['a line of the session']), new Set());
    history.commit(at(1, 'one\ntwo\nthree\n'));
    const edit = { old: 'two\n', new: 'two\na line of the session\n' };
    expect(history.editUnseen({ timeMs: 2000, path: '/f', edit, turn: 'turn 2' })).not.toBeNull();
    history.commit(at(3, 'one\ntwo\na line of the session\nthree\nfour\n'));
    const found = judged(history, 'one\ntwo\na line of the session\nthree\nfour\n');
    expect(found).toEqual(['person', 'person', 'turn 2', 'person', null]);
    const twice = { old: 'o', new: 'u' };
    expect(history.editUnseen({ timeMs: 4000, path: '/f', edit: twice, turn: 'turn 3' })).toBeNull();
  });

  it('does not know a line that a secret was masked in, and knows those around it', () => {
    const history = new LineHistory(new Set(['const token = [redacted]', 'const name = "pear";']), new Set());
    history.write(op(1, null, 'const name = "pear";\nconst token = [redacted]\nconst kind = "fruit";\n'));
    const found = judged(history, 'const name = "pear";\nconst token = "abc"\nconst kind = "fruit";\n');
    expect(found).toEqual(['turn 1', null, 'turn 1']);
  });

  it('comes to an end where thousands of lines are the same, and where all are others', () => {
    const same = 'the same line, time and again\n'.repeat(8000);
    const others = Array.from({ length: 8000 }, (_, number) => `line ${number}\n`).join('');
    const history = new LineHistory(new Set(['the same line, time and again']), new Set());
    history.write(op(1, null, same));
    history.commit(at(2, others));
    history.commit(at(3, `${same}${others}`));
    history.commit(at(4, `${others}${same}`));
    expect(judged(history, `${others}${same}`)).toHaveLength(16_000);
  });
});
