import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runInProcess } from '../testing/run-in-process.js';
import { type Edit, ScriptedRepository, sessionId, type TrueLine } from '../testing/scripted-repository.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const [A, B] = [sessionId(1), sessionId(2)];

interface Line {
  readonly line: number;
  readonly text: string;
  readonly verdict: 'session' | 'none' | 'unproven';
  readonly writers: readonly { readonly session: string; readonly turn: number }[];
  readonly commit: string | null;
  readonly reason: string | null;
}

async function blame(repository: ScriptedRepository, path: string, ...more: readonly string[]) {
  const run = await runInProcess(['blame', path, '--json', ...more], {
    cwd: repository.root,
    env: { HOME: repository.home },
  });
  expect(run.stderr).toBe('');
  expect(run.code).toBe(0);
  const rows = run.stdout
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row));
  return { lines: rows.slice(0, -1) as Line[], summary: rows.at(-1) };
}

/** Who is said to have written a line: a turn, a person (null), or that it is not known. */
function said({ verdict, writers }: Line): string | null {
  const [writer] = writers;
  if (verdict === 'session' && writer !== undefined) return `${writer.session}#${writer.turn}`;
  return verdict === 'none' ? null : '?';
}

/** Compares what is said of a file with what is true. */
function judge(truth: readonly TrueLine[], lines: readonly Line[]) {
  expect(lines.map(({ text }) => text)).toEqual(truth.map(({ text }) => text));
  const rows = truth.map(({ text, by }, at) => ({ at: at + 1, text, by, said: said(lines[at] as Line) }));
  return {
    wrong: rows.filter((row) => row.said !== '?' && row.said !== row.by),
    ofSessions: rows.filter(({ by }) => by !== null).length,
    proven: rows.filter(({ by, said: told }) => by !== null && told === by).length,
  };
}

const at = (lines: readonly TrueLine[], text: string) => {
  const place = lines.findIndex((line) => line.text === text);
  if (place < 0) throw new Error(`There is no line ${text}`);
  return place;
};
const append =
  (...texts: readonly string[]): Edit =>
  (lines, written) => [...lines, ...texts.map(written)];
const prepend =
  (...texts: readonly string[]): Edit =>
  (lines, written) => [...texts.map(written), ...lines];
const behind =
  (text: string, ...texts: readonly string[]): Edit =>
  (lines, written) =>
    lines.toSpliced(at(lines, text) + 1, 0, ...texts.map(written));
const replace =
  (text: string, count: number, ...texts: readonly string[]): Edit =>
  (lines, written) =>
    lines.toSpliced(at(lines, text), count, ...texts.map(written));
const func = (name: string, ...body: readonly string[]) => [
  '',
  `export function ${name}(order: Order): number {`,
  ...body.map((line) => `  ${line}`),
  '}',
];

describe('fxlog blame through a long history', () => {
  const repository = new ScriptedRepository();
  afterAll(() => repository.remove());

  beforeAll(async () => {
    const r = repository;
    const orders = () => (r.paths.includes('src/orders.ts') ? 'src/orders.ts' : 'src/model/orders.ts');
    r.person('src/orders.ts', append("import { Order } from './order.js';", '', 'export const LIMIT = 12;', ''));
    r.person('docs/guide.md', append('# Guide', '', 'Orders are counted once a day.', ''));
    r.commit('Begin');
    for (let round = 1; round <= 14; round++) {
      const [first, second] = [round * 2 - 1, round * 2];
      // A session writes a function, which is committed as it is.
      r.session(
        A,
        first,
        orders(),
        append(
          ...func(
            `total${round}`,
            `let sum${round} = 0;`,
            `for (const item of order.items) {`,
            `  sum${round} += item.price * ${round};`,
            `}`,
            `return sum${round};`,
          ),
        ),
      );
      r.commit(`Add total ${round}`);
      // A person changes a line of it, adds one, and commits that.
      r.person(orders(), replace(`  return sum${round};`, 1, `  return Math.round(sum${round});`));
      r.person(orders(), behind(`  let sum${round} = 0;`, `  // Checked by hand in round ${round}.`));
      r.commit(`Round total ${round}`);
      // Another session and a person work on what is committed together.
      r.session(
        B,
        round,
        orders(),
        append(
          ...func(
            `weight${round}`,
            `const grams${round} = order.items.map((item) => item.weight);`,
            `return grams${round}.reduce((sum, one) => sum + one, ${round});`,
          ),
        ),
      );
      r.person(orders(), prepend(`// Revision ${round}.`));
      r.commit(`Add weight ${round}`);
      if (round % 3 === 0) {
        // Work on a branch, which is rebased on what was done to the main line meanwhile.
        const base = r.snapshot();
        r.git('switch', '-q', '-c', `feature${round}`);
        const added = func(
          `tax${round}`,
          `const rate${round} = order.region === 'north' ? ${round} : 0;`,
          `return order.price * rate${round};`,
        );
        r.session(A, second, orders(), append(...added));
        r.commit(`Add tax ${round}`);
        r.session(
          A,
          second,
          orders(),
          replace(
            `  return order.price * rate${round};`,
            1,
            `  const gross${round} = order.price * rate${round};`,
            `  return gross${round} / 100;`,
          ),
          'write',
        );
        r.commit(`Say tax ${round} in percent`);
        const branch = r.snapshot();
        const ofBranch = branch.get(orders())?.slice(base.get(orders())?.length) ?? [];
        r.git('switch', '-q', 'main');
        r.expect(base);
        r.person(
          orders(),
          replace(
            `// Revision ${round}.`,
            1,
            `// Revision ${round}, of the main line.`,
            `// See the guide, part ${round}.`,
          ),
        );
        r.commit(`Name revision ${round}`);
        const main = r.snapshot();
        if (round % 2 === 0) {
          r.git('merge', '-q', '--no-edit', `feature${round}`);
        } else {
          r.git('rebase', '-q', 'main', `feature${round}`);
          r.git('switch', '-q', 'main');
          r.git('merge', '-q', '--ff-only', `feature${round}`);
        }
        r.expect(new Map([...main, [orders(), [...(main.get(orders()) ?? []), ...ofBranch]]]));
        r.git('branch', '-q', '-D', `feature${round}`);
      }
      if (round === 4) {
        r.rename('src/orders.ts', 'src/model/orders.ts');
        r.commit('Move the orders');
      }
      if (round === 5) {
        // A function moves within the file.
        r.person(orders(), (lines) => {
          const start = at(lines, 'export function weight2(order: Order): number {');
          const block = lines.slice(start, start + 4);
          const rest = lines.toSpliced(start, 4);
          return rest.toSpliced(at(rest, 'export const LIMIT = 12;') + 1, 0, ...block);
        });
        r.commit('Move weight 2 up');
      }
      if (round === 7) {
        r.session(
          B,
          100,
          'docs/guide.md',
          append(
            ...Array.from(
              { length: 12 },
              (_, i) => `* Rule ${i}: an order of ${i * 7} crates goes by boat number ${i + 3}.`,
            ),
          ),
        );
        r.commit('Write the rules');
        r.sessionRenames(B, 101, 'docs/guide.md', 'docs/handbook.md');
        r.session(
          B,
          101,
          'docs/handbook.md',
          behind('# Guide', '', 'This is the handbook of the harbour, as it was agreed in spring.'),
        );
        r.commit('Call it handbook');
        r.person('docs/handbook.md', replace('* Rule 3: an order of 21 crates goes by boat number 6.', 1));
        r.commit('Drop rule 3');
        r.person('docs/handbook.md', append('* Rule 3: an order of 21 crates goes by boat number 6.'));
        r.commit('Write rule 3 again');
      }
      if (round === 9) {
        // Two lines of another session are taken out and written again by a third turn.
        r.person(orders(), replace('  let sum8 = 0;', 2));
        r.commit('Take out a start');
        r.session(
          B,
          200,
          orders(),
          behind('export function total8(order: Order): number {', '  let sum8 = 0;', '  // Written again.'),
        );
        r.commit('Write the start again');
      }
    }
    // What nobody has committed.
    r.session(
      A,
      900,
      orders(),
      append(...func('open', 'const share = order.open / order.total;', 'return share * 100;')),
    );
    r.person(orders(), append('// To be continued by hand.'));
    await r.writeSessions();
  });

  it('proves 95 % of the lines of sessions in 60 commits and more, and is never wrong', async () => {
    expect(Number(repository.git('rev-list', '--count', 'HEAD').trim())).toBeGreaterThanOrEqual(60);
    let [ofSessions, proven] = [0, 0];
    for (const path of repository.paths) {
      const { lines } = await blame(repository, path);
      const result = judge(repository.lines(path), lines);
      expect(result.wrong, path).toEqual([]);
      ofSessions += result.ofSessions;
      proven += result.proven;
    }
    expect(ofSessions).toBeGreaterThan(150);
    expect(proven / ofSessions).toBeGreaterThanOrEqual(0.95);
  });
});
