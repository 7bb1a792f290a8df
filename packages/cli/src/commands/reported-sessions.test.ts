import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Interrupt } from '../output/interrupt.js';
import { ReportedRoot, turnEvent, usageEvent } from '../testing/reported-sessions.js';
import { runInProcess } from '../testing/run-in-process.js';

let place: ReportedRoot;
beforeEach(() => {
  place = new ReportedRoot();
});
afterEach(() => place.remove());

const run = (...args: string[]) => runInProcess(args, { cwd: place.home, env: { HOME: place.home } });
const jsonLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** What the user said in each turn that a command gives of a session. */
async function promptsOf(command: 'show' | 'tail', input: string): Promise<string[]> {
  const { stdout } = await run(command, input, '--json', ...(command === 'tail' ? ['-n', '100'] : []));
  return jsonLines(stdout).flatMap(({ turn }) => (turn === undefined ? [] : [turn.user.text]));
}

describe('a log to which a later fx added something', () => {
  const longLine = () => turnEvent('much', 'x'.repeat(9_000_000));

  it.each([
    ['a key in a turn', () => place.add('later-keys').slice(0, 1)],
    ['a key in an event', () => place.add('later-keys').slice(1, 2)],
    [
      'keys in many turns',
      () => [
        place.make(
          'many',
          Array.from({ length: 5 }, (_, i) => turnEvent(`q${i}`, 'a', { later: [{ deep: i }] })),
        ),
      ],
    ],
    [
      'a key in the first event',
      () => [
        place.make('first', [turnEvent('q', 'a')], (log) =>
          Buffer.from(log.toString().replace('"preferences":{', '"preferences":{"later":1,')),
        ),
      ],
    ],
    ['a line of more than 8 MiB', () => [place.make('long', [longLine(), turnEvent('after', 'a')])]],
  ])('is readable in every command, with a warning: %s', async (_, make) => {
    const [dir = ''] = make();
    const turns = Number(jsonLines((await run('verify', dir, '--json')).stdout)[0].turns);
    expect(turns).toBeGreaterThan(0);
    for (const command of ['show', 'tail'] as const) {
      expect(await promptsOf(command, dir)).toHaveLength(turns);
      const { code, stderr } = await run(command, dir);
      expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('warning: fx 0.0.5') });
    }
    const events = await run('events', dir);
    expect(events).toMatchObject({ code: 0, stderr: expect.stringContaining('warning: ') });
    expect(jsonLines(events.stdout)).toHaveLength(turns + 1);
    const stats = JSON.parse((await run('stats', dir, '--json')).stdout);
    expect(stats).toMatchObject({ sessions: 1, turns, damaged: 0 });
    expect((await run('export', dir, '--to', 'csv', '-o', join(place.home, 'tables'))).code).toBe(0);
    expect(readFileSync(join(place.home, 'tables', 'findings.csv'), 'utf8')).toContain(',warning,');
    expect(jsonLines((await run('search', 'a', dir, '--json')).stdout).at(-1)).toMatchObject({ done: 1, failed: 0 });
    expect((await run('convert', dir, '--to', 'markdown')).code).toBe(0);
    expect((await run('convert', dir, '--to', 'fx', '-o', join(place.home, 'made'))).code).toBe(0);
    expect((await run('verify', join(place.home, 'made', basename(dir)))).code).toBe(0);
  });

  it.each([
    ['a reported turn', () => place.add('later-keys').slice(0, 1)],
    ['a reported event', () => place.add('later-keys').slice(1, 2)],
    ['two turns', () => [place.make('two', [turnEvent('q', 'a', { later: 1 }), turnEvent('q', 'a', { later: 2 })])]],
  ])('is redacted and made a fixture, without the keys: %s', async (_, make) => {
    const [dir = ''] = make();
    const turns = (await promptsOf('show', dir)).length;
    for (const command of ['redact', 'fixture']) {
      const copy = await run(command, dir, '-o', join(place.home, command), '--json');
      expect(copy, `${command} ${copy.stderr}`).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('"severity":"warning"'),
      });
      const { path } = JSON.parse(copy.stdout);
      expect(jsonLines((await run('verify', path, '--json')).stdout)[0]).toMatchObject({ verdict: 'ok', turns });
    }
  });

  it('has nothing of unknown keys in a redacted copy', async () => {
    const later = { later: { token: 'sk-ant-api03-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' } };
    const dir = place.make('secret', [turnEvent('q', 'a', later)]);
    expect(await run('redact', dir, '-o', join(place.home, 'copy'))).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(join(place.home, 'copy', 'secret', 'events.jsonl'), 'utf8')).not.toMatch(/later|sk-ant/);
  });

  it('is judged as fx 0.0.5 does, and is neither damaged nor to be repaired', async () => {
    place.add('later-keys');
    const { code, stdout } = await run('verify', place.root, '--json');
    expect(code).toBe(0);
    const [first, second, third] = jsonLines(stdout);
    for (const report of [first, second]) {
      expect(report).toMatchObject({
        verdict: 'warnings',
        fx: { readable: { ok: false, error: 'InvalidSessionFormat' } },
      });
    }
    expect(third).toMatchObject({ turns: 0, fx: { readable: { ok: true } } });
    const doctor = await run('doctor', '--json', '--root', place.root);
    expect(doctor.code).toBe(0);
    const { counts, advice } = JSON.parse(doctor.stdout);
    expect(counts).toMatchObject({ damaged: 0 });
    expect(JSON.stringify(advice)).not.toMatch(/salvage|repair/);
  });

  it('keeps the keys in what events prints', async () => {
    const [dir = ''] = place.add('later-keys');
    expect((await run('events', dir)).stdout).toContain('"turn_summary":{"started_at_ms":0}');
  });
});

describe('a log with a line that cannot be read', () => {
  const three = () => [turnEvent('q1', 'a1'), turnEvent('q2', 'a2'), turnEvent('q3', 'a3')];

  it.each([
    ['between turns', () => place.add('bad-line'), ['question 1', 'question 2', 'question 3']],
    [
      'in the place of a turn',
      () => [place.make('hole', three(), (log) => Buffer.from(log.toString().replace('"seq":3,', '"seq";3,')))],
      ['q1', 'q3'],
    ],
    [
      'of NUL bytes',
      () => [place.make('nul', three(), (log) => Buffer.concat([log, Buffer.alloc(50), Buffer.from('\n')]))],
      ['q1', 'q2', 'q3'],
    ],
  ])('gives all the others, and says so: %s', async (_, make, prompts) => {
    const [dir = ''] = make();
    for (const command of ['show', 'tail'] as const) {
      expect(await promptsOf(command, dir)).toEqual(prompts);
      expect(await run(command, dir)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('not all of it can be read'),
      });
    }
    expect(jsonLines((await run('events', dir)).stdout)).toHaveLength(prompts.length + 1);
    const stats = JSON.parse((await run('stats', dir, '--json')).stdout);
    expect(stats).toMatchObject({ sessions: 1, turns: prompts.length, damaged: 1, countedInPart: [{ session: dir }] });
    expect((await run('search', prompts[0] as string, dir)).stderr).toContain('could not be read as a whole');
    const page = await run('export', dir, '--to', 'md');
    expect(page).toMatchObject({ code: 1, stderr: expect.stringContaining('bad-line') });
    for (const prompt of prompts) expect(page.stdout).toContain(prompt);
    const copy = await run('redact', dir, '-o', join(place.home, 'copy'));
    expect(copy).toMatchObject({ code: 1, stdout: expect.stringContaining('[codec/bad-line]') });
    expect(await promptsOf('show', join(place.home, 'copy', basename(dir)))).toEqual(prompts);
    expect((await run('fixture', dir, '-o', join(place.home, 'fixture'))).code).toBe(1);
    // What fx says of it stays.
    expect(jsonLines((await run('verify', dir, '--json')).stdout)[0]).toMatchObject({
      verdict: 'errors',
      fx: { readable: { ok: false } },
    });
  });

  it('is followed beyond it', async () => {
    const dir = place.make('live', three(), (log) => Buffer.from(log.toString().replace('"seq":3,', '"seq";3,')));
    const log = join(dir, 'events.jsonl');
    const next =
      readFileSync(log, 'utf8').trimEnd().split('\n').at(-1)?.replace('"seq":4,', '"seq":5,').replace('q3', 'q4') ?? '';
    const interrupt = new Interrupt();
    let isWritten = false;
    const { code, stdout, stderr } = await runInProcess(['tail', '-f', '--json', dir], {
      interrupt,
      onStdout: (text) => {
        if (text.includes('"q3"') && !isWritten) {
          isWritten = true;
          writeFileSync(log, `${next}\n`, { flag: 'a' });
        }
        if (text.includes('"q4"')) interrupt.raise();
      },
    });
    expect(code).toBe(130);
    expect(jsonLines(stdout).map(({ turn }) => turn.user.text)).toEqual(['q1', 'q3', 'q4']);
    expect(stderr).toMatch(/^error: .*line 3.*\[frame\/syntax\]/m);
  });
});

describe('a character that cannot stand in a log', () => {
  const twoTurns = (broken: Buffer | string) => (log: Buffer) => {
    const [before = '', after = ''] = log.toString('latin1').split('@@');
    return Buffer.concat([Buffer.from(before, 'latin1'), Buffer.from(broken), Buffer.from(after, 'latin1')]);
  };

  it.each([
    ['half of a pair in an answer', () => place.add('lone-surrogate'), 1, 'cut here \ufffd'],
    ['a byte in an answer', () => place.add('bad-byte'), 2, 'bad \ufffd( byte'],
    [
      'half of a pair in a prompt',
      () => [place.make('half', [turnEvent('say @@', 'a'), turnEvent('q2', 'a2')], twoTurns('\\udc00'))],
      2,
      'say \ufffd',
    ],
    [
      'a cut character in a prompt',
      () => [place.make('cut', [turnEvent('q1', 'a'), turnEvent('say @@', 'a2')], twoTurns(Buffer.from([0xf0, 0x9f])))],
      2,
      'say \ufffd',
    ],
  ])('costs neither the turn nor what follows, and a repair writes U+FFFD: %s', async (_, make, turns, text) => {
    const [dir = ''] = make();
    const original = readFileSync(join(dir, 'events.jsonl'));
    const shown = await run('show', dir);
    expect(shown.stdout).toContain(text);
    expect(shown).toMatchObject({ code: 1, stderr: expect.stringContaining('U+FFFD') });
    expect(await promptsOf('tail', dir)).toHaveLength(turns);
    const { code, stdout } = await run('repair', dir, '-o', join(place.home, 'mended'), '--json');
    expect({ code, stdout }).toMatchObject({ code: 0 });
    const mended = join(place.home, 'mended', basename(dir));
    const report = jsonLines((await run('verify', mended, '--json')).stdout)[0];
    expect(report).toMatchObject({
      turns,
      counts: { error: 0 },
      fx: { readable: { ok: true }, resumable: { ok: true } },
    });
    expect((await run('show', mended)).stdout).toContain(text);
    // As it was, byte for byte, it lies in quarantine.
    const kept = readdirSync(place.home, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.includes('quarantine'),
    );
    const broken =
      original
        .toString('latin1')
        .split('\n')
        .find((line) => /\\ud[8-f]|[\x80-\xff]/.test(line)) ?? '';
    const files = kept.map((name) => join(place.home, name)).filter((path) => statSync(path).isFile());
    expect(files.some((path) => readFileSync(path).includes(Buffer.from(broken, 'latin1')))).toBe(true);
  });
});

describe('a byte-order mark', () => {
  it.each([
    ['in front of the first line', () => place.add('byte-order-mark')],
    [
      'in front of another line',
      () => [
        place.make('second', [turnEvent('q', 'a')], (log) => Buffer.from(log.toString().replace('\n{', '\n\ufeff{'))),
      ],
    ],
    [
      'in front of every line',
      () => [
        place.make('each', [turnEvent('q', 'a')], (log) => Buffer.from(log.toString().replace(/^\{/gm, '\ufeff{'))),
      ],
    ],
  ])('is named, and costs no turn: %s', async (_, make) => {
    const [dir = ''] = make();
    for (const input of [dir, join(dir, 'events.jsonl')]) {
      const [report] = jsonLines((await run('verify', input, '--json')).stdout);
      expect(report.findings[0]).toMatchObject({
        rule: 'line/byte-order-mark',
        message: expect.stringContaining('byte-order mark'),
      });
    }
    expect(await promptsOf('show', dir)).toEqual(['q']);
  });
});

describe('usage of another shape', () => {
  const withUsage = (usage: unknown) => (log: Buffer) =>
    Buffer.from(log.toString().replace(/"usage":\{.*?\}(?=\}\}\n)/, `"usage":${JSON.stringify(usage)}`));

  it.each([
    ['as an older fx wrote it', () => place.add('old-usage'), ['q']],
    [
      'flat',
      () => [
        place.make('flat', [turnEvent('q1', 'a1'), turnEvent('q2', 'a2')], withUsage({ prompt: 1, completion: 2 })),
      ],
      ['q1', 'q2'],
    ],
    [
      'later in the log',
      () => [
        place.make('later', [
          turnEvent('q1', 'a1'),
          { kind: 'usage_checkpointed', payload: { usage: { tokens: 7 } } },
          turnEvent('q2', 'a2'),
        ]),
      ],
      ['q1', 'q2'],
    ],
  ])('keeps the conversation, and is unknown, not nothing: %s', async (_, make, prompts) => {
    const [dir = ''] = make();
    expect(await promptsOf('show', dir)).toEqual(prompts);
    expect(await run('show', dir)).toMatchObject({ code: 0, stderr: expect.stringContaining('usage/other-shape') });
    const { usage, turns, models } = JSON.parse((await run('stats', dir, '--json')).stdout);
    expect({ turns, models }).toEqual({ turns: prompts.length, models: [] });
    expect(usage).toMatchObject({ cost: null, inputTokens: null, coverage: { complete: 0, partial: 0, unknown: 1 } });
    expect(jsonLines((await run('verify', dir, '--json')).stdout)[0]).toMatchObject({
      verdict: 'warnings',
      turns: prompts.length,
    });
  });
});

describe('a turn in flight', () => {
  const checkpoint = (user: string, said: string) => ({
    kind: 'recovery_checkpoint_set',
    payload: {
      checkpoint: {
        version: 1,
        turn_id: 1,
        user: { text: user, images: [] },
        assistant_source: said,
        execution: { schema_version: 3, tool_steps: [], files: [] },
        cause: 'network_interrupted',
        action: 'retrying_request',
        tool_state: 'none',
        route_model: 'zai/glm-5.2',
        route_provider: 'gateway',
        requested_fast_mode: false,
        fast_mode: false,
        max_provider_attempts: 10,
        consumed_provider_attempts: 0,
        outstanding_reservation: true,
      },
    },
  });
  const CLEARED = { kind: 'recovery_checkpoint_cleared', payload: {} };
  const conversation = (shape: string) => {
    const dir = join(place.root, basename(shape));
    cpSync(fileURLToPath(new URL(`../../../../test-fixtures/newer/conversation-log/${shape}`, import.meta.url)), dir, {
      recursive: true,
    });
    return dir;
  };

  it.each([
    ['of a reported session', () => place.add('turn-in-flight')[0] ?? '', 0, 'q', 'head'],
    [
      'behind committed turns',
      () => place.make('behind', [turnEvent('q1', 'a1'), checkpoint('more?', ''), checkpoint('more?', 'as far as')]),
      1,
      'more?',
      'as far as',
    ],
    [
      'after one that was given up',
      () => place.make('again', [checkpoint('first', 'x'), CLEARED, checkpoint('second try', 'so')]),
      0,
      'second try',
      'so',
    ],
    ['of a conversation log', () => conversation('running-turn/orchard_0017'), 1, 'and the plums?', 'The plums are'],
  ])('is shown last and marked, in every command: %s', async (_, make, turns, prompt, said) => {
    const dir = make();
    for (const command of ['show', 'tail'] as const) {
      const { code, stdout } = await run(command, dir);
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`#${turns + 1} [^]*${prompt.replace('?', '\\?')}[^]*${said}[^]*still running`));
      const last = jsonLines((await run(command, dir, '--json')).stdout).at(-1);
      expect(last).toMatchObject({ number: turns + 1, turn: { user: { text: prompt }, end: { kind: 'running' } } });
    }
    const stats = JSON.parse((await run('stats', dir, '--json')).stdout);
    expect(stats).toMatchObject({ sessions: 1, turns, running: 1, damaged: 0 });
    const found = jsonLines((await run('search', said, dir, '--json')).stdout);
    expect(found[0]).toMatchObject({ kind: 'hit', turn: turns + 1, running: true });
    expect((await run('search', said, dir)).stdout).toContain(`turn ${turns + 1}, still running`);
    await run('export', dir, '--to', 'csv', '-o', join(place.home, 'tables'));
    expect(readFileSync(join(place.home, 'tables', 'turns.csv'), 'utf8')).toMatch(
      new RegExp(`,${turns + 1},.*running`),
    );
    const page = (await run('export', dir, '--to', 'md')).stdout;
    expect(page).toContain(prompt);
    expect(page).toMatch(/Interrupted/i);
  });

  it.each([
    ['once the turn is committed', () => place.make('done', [checkpoint('q', 'half'), turnEvent('q', 'whole')]), 1],
    ['once it is given up', () => place.make('cleared', [turnEvent('q0', 'a0'), checkpoint('q', 'half'), CLEARED]), 1],
    ['beside a log that has gone on', () => conversation('stale-recovery/orchard_0018'), null],
  ])('is none any more %s', async (_, make, turns) => {
    const dir = make();
    expect((await run('show', dir)).stdout).not.toContain('still running');
    const stats = JSON.parse((await run('stats', dir, '--json')).stdout);
    expect(stats).toMatchObject({ running: 0, ...(turns === null ? {} : { turns }) });
  });

  it('is followed as it grows, in the log and beside it', async () => {
    const dir = conversation('running-turn/orchard_0017');
    const file = join(dir, 'recovery.json');
    const interrupt = new Interrupt();
    let hasGrown = false;
    const { stdout } = await runInProcess(['tail', '-f', '--json', dir], {
      interrupt,
      onStdout: (text) => {
        if (text.includes('The plums are') && !hasGrown) {
          hasGrown = true;
          writeFileSync(file, readFileSync(file, 'utf8').replace('The plums are', 'The plums are blue'));
        }
        if (text.includes('plums are blue')) interrupt.raise();
      },
    });
    const running = jsonLines(stdout).filter(({ turn }) => turn?.end.kind === 'running');
    expect(running.map(({ turn }) => turn.end.text)).toEqual(['The plums are', 'The plums are blue']);
  });
});

describe('a running total that falls', () => {
  const later = (event: object) => ({ ...event, timestamp_ms: 1_772_402_400_000 + 3 * 86_400_000 });

  it.each([
    [
      'on one day',
      [
        usageEvent(2, { m: [2, 200, 20] }),
        turnEvent('q1', 'a1'),
        usageEvent(1, { m: [0.5, 50, 5] }),
        turnEvent('q2', 'a2'),
        usageEvent(2, { m: [0.75, 75, 7] }),
      ],
      { cost: 2.75, inputTokens: 275, outputTokens: 27 },
      1,
    ],
    [
      'within a day, and past where it was',
      [
        usageEvent(2, { m: [2, 200, 20] }),
        usageEvent(1, { m: [1, 100, 10] }),
        usageEvent(3, { m: [4, 400, 40] }),
        turnEvent('q1', 'a1'),
      ],
      { cost: 6, inputTokens: 600, outputTokens: 60 },
      1,
    ],
    [
      'on another day',
      [usageEvent(2, { m: [2, 200, 20] }), turnEvent('q1', 'a1'), later(usageEvent(1, { m: [0.5, 50, 5] }))],
      { cost: 2.5, inputTokens: 250, outputTokens: 25 },
      1,
    ],
    [
      'for one model of two',
      [usageEvent(2, { m: [2, 200, 20], n: [1, 10, 1] }), turnEvent('q1', 'a1'), usageEvent(3, { n: [3, 30, 3] })],
      { cost: 6, inputTokens: 240, outputTokens: 24 },
      1,
    ],
    [
      'never',
      [usageEvent(1, { m: [1, 100, 10] }), turnEvent('q1', 'a1'), usageEvent(2, { m: [1, 100, 10], n: [3, 30, 3] })],
      { cost: 4, inputTokens: 130, outputTokens: 13 },
      0,
    ],
  ])('is added up and flagged: %s', async (_, events, expected, resets) => {
    const dir = place.make('fallen', events);
    const stats = JSON.parse((await run('stats', dir, '--json')).stdout);
    expect(stats.usage).toMatchObject({
      ...expected,
      resets,
      coverage: { complete: 1 - resets, partial: resets, unknown: 0 },
    });
    const sum = (key: string, rows: Record<string, number>[]) => rows.reduce((all, row) => all + (row[key] ?? 0), 0);
    for (const rows of [stats.models, stats.days]) {
      for (const [key, value] of Object.entries(expected)) expect(sum(key, rows)).toBeCloseTo(value, 9);
    }
    await run('export', dir, '--to', 'csv', '-o', join(place.home, 'tables'));
    expect(readFileSync(join(place.home, 'tables', 'findings.csv'), 'utf8').includes('usage/reset')).toBe(resets > 0);
    expect((await run('stats', dir)).stdout.includes('totals fell')).toBe(resets > 0);
  });
});

describe('days in another zone', () => {
  const daysOf = async (dir: string, ...options: string[]) => {
    const { timeZone, days } = JSON.parse((await run('stats', dir, '--json', ...options)).stdout);
    return [timeZone, days.map(({ day, turns }: { day: string; turns: number }) => [day, turns])];
  };
  const at = (iso: string, event: object) => ({ ...event, timestamp_ms: Date.parse(iso) });

  it.each([
    // q1 at 23:31 and q2 at 00:31 in UTC.
    [
      [],
      'UTC',
      [
        ['2026-03-01', 1],
        ['2026-03-02', 1],
        ['2026-03-05', 1],
      ],
    ],
    [
      ['--timezone', 'America/New_York'],
      'America/New_York',
      [
        ['2026-03-01', 2],
        ['2026-03-05', 1],
      ],
    ],
    [
      ['--timezone', 'Europe/Berlin'],
      'Europe/Berlin',
      [
        ['2026-03-02', 2],
        ['2026-03-05', 1],
      ],
    ],
    // 14 hours before UTC: the third, of 12:01, too.
    [
      ['--timezone', 'Pacific/Kiritimati'],
      'Pacific/Kiritimati',
      [
        ['2026-03-02', 2],
        ['2026-03-06', 1],
      ],
    ],
  ])('of a reported session: %j', async (options, zone, days) => {
    const [dir = ''] = place.add('days');
    expect(await daysOf(dir, ...options)).toEqual([zone, days]);
    await run('export', dir, '--to', 'csv', '-o', join(place.home, 'tables'), ...options);
    const turns = readFileSync(join(place.home, 'tables', 'turns.csv'), 'utf8')
      .trimEnd()
      .split('\r\n')
      .slice(1);
    expect([...new Set(turns.map((line) => /\d{4}-\d\d-\d\d/.exec(line)?.[0]))]).toEqual(days.map(([day]) => day));
    expect((await run('stats', dir, ...options)).stdout).toContain(`Days (${zone})`);
  });

  it('begin an hour earlier in summer', async () => {
    const dir = place.make('summer', [
      at('2026-03-28T23:30:00Z', turnEvent('winter', 'a')),
      at('2026-03-29T22:30:00Z', turnEvent('summer', 'a')),
    ]);
    expect((await daysOf(dir, '--timezone', 'Europe/Berlin'))[1]).toEqual([
      ['2026-03-29', 1],
      ['2026-03-30', 1],
    ]);
  });

  it('of no zone are wrong usage', async () => {
    const [dir = ''] = place.add('days');
    expect((await run('stats', dir, '--timezone', 'Mars/Olympus')).code).toBe(2);
    expect((await run('stats', dir, '--timezone', 'UTC', '--local')).code).toBe(2);
    expect((await daysOf(dir, '--local'))[0]).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  });
});

describe('the same session in two places', () => {
  const six = () => [
    usageEvent(2, { m: [2, 200, 20] }),
    turnEvent('q1', 'a1'),
    turnEvent('q2', 'a2'),
    turnEvent('q3', 'a3'),
  ];
  /** Copies a session to another place, under its own name or another id, which then stands in its files too. */
  const copy = (dir: string, folder: string, id = basename(dir)) => {
    const to = join(place.home, folder, id);
    cpSync(dir, to, { recursive: true });
    for (const name of readdirSync(to)) {
      const path = join(to, name);
      if (statSync(path).isFile()) writeFileSync(path, readFileSync(path, 'utf8').replaceAll(basename(dir), id));
    }
    return to;
  };

  it.each([
    ['a live store and a backup', (dir: string) => [dir, copy(dir, 'backup')]],
    ['under another id of the same length', (dir: string) => [dir, copy(dir, 'sessions', 'other-one')]],
    ['three times, one of them a log alone', (dir: string) => [dir, copy(dir, 'backup'), join(dir, 'events.jsonl')]],
    [
      'a shorter backup that is named first',
      (dir: string) => {
        const older = copy(dir, 'backup');
        const log = join(older, 'events.jsonl');
        const lines = readFileSync(log, 'utf8').split('\n').slice(0, 4);
        writeFileSync(log, `${lines.join('\n')}\n`);
        const watermark = join(older, 'commit.0123456789abcdef0123456789abcdef.json');
        const value = JSON.parse(readFileSync(watermark, 'utf8'));
        const last = JSON.parse(lines[3] ?? '');
        writeFileSync(
          watermark,
          JSON.stringify({
            ...value,
            through_seq: 4,
            through_event_id: last.event_id,
            through_event_log_bytes: statSync(log).size,
          }),
        );
        return [older, dir];
      },
    ],
  ])('counts once, and that is said: %s', async (_, inputsOf) => {
    const inputs = inputsOf(place.make('first-one', six()));
    const stats = JSON.parse((await run('stats', ...inputs, '--json')).stdout);
    expect(stats).toMatchObject({ sessions: 1, turns: 3, damaged: 0, usage: { cost: 2, inputTokens: 200 } });
    expect(stats.duplicates).toHaveLength(inputs.length - 1);
    expect((await run('stats', ...inputs)).stdout).toContain('Found twice');
    const out = join(place.home, 'tables');
    const { stderr } = await run('export', ...inputs, '--to', 'csv', '-o', out);
    expect(stderr).toContain('is counted once');
    const rowsOf = (table: string) =>
      readFileSync(join(out, `${table}.csv`), 'utf8')
        .trimEnd()
        .split('\r\n')
        .slice(1);
    expect(rowsOf('turns')).toHaveLength(3);
    expect(rowsOf('usage')).toHaveLength(1);
    expect(rowsOf('sessions').filter((row) => row.includes('batch/duplicate-session'))).toHaveLength(inputs.length - 1);
  });

  it('is what was reported', async () => {
    const folders = ['a', 'b'].map((name) =>
      fileURLToPath(new URL(`../../../../test-fixtures/reported/twice/${name}`, import.meta.url)),
    );
    const alone = JSON.parse((await run('stats', folders[0] ?? '', '--json')).stdout);
    const both = JSON.parse((await run('stats', ...folders, '--json')).stdout);
    expect(both).toMatchObject({
      sessions: 1,
      turns: alone.turns,
      usage: alone.usage,
      duplicates: [{ of: expect.stringContaining('/a/') }],
    });
  });

  it('is not one that only looks alike', async () => {
    const dirs = ['one', 'two'].map((id, i) =>
      place.make(id, [{ ...turnEvent('q', 'a'), timestamp_ms: 1_772_402_400_000 + i }]),
    );
    expect(JSON.parse((await run('stats', ...dirs, '--json')).stdout)).toMatchObject({
      sessions: 2,
      turns: 2,
      duplicates: [],
    });
    const empty = ['no', 'none'].map((id) => place.make(id, []));
    expect(JSON.parse((await run('stats', ...empty, '--json')).stdout)).toMatchObject({ sessions: 2, duplicates: [] });
  });
});

describe('a folder that fx began to make', () => {
  const half = (id: string, files: Readonly<Record<string, string>>) => {
    const dir = join(place.root, id);
    mkdirSync(dir, { mode: 0o700 });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text, { mode: 0o600 });
  };

  it.each([
    ['with a lock alone', { 'session.lock': '' }],
    ['with nothing in it', {}],
    ['with both locks', { 'session.lock': '', 'commit.lock': '' }],
  ])('is a note, and hides nothing: %s', async (_, files) => {
    place.make('good', [turnEvent('q', 'a')]);
    half('1796033654009-1796033654009000000009-0000000000000009', files);
    const verify = await run('verify', place.root, '--json');
    expect(verify.code).toBe(0);
    const [found] = jsonLines(verify.stdout)
      .flatMap(({ findings }) => findings ?? [])
      .filter(({ rule }) => rule === 'store/half-made');
    expect(found).toMatchObject({ severity: 'info' });
    expect((await run('list', '--root', place.root)).stdout).toContain('half-made');
    const doctor = JSON.parse((await run('doctor', '--root', place.root, '--json')).stdout);
    expect(doctor.counts).toMatchObject({ damaged: 0 });
    expect(JSON.stringify(doctor.advice)).not.toContain('0000000000000009');
    expect(doctor.leftovers).toContain('1796033654009-1796033654009000000009-0000000000000009');
    const stats = await run('stats', place.root, '--json');
    expect(stats.code).toBe(0);
    expect(JSON.parse(stats.stdout)).toMatchObject({ sessions: 1, damaged: 0, skipped: 1 });
    expect((await run('export', place.root, '--to', 'csv', '-o', join(place.home, 'tables'))).code).toBe(0);
  });
});

describe('turns behind what was committed', () => {
  const committedAt = (dir: string, turns: number) => {
    const log = readFileSync(join(dir, 'events.jsonl'), 'utf8');
    const lines = log.split('\n').slice(0, turns + 1);
    const last = JSON.parse(lines.at(-1) ?? '');
    const path = join(dir, 'commit.0123456789abcdef0123456789abcdef.json');
    const bytes = Buffer.byteLength(`${lines.join('\n')}\n`);
    const position = { through_seq: last.seq, through_event_id: last.event_id, through_event_log_bytes: bytes };
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...position }));
    return dir;
  };

  it.each([
    ['of a reported session', () => place.add('behind-watermark')[0] ?? '', '859 bytes, 2 whole turns among them,'],
    [
      'one of three',
      () =>
        committedAt(
          place.make(
            'one',
            [1, 2, 3].map((i) => turnEvent(`q${i}`, 'a')),
          ),
          2,
        ),
      'a whole turn among them,',
    ],
    [
      'and the beginning of another',
      () =>
        committedAt(
          place.make(
            'torn',
            [1, 2, 3].map((i) => turnEvent(`q${i}`, 'a')),
            (log) => Buffer.concat([log, Buffer.from('{"schema')]),
          ),
          1,
        ),
      '2 whole turns among them,',
    ],
  ])('are said, with their bytes: %s', async (_, make, words) => {
    const dir = make();
    for (const command of ['show', 'tail', 'events']) {
      expect(await run(command, dir)).toMatchObject({ code: 0, stderr: expect.stringContaining(words) });
    }
    expect((await run('verify', dir)).stdout).toContain(words);
    await run('export', dir, '--to', 'csv', '-o', join(place.home, 'tables'));
    expect(readFileSync(join(place.home, 'tables', 'findings.csv'), 'utf8')).toContain('store/bytes-behind-watermark');
    expect((await run('stats', dir)).stdout).toMatch(/^With warnings +1 /m);
    expect(JSON.parse((await run('stats', dir, '--json')).stdout)).toMatchObject({ damaged: 0, warned: 1 });
    for (const pattern of ['q', 'nothing like this']) {
      expect((await run('search', pattern, dir)).stderr).toContain('read with a warning');
      expect(jsonLines((await run('search', pattern, dir, '--json')).stdout).at(-1)).toMatchObject({ warned: 1 });
    }
  });

  it('are not said of bytes that are no whole turn', async () => {
    const dir = place.make('rest', [turnEvent('q', 'a')]);
    writeFileSync(join(dir, 'events.jsonl'), '{"half', { flag: 'a' });
    expect((await run('show', dir)).stderr).toBe('');
  });
});

describe('a turn whose calls and results do not fit', () => {
  const call = (id: string, name = 'read_file') => ({ id, name, arguments_json: '{}', provider_result: null });
  const result = (id: string, name = 'read_file') => ({
    tool_call_id: id,
    tool_name: name,
    status: 'success',
    output: 'pears',
    output_handle: null,
    preview: null,
    output_bytes: 5,
    stored_output_bytes: 5,
    truncated: false,
    provider_native: false,
    created_at_ms: 1,
    permission_feedback: [],
    committed_file_presentation: null,
    command_output_replay: null,
    command_process_presentation: null,
  });
  const withStep = (tool_calls: readonly object[], tool_results: readonly object[]) => {
    const execution = { schema_version: 3, tool_steps: [{ assistant: null, tool_calls, tool_results }], files: [] };
    const turn = { kind: 'assistant', user: { text: 'count', images: [] }, assistant: 'done', execution };
    return turnEvent('count', 'done', { turn });
  };

  it.each([
    ['a call without a result', withStep([call('a')], []), 'open-call'],
    ['an empty id', withStep([call('')], [result('')]), 'renamed-id'],
    ['a result of another tool', withStep([call('a')], [result('a', 'bash')]), 'changed-arguments'],
    ['two results of one call', withStep([call('a')], [result('a'), result('a')]), 'orphan-result'],
  ])('is warned of, and made whole in every format of fx that it is converted to: %s', async (_, event, loss) => {
    const dir = place.make('unpaired', [event, turnEvent('q', 'a')]);
    expect(await run('verify', dir)).toMatchObject({ code: 0, stdout: expect.stringContaining('store/call-pairing') });
    for (const dialect of ['event-log-v1', 'conversation-log', 'sessions-v2']) {
      const args = ['--to', 'fx', '--dialect', dialect, '-o', join(place.home, dialect), '--json'];
      const { code, stdout } = await run('convert', dir, ...args);
      expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining(`"codec/${loss}"`) });
      const [report] = jsonLines((await run('verify', JSON.parse(stdout).path, '--json')).stdout);
      expect(report).toMatchObject({ verdict: 'ok', turns: 2, fx: { resumable: { ok: true } } });
    }
  });
});
