import { existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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
    // A function moves into a file of its own, and from there into another one.
    const cut = (path: string, first: string, count: number) => {
      const start = at(r.lines(path), first);
      const block = r.lines(path).slice(start, start + count);
      r.person(path, (lines) => lines.toSpliced(start, count));
      return block;
    };
    const tax = cut(orders(), 'export function tax6(order: Order): number {', 5);
    r.person('src/tax.ts', (_, written) => [written("import { Order } from './model/order.js';"), written(''), ...tax]);
    r.commit('Keep the tax apart');
    r.session(
      B,
      300,
      'src/tax.ts',
      append(...func('duty', 'const duty = order.weight * 3;', 'return duty - order.allowance;')),
    );
    r.commit('Add the duty');
    const again = cut('src/tax.ts', 'export function tax6(order: Order): number {', 5);
    r.person('src/rates.ts', (_, written) => [written('// All rates of the harbour.'), ...again]);
    r.commit('Gather the rates');
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

describe('fxlog blame', () => {
  let repository: ScriptedRepository;
  beforeEach(() => {
    repository = new ScriptedRepository();
  });
  afterEach(() => repository.remove());

  const person = prepend('first, by a person', 'second, by a person');
  const session = behind('first, by a person', 'one line of the session', 'another line of the session');
  const all = [null, `${A}#1`, `${A}#1`, null];
  const told = async (path: string, ...more: readonly string[]) =>
    (await blame(repository, path, ...more)).lines.map(said);

  it('prints a table, and says how much is proven', async () => {
    repository.person('notes.txt', person);
    repository.commit('Begin');
    repository.session(A, 1, 'notes.txt', session);
    await repository.writeSessions();
    const env = { HOME: repository.home };
    const { stdout, stderr } = await runInProcess(['blame', 'notes.txt:2-4'], { cwd: repository.root, env });
    expect(stdout.split('\n').map((line) => line.replace(/\b[0-9a-f]{10}\b/, 'COMMIT').replace(/ +/g, ' '))).toEqual([
      'SESSION CALL COMMIT LINE',
      '1790000000001 1.1 2 one line of the session',
      '1790000000001 1.1 3 another line of the session',
      ' COMMIT 4 second, by a person',
      '',
    ]);
    expect(stderr).toBe(
      '3 lines: 2 of sessions, 1 of none of their operations, 0 not proven.\n1 operation on the file, 1 commit. What commands did to files is not recorded.\n',
    );
  });

  it.each([
    ['\r\n', true],
    ['\r\n', false],
    ['\n', false],
  ])('knows lines that end in %j, the last of them ended: %s', async (end, isClosed) => {
    repository.ends('notes.txt', end, isClosed);
    repository.person('notes.txt', person);
    repository.commit('Begin');
    repository.session(A, 1, 'notes.txt', session);
    expect(await repository.writeSessions().then(() => told('notes.txt'))).toEqual(all);
    repository.commit('Go on');
    expect(await told('notes.txt')).toEqual(all);
  });

  it.each(['conversation-log', 'sessions-v2'])('reads sessions of the format %s as well', async (dialect) => {
    repository.person('notes.txt', person);
    repository.commit('Begin');
    repository.session(A, 1, 'notes.txt', session);
    repository.session(A, 2, 'notes.txt', append('the last line of the session'));
    repository.commit('Go on');
    await repository.writeSessions();
    const root = join(repository.home, 'newer/sessions');
    const argv = [
      'convert',
      A,
      '--to',
      'fx',
      '--dialect',
      dialect,
      '-o',
      dialect === 'sessions-v2' ? `${root}/v2` : root,
    ];
    const converted = await runInProcess(argv, { cwd: repository.home, env: { HOME: repository.home } });
    expect(converted.code, converted.stderr).toBe(0);
    const found = await told('notes.txt', '--root', root);
    expect(found.map((by) => by?.replace(/^.*#/, '#') ?? null)).toEqual([null, '#1', '#1', null, '#2']);
  });

  it.each(['kept', 'deleted'])(
    'proves what was squashed from a branch that is %s, past commits of the main line',
    async (is) => {
      repository.person('notes.txt', append(...Array.from({ length: 9 }, (_, number) => `line ${number} by a person`)));
      repository.commit('Begin');
      const base = repository.snapshot();
      repository.git('switch', '-q', '-c', 'feature');
      repository.session(
        A,
        1,
        'notes.txt',
        behind('line 1 by a person', 'a line of the session', 'and one more of it'),
      );
      repository.commit('Work on a branch');
      repository.git('switch', '-q', 'main');
      repository.expect(base);
      repository.person('notes.txt', replace('line 7 by a person', 1, 'line seven by a person'));
      repository.commit('Go on with the main line');
      repository.git('merge', '-q', '--squash', 'feature');
      if (is === 'deleted') repository.git('branch', '-q', '-D', 'feature');
      repository.commit('Take the work over');
      await repository.writeSessions();
      expect((await told('notes.txt')).map((by) => by?.slice(-2) ?? null).slice(0, 6)).toEqual([
        null,
        null,
        '#1',
        '#1',
        null,
        null,
      ]);
    },
  );

  it('compares a file that is in no repository with what the logs say', async () => {
    rmSync(join(repository.root, '.git'), { recursive: true });
    repository.person('notes.txt', person);
    repository.session(A, 1, 'notes.txt', session);
    repository.person('notes.txt', append('third, by a person'));
    await repository.writeSessions();
    expect(await told('notes.txt')).toEqual([...all, null]);
    expect((await blame(repository, 'notes.txt')).summary.commits).toBeNull();
  });

  it('believes the texts where the clock of the sessions is not that of git', async () => {
    repository.person('notes.txt', person);
    repository.commit('Begin');
    repository.session(A, 1, 'notes.txt', session);
    repository.commit('Go on');
    repository.person('notes.txt', replace('another line of the session', 1, 'third, by a person'));
    repository.commit('Change it');
    repository.session(A, 2, 'notes.txt', append('the last line of the session'));
    repository.commit('End');
    for (const seconds of [-1_000_000, 1_000_000]) {
      repository.clockOfSessions = seconds;
      await repository.writeSessions();
      expect(await told('notes.txt')).toEqual([null, `${A}#1`, null, null, `${A}#2`]);
    }
  });

  it('knows sessions of other working trees, and of folders that have moved', async () => {
    repository.person('notes.txt', person);
    repository.commit('Begin');
    repository.session(A, 1, 'notes.txt', session);
    repository.commit('Go on');
    await repository.writeSessions();
    repository.git('worktree', 'add', '-q', '-b', 'beside', '../beside');
    const env = { HOME: repository.home };
    const beside = await runInProcess(['blame', 'notes.txt'], { cwd: join(repository.home, 'beside'), env });
    expect(beside.stderr).toContain('4 lines: 2 of sessions, 2 of none of their operations, 0 not proven.');
    renameSync(repository.root, join(repository.home, 'elsewhere'));
    const moved = { cwd: join(repository.home, 'elsewhere'), env };
    expect((await runInProcess(['blame', 'notes.txt'], moved)).stderr).toContain('4 lines: 0 of sessions');
    const { stderr } = await runInProcess(['blame', 'notes.txt', '--moved-from', repository.root], moved);
    expect(stderr).toContain('4 lines: 2 of sessions, 2 of none of their operations, 0 not proven.');
  });

  it('takes names for nothing but names, and lets a repository start nothing', async () => {
    const trap = join(repository.home, 'trap');
    writeFileSync(trap, `#!/bin/sh\ntouch ${repository.home}/sprung\n`, { mode: 0o755 });
    for (const name of ['-O', ':(top)notes', '*.txt', 'new\nline', 'x:2']) {
      repository.person(name, person);
      repository.commit('Begin');
      repository.session(A, 1, name, session);
      repository.commit('Go on');
      repository.rename(name, `${name}.b`);
      repository.commit('Move it');
    }
    await repository.writeSessions();
    const keys = ['core.fsmonitor', 'core.pager', 'diff.external', 'gpg.program', 'core.sshCommand', 'diff.x.textconv'];
    for (const key of [...keys, 'diff.x.command', 'filter.x.smudge', 'filter.x.clean'])
      repository.git('config', key, trap);
    repository.git('config', 'log.showSignature', 'true');
    writeFileSync(join(repository.root, '.git/info/attributes'), '* diff=x filter=x\n');
    for (const name of ['-O', ':(top)notes', '*.txt', 'new\nline', 'x:2']) {
      expect(await told(join(repository.root, `${name}.b`)), name).toHaveLength(4);
      expect(await told(join(repository.root, `${name}.b`)), name).toEqual([
        null,
        expect.stringMatching(/#\d$/),
        expect.stringMatching(/#\d$/),
        null,
      ]);
    }
    expect(existsSync(join(repository.home, 'sprung'))).toBe(false);
  });

  it('proves nothing of bytes that are not UTF-8, and keeps the lines around them', async () => {
    repository.person('notes.txt', person);
    repository.session(A, 1, 'notes.txt', session);
    await repository.writeSessions();
    const text = repository.textOf('notes.txt').replace('another line', 'another \u00e9 line');
    writeFileSync(join(repository.root, 'notes.txt'), Buffer.from(text, 'latin1'));
    const { lines } = await blame(repository, 'notes.txt');
    expect(lines.map(({ verdict }) => verdict)).toEqual(['none', 'session', 'none', 'none']);
  });

  it.each([
    ['nothing.txt', 3, 'nothing.txt: it is not there'],
    ['link.txt', 3, 'link.txt: it cannot be opened: ELOOP'],
    ['.', 3, '.: it is not a regular file'],
    ['bytes.bin', 3, 'bytes.bin: it is not a text'],
    ['notes.txt:4-2', 2, 'the lines 4-2 run backwards'],
    ['notes.txt:3', 2, 'there is no line 3; notes.txt has 2 lines'],
  ])('says of %s why it cannot be looked at', async (name, code, message) => {
    repository.person('notes.txt', person);
    symlinkSync('/etc/passwd', join(repository.root, 'link.txt'));
    writeFileSync(join(repository.root, 'bytes.bin'), Buffer.from([0, 1, 2]));
    const run = await runInProcess(['blame', name], { cwd: repository.root, env: { HOME: repository.home } });
    expect(run.stderr).toContain(message);
    expect(run.code).toBe(code);
  });
});
