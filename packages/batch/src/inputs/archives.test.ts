import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '@fxlog/format';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gzipOf, type TestEntry, tarOf, zipOf, zstdBomb, zstdOf } from '../testing/archives.js';
import { sessionFiles, TestDirectory } from '../testing/sessions.js';
import type { ArchiveMeter } from './archive-entry.js';
import { expand } from './expand.js';
import type { FindOptions } from './find-options.js';
import { findSessions } from './find-sessions.js';
import { DEFAULT_LIMITS } from './input-limits.js';
import { removeCopy, unpackSession } from './unpack-session.js';

let place: TestDirectory;
beforeEach(() => {
  place = new TestDirectory();
});
afterEach(() => place.remove());

interface Found {
  readonly key: string;
  readonly kind: string;
  readonly refused: string | undefined;
  readonly findings: readonly string[];
  /** Paths of the files of the copy, sorted. */
  readonly files: readonly string[];
  readonly log: string | null;
}

/** Everything that is found, and what is said about inputs as a whole. */
async function find(inputs: readonly string[], options: FindOptions = {}) {
  const found: Found[] = [];
  const said: Finding[] = [];
  const spoolParent = join(place.path, 'spool');
  const all = { cwd: place.path, spoolParent, onInputFinding: (finding: Finding) => said.push(finding), ...options };
  for await (const input of findSessions(inputs, all)) {
    const { key, kind, findings, refused } = input;
    let files: string[] = [];
    let log: string | null = null;
    if (refused === undefined && options.isWanted?.(key) !== false) {
      const { path } = await input.open();
      if (kind === 'session') {
        const entries = readdirSync(path, { recursive: true, withFileTypes: true });
        files = entries.filter((e) => e.isFile()).map((e) => join(e.parentPath, e.name).slice(path.length + 1));
      }
      const logFile = kind === 'log' ? path : join(path, 'events.jsonl');
      log = existsSync(logFile) ? readFileSync(logFile, 'utf8') : null;
    }
    found.push({
      key,
      kind,
      refused: refused?.rule,
      findings: findings.map(({ rule }) => rule),
      files: files.sort(),
      log,
    });
    await input.release();
  }
  if (existsSync(spoolParent)) expect(readdirSync(spoolParent)).toEqual([]);
  return { found, said: said.map(({ rule, severity }) => `${severity} ${rule}`) };
}

const session = (directory: string, shape = 'big-output', serial = 1): TestEntry[] =>
  [...sessionFiles(shape, serial).files].map(([name, content]) => ({ name: `${directory}/${name}`, content }));

const MAKERS: readonly [string, (entries: readonly TestEntry[]) => Promise<Buffer>][] = [
  ['tar', tarOf],
  ['tar.gz', async (entries) => gzipOf(await tarOf(entries))],
  ['tar.zst', async (entries) => zstdOf(await tarOf(entries))],
  ['zip', async (entries) => zipOf(entries)],
];

describe.each(MAKERS)('sessions in a %s', (_, make) => {
  it('count where those of the same root unpacked do: not what is put aside, a backup, or one that was never begun', async () => {
    const [own, removed, older] = [1, 2, 3].map((serial) => sessionFiles('big-output', serial).id);
    const entries = [
      ...session(`fx/sessions/${own}`),
      ...session(`fx/sessions/${own}.bak`),
      ...session(`fx/sessions/trash+v1/${removed}`, 'big-output', 2),
      { name: 'fx/sessions/1796033655511-1-0/session.lock' },
      // A directory that may be anybody's: fx takes it for a session, and what lies in it counts, too.
      ...session(`fx/sessions/.old/${older}`, 'big-output', 3),
    ];
    for (const { name, content = '' } of entries) place.file(name, content);
    place.file('archive', await make(entries));
    const [unpacked, packed] = [await find(['fx']), await find(['archive'])];
    expect(packed.found.map(({ key, refused }) => [key, refused]).sort()).toEqual([
      ['archive!/fx/sessions/.old', 'store/half-made'],
      [`archive!/fx/sessions/.old/${older}`, undefined],
      ['archive!/fx/sessions/1796033655511-1-0', 'store/half-made'],
      [`archive!/fx/sessions/${own}`, undefined],
    ]);
    const keys = ({ found }: typeof packed) => found.map(({ key }) => key.replace(/^archive!\//, '')).sort();
    expect(keys(packed)).toEqual(keys(unpacked));
    expect(packed.said).toEqual(['info batch/not-counted', 'info batch/not-counted']);
    expect(packed.said).toEqual(unpacked.said);
  });

  it('are found at any depth, with all their files and nothing else', async () => {
    const entries = [
      ...session('home/dev/fx/one'),
      ...session('two', 'plain-text'),
      { name: 'notes.txt', content: 'of no session' },
    ];
    place.file('archive', await make(entries));
    const { found, said } = await find(['archive']);
    expect(found.map(({ key }) => key)).toEqual(['archive!/home/dev/fx/one', 'archive!/two']);
    expect(found[0]?.files).toEqual([...sessionFiles('big-output', 1).files.keys()].sort());
    expect(found[1]?.log).toBe(sessionFiles('plain-text', 1).files.get('events.jsonl')?.toString());
    expect(said).toEqual([]);
  });

  it('come whole whatever order their files have', async () => {
    const entries = session('root/a').reverse();
    place.file('archive', await make([...entries, ...session('root/b', 'plain-text')]));
    const { found } = await find(['archive']);
    expect(found.map(({ files }) => files.length)).toEqual([
      sessionFiles('big-output', 1).files.size,
      sessionFiles('plain-text', 1).files.size,
    ]);
  });

  it('are logs when there is nothing but a log', async () => {
    place.file('archive', await make([{ name: 'backup/2026/events.jsonl', content: '{}\n' }]));
    const { found } = await find(['archive']);
    expect(found).toMatchObject([{ key: 'archive!/backup/2026', kind: 'log', log: '{}\n' }]);
  });

  it('are found without their content where it is not wanted', async () => {
    place.file('archive', await make([...session('a'), ...session('b', 'plain-text')]));
    const { found } = await find(['archive'], { isWanted: (key) => key === 'archive!/b' });
    expect(found.map(({ key, log }) => [key, log !== null])).toEqual([
      ['archive!/a', false],
      ['archive!/b', true],
    ]);
  });

  it.each([
    '../evil/events.jsonl',
    'a/../../evil/events.jsonl',
    '/etc/events.jsonl',
    'C:/x/events.jsonl',
    'a\\..\\b/events.jsonl',
  ])('whose path is %s are left out, and the others are not', async (name) => {
    place.file('archive', await make([{ name, content: '{}\n' }, ...session('good', 'plain-text')]));
    const { found, said } = await find(['archive']);
    expect(found.map(({ key }) => key)).toEqual(['archive!/good']);
    expect(said).toEqual(['error batch/archive-path']);
  });

  it('larger than is taken out are refused, and the next one is not', async () => {
    const big = { name: 'big/events.jsonl', content: 'x'.repeat(100_000) };
    place.file('archive', await make([big, ...session('small', 'plain-text')]));
    const { found } = await find(['archive'], { limits: { maxSessionBytes: 50_000 } });
    expect(found).toMatchObject([
      { key: 'archive!/big', refused: 'batch/session-too-large' },
      { key: 'archive!/small', refused: undefined },
    ]);
  });

  it('with more files than is taken out are refused', async () => {
    const many = Array.from({ length: 30 }, (_, i) => ({ name: `a/tool-results/${i}`, content: 'x' }));
    place.file('archive', await make([...session('a', 'plain-text'), ...many]));
    const { found } = await find(['archive'], { limits: { maxSessionFiles: 25 } });
    expect(found).toMatchObject([{ refused: 'batch/session-too-large' }]);
  });

  it('before the place where it breaks off are processed, and the one there is not', async () => {
    const bytes = await make([...session('a', 'plain-text'), ...session('b', 'big-output', 2)]);
    place.file('archive', bytes.subarray(0, Math.floor(bytes.length * 0.8)));
    const { found, said } = await find(['archive']);
    expect(said).toContain('error batch/archive-damaged');
    // The contents of a zip are at its end, so nothing of it can be found.
    for (const { key, refused } of found)
      expect(refused).toBe(key === 'archive!/b' ? 'batch/archive-damaged' : undefined);
  });

  it('are missed when there is none', async () => {
    place.file('archive', await make([{ name: 'a.txt', content: 'x' }]));
    expect(await find(['archive'])).toEqual({ found: [], said: ['error batch/no-session'] });
  });
});

describe('an archive', () => {
  it.each(['symlink', 'fifo'] as const)('has no use for a %s, whatever it is called', async (type) => {
    const link = { name: 'evil/events.jsonl', type, linkname: '/etc/passwd', content: '' };
    const files = session('evil', 'plain-text').filter(({ name }) => name !== 'evil/events.jsonl');
    place.file('in.tar', await tarOf([...files, link]));
    place.file('in.zip', zipOf([...files, { ...link, content: '/etc/passwd' }]));
    for (const archive of ['in.tar', 'in.zip']) {
      const { found } = await find([archive]);
      expect(found).toMatchObject([{ key: `${archive}!/evil`, findings: ['batch/archive-entry-type'], log: null }]);
    }
  });

  it.each(['link', 'character-device', 'block-device'] as const)(
    'has no use for a %s beside the sessions',
    async (type) => {
      place.file('in.tar', await tarOf([{ name: 'x', type, linkname: 'y' }, ...session('a', 'plain-text')]));
      const { found, said } = await find(['in.tar']);
      expect(found.map(({ key }) => key)).toEqual(['in.tar!/a']);
      expect(said).toEqual(['warning batch/archive-entry-type']);
    },
  );

  it.each(['authority.json', 'commit.lock', 'events.jsonl', 'subagent/subagent-control.lock'])(
    'whose %s comes later than the rest of its session says so',
    async (name) => {
      const entries = session('a', 'plain-text');
      const late = entries.filter((entry) => entry.name === `a/${name}`);
      const others = entries.filter((entry) => entry.name !== `a/${name}`);
      place.file('in.tar', await tarOf([...others, ...session('b', 'plain-text', 2), ...late]));
      const { found } = await find(['in.tar']);
      expect(found.map(({ key, refused }) => [key, refused])).toEqual([
        ['in.tar!/a', undefined],
        ['in.tar!/b', undefined],
        ['in.tar!/a#2', 'batch/archive-scattered'],
      ]);
    },
  );

  it('with the same file twice takes the first and says so', async () => {
    const entries = session('a', 'plain-text');
    place.file('in.tar', await tarOf([...entries, { name: 'a/events.jsonl', content: 'other' }]));
    const { found } = await find(['in.tar']);
    expect(found).toMatchObject([{ findings: ['batch/archive-duplicate-entry'] }]);
    expect(found[0]?.log).not.toBe('other');
  });

  it('made inside a session directory is that session, under its own name', async () => {
    const { id, files } = sessionFiles('plain-text', 5);
    place.file('in.tar', await tarOf([...files].map(([name, content]) => ({ name: `./${name}`, content }))));
    const names: string[] = [];
    for await (const input of findSessions([join(place.path, 'in.tar')])) {
      names.push((await input.open()).path.split('/').at(-1) as string);
      await input.release();
    }
    expect(names).toEqual([id]);
  });

  it('keeps the modes that it records', async () => {
    const entries = session('a', 'plain-text').map((entry) => ({ ...entry, mode: 0o644 }));
    place.file('in.tar', await tarOf(entries));
    place.file('in.zip', zipOf(entries));
    for (const archive of ['in.tar', 'in.zip']) {
      for await (const input of findSessions([join(place.path, archive)])) {
        expect(statSync(join((await input.open()).path, 'events.jsonl')).mode & 0o777).toBe(0o644);
        await input.release();
      }
    }
  });

  it('is not read on while copies wait, and is read to its end when they are released', async () => {
    const entries = Array.from({ length: 8 }, (_, i) => session(`s${i}`, 'big-output', i)).flat();
    place.file('in.tar', await tarOf(entries));
    const options = { cwd: place.path, spoolParent: join(place.path, 'spool'), limits: { maxWaitingBytes: 1 } };
    const inputs = findSessions(['in.tar'], options);
    const first = await inputs.next();
    let second: string | null = null;
    const waiting = inputs.next().then((next) => {
      second = next.done === true ? null : next.value.key;
      return next;
    });
    // Long enough for the archive to be read many times over.
    for (let read = 0; read < 50; read++) await readFile(join(place.path, 'in.tar'));
    expect(second).toBeNull();
    await first.value?.release();
    await (await waiting).value?.release();
    let count = 2;
    for await (const input of inputs) {
      count += 1;
      await input.release();
    }
    expect(count).toBe(8);
  });
});

describe('a copy of a session', () => {
  it('holds small files in memory, until it is opened', async () => {
    place.file('in.tar', await tarOf(session('s', 'plain-text', 1)));
    for await (const input of findSessions([join(place.path, 'in.tar')])) {
      const { packed } = input;
      expect(packed?.isOnDisk).toBe(false);
      expect(existsSync(packed?.directory ?? '')).toBe(false);
      const { path } = await input.open();
      expect(path).toBe(packed?.path);
      for (const { name, bytes } of packed?.files ?? []) {
        expect(readFileSync(join(packed?.directory ?? '', name))).toEqual(Buffer.from(bytes));
      }
      await input.release();
      expect(existsSync(packed?.directory ?? '')).toBe(false);
    }
  });

  it('lies on disk as far as it is large, and is whole when it was written, also twice', async () => {
    const log = `${'x'.repeat(300_000)}\n`;
    const entries = [
      { name: 's/events.jsonl', content: log, mode: 0o400 },
      { name: 's/authority.json', content: '{}', mode: 0o644 },
      { name: 's/images/image-1.bin', content: 'small' },
    ];
    place.file('in.tar', await tarOf(entries));
    for await (const input of findSessions([join(place.path, 'in.tar')])) {
      const { packed } = input;
      if (packed === undefined) throw new Error('nothing is packed');
      expect(packed.isOnDisk).toBe(true);
      expect(packed.files.map(({ name }) => name).sort()).toEqual(['s/authority.json', 's/images/image-1.bin']);
      // As a worker does, and the next one when it died.
      unpackSession(packed);
      unpackSession(packed);
      expect(readFileSync(join(packed.path, 'events.jsonl'), 'utf8')).toBe(log);
      expect(readFileSync(join(packed.path, 'images/image-1.bin'), 'utf8')).toBe('small');
      expect(statSync(join(packed.path, 'authority.json')).mode & 0o777).toBe(0o644);
      removeCopy(packed);
      expect(existsSync(packed.directory)).toBe(false);
      await input.release();
    }
  });
});

describe('a bomb', () => {
  const limits = { ratioFloor: 8 * 1024 * 1024, maxRatio: 100 };

  it('of zstd is given up, without its content ever being in memory', async () => {
    const head = (await tarOf([{ name: 'a/events.jsonl', content: 'x' }])).subarray(0, 512);
    // A log that declares 4 GiB.
    head.write('40000000000 ', 124, 'latin1');
    head.write('        ', 148, 'latin1');
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    place.file('bomb.tar.zst', zstdBomb(head, 32_768));
    const { found, said } = await find(['bomb.tar.zst'], { limits });
    expect(said).toEqual(['error batch/archive-bomb']);
    expect(found).toMatchObject([{ refused: 'batch/archive-bomb' }]);
  });

  it('of gzip is given up', async () => {
    place.file(
      'bomb.tar.gz',
      gzipOf(await tarOf([{ name: 'a/events.jsonl', content: Buffer.alloc(32 * 1024 * 1024) }])),
    );
    expect(await find(['bomb.tar.gz'], { limits })).toMatchObject({ said: ['error batch/archive-bomb'] });
  });

  it('of deflate in a zip is given up', async () => {
    place.file('bomb.zip', zipOf([{ name: 'a/events.jsonl', content: Buffer.alloc(32 * 1024 * 1024) }]));
    expect(await find(['bomb.zip'], { limits })).toMatchObject({ said: ['error batch/archive-bomb'] });
  });

  it('of entries that share their bytes is given up', async () => {
    const entries = Array.from({ length: 100 }, (_, i) => ({ name: `s${i}/events.jsonl`, content: 'x'.repeat(1000) }));
    place.file('bomb.zip', zipOf(entries, { overlap: true }));
    expect(await find(['bomb.zip'])).toMatchObject({
      found: [],
      said: ['error batch/archive-bomb', 'error batch/no-session'],
    });
  });

  it('of entries without number is given up', async () => {
    const entries = Array.from({ length: 50 }, (_, i) => ({ name: `${i}.txt` }));
    place.file('bomb.tar', await tarOf(entries));
    place.file('bomb.zip', zipOf(entries));
    for (const name of ['bomb.tar', 'bomb.zip']) {
      const { said } = await find([name], { limits: { maxEntries: 20 } });
      expect(said[0]).toBe('error batch/archive-bomb');
    }
  });

  it('that lies about a size is damaged', async () => {
    place.file('liar.zip', zipOf([{ name: 'a/events.jsonl', content: 'x'.repeat(1000) }], { declaredSize: 10 }));
    const { found, said } = await find(['liar.zip']);
    expect(said).toEqual(['error batch/archive-damaged']);
    expect(found).toMatchObject([{ refused: 'batch/archive-damaged' }]);
  });
});

describe('expanding zstd', () => {
  async function* chunks(bytes: Uint8Array, size: number) {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
  }

  it('gives the same bytes by every decoder and in any chunks', async () => {
    const bytes = Buffer.from('0123456789abcdef'.repeat(40_000));
    const twoFrames = Buffer.concat([zstdOf(bytes), zstdOf(bytes)]);
    for (const decoder of ['fzstd', 'program', 'zlib'] as const) {
      for (const size of [7000, 1 << 20]) {
        const meter: ArchiveMeter = { compressed: 0, expanded: 0 };
        const parts: Uint8Array[] = [];
        for await (const part of expand(chunks(twoFrames, size), 'tar.zst', meter, DEFAULT_LIMITS, decoder))
          parts.push(part);
        expect(Buffer.concat(parts).equals(Buffer.concat([bytes, bytes]))).toBe(true);
        expect(meter).toEqual({ compressed: twoFrames.length, expanded: 2 * bytes.length });
      }
    }
  });

  it('notices an end that comes too early, by every decoder', async () => {
    const bytes = zstdOf(Buffer.alloc(1_000_000, 'x'));
    for (const decoder of ['fzstd', 'program', 'zlib'] as const) {
      const reading = async () => {
        const meter: ArchiveMeter = { compressed: 0, expanded: 0 };
        for await (const part of expand(
          chunks(bytes.subarray(0, 500_000), 65_536),
          'tar.zst',
          meter,
          DEFAULT_LIMITS,
          decoder,
        ))
          expect(part.length).toBeGreaterThan(0);
      };
      await expect(reading()).rejects.toMatchObject({ rule: 'batch/archive-damaged' });
    }
  });
});
