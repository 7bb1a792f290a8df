import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { EventRecord } from './event-record.js';
import { type FollowIterator, type FollowOptions, follow } from './follow.js';
import type { FollowEvent } from './follow-event.js';
import { TokenError } from './resume-token.js';
import { bytesOf, clearedLine, GENERATION, logText, startedLine } from './testing/logs.js';

const root = mkdtempSync(join(tmpdir(), 'fxlog-follow-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const OTHER = 'f'.repeat(32);
let count = 0;
const running: FollowIterator[] = [];
afterEach(async () => {
  for (const log of running.splice(0)) await log.return();
});

function newLog(text: string): string {
  const dir = join(root, String(++count));
  mkdirSync(dir);
  const path = join(dir, 'events.jsonl');
  writeFileSync(path, text);
  return path;
}

function begin(path: string, options: FollowOptions = {}): FollowIterator {
  const log = follow(path, { pollMs: 20, ...options });
  running.push(log);
  return log;
}

/** The last event of the first batch. */
async function lastEvent(log: FollowIterator): Promise<EventRecord | undefined> {
  const { value } = await log.next();
  return value?.type === 'events' ? value.events.at(-1) : undefined;
}

/** One happening in a short form that is easy to compare. */
function brief(happening: FollowEvent): string {
  switch (happening.type) {
    case 'events':
      return `events ${happening.events.map(({ seq }) => seq).join(' ')}`;
    case 'pending':
      return `pending ${happening.offset}+${happening.length}`;
    case 'truncated':
      return `truncated ${happening.size} ${happening.resumeAt}`;
    case 'replaced':
      return `replaced by ${happening.by} ${happening.resumeAt}`;
    case 'new-generation':
      return `generation ${happening.generation[0]} after ${happening.previous[0]}`;
    case 'appeared':
      return `appeared ${happening.resumeAt}`;
    default:
      return happening.type;
  }
}

async function next(log: FollowIterator, many = 1): Promise<string[]> {
  const seen: string[] = [];
  for (let i = 0; i < many; i++) {
    const result = await log.next();
    seen.push(result.done === true ? 'over' : brief(result.value));
  }
  return seen;
}

describe('follow', () => {
  it('gives what is there, then what comes', async () => {
    const path = newLog(logText(2));
    const log = begin(path);
    expect(await next(log)).toEqual(['events 1 2']);
    appendFileSync(path, clearedLine(3) + clearedLine(4));
    expect(await next(log)).toEqual(['events 3 4']);
  });

  it('waits for the end of a line and says that it waits', async () => {
    const path = newLog(logText(1));
    const log = begin(path);
    await next(log);
    const line = clearedLine(2);
    appendFileSync(path, line.slice(0, 40));
    expect(await next(log)).toEqual([`pending ${startedLine().length}+40`]);
    appendFileSync(path, line.slice(40));
    expect(await next(log, 2)).toEqual(['events 2', `pending ${logText(2).length}+0`]);
  });

  it('does without the watcher', async () => {
    const path = newLog('');
    const log = begin(path);
    const first = next(log);
    appendFileSync(path, startedLine());
    expect(await first).toEqual(['events 1']);
  });

  it('reports truncation and goes on from the last place that holds', async () => {
    const path = newLog(logText(2));
    const log = begin(path);
    await next(log);
    appendFileSync(path, clearedLine(3) + clearedLine(4));
    await next(log);
    truncateSync(path, logText(2).length);
    expect(await next(log)).toEqual([`truncated ${logText(2).length} ${logText(2).length}`]);
    appendFileSync(path, clearedLine(3));
    expect(await next(log)).toEqual(['events 3']);
  });

  it('voids nothing when only a line without its end is cut off', async () => {
    const path = newLog(`${logText(2)}{"schema`);
    const log = begin(path);
    expect(await next(log, 2)).toEqual(['events 1 2', `pending ${logText(2).length}+8`]);
    truncateSync(path, logText(2).length);
    expect(await next(log, 2)).toEqual([
      `truncated ${logText(2).length} ${logText(2).length}`,
      `pending ${logText(2).length}+0`,
    ]);
    appendFileSync(path, clearedLine(3));
    expect(await next(log)).toEqual(['events 3']);
  });

  it('begins again when everything is cut off', async () => {
    const path = newLog(logText(3));
    const log = begin(path);
    await next(log);
    truncateSync(path, 0);
    expect(await next(log)).toEqual(['truncated 0 0']);
    appendFileSync(path, startedLine(OTHER));
    expect(await next(log, 2)).toEqual([`generation f after ${GENERATION[0]}`, 'events 1']);
  });

  it('reports another file under the name, and of its generation', async () => {
    const path = newLog(logText(3));
    const log = begin(path);
    await next(log);
    writeFileSync(`${path}.new`, logText(2, OTHER));
    renameSync(`${path}.new`, path);
    expect(await next(log, 3)).toEqual(['replaced by another-file 0', 'generation f after 0', 'events 1 2']);
    appendFileSync(path, clearedLine(3, OTHER));
    expect(await next(log)).toEqual(['events 3']);
  });

  it('delivers nothing twice when the other file is a longer copy', async () => {
    const path = newLog(logText(3));
    const log = begin(path);
    await next(log);
    copyFileSync(path, `${path}.new`);
    appendFileSync(`${path}.new`, clearedLine(4));
    renameSync(`${path}.new`, path);
    expect(await next(log, 2)).toEqual([`replaced by another-file ${logText(3).length}`, 'events 4']);
  });

  it('notices the same file written anew with equal size', async () => {
    const path = newLog(logText(3));
    const log = begin(path);
    await next(log);
    writeFileSync(path, logText(3, OTHER));
    const [what, ...rest] = await next(log, 3);
    // Seen between truncation and writing it is a truncation
    expect(['replaced by other-content 0', 'truncated 0 0']).toContain(what);
    expect(rest).toEqual(['generation f after 0', 'events 1 2 3']);
  });

  it('reports disappearance and reappearance', async () => {
    const path = newLog(logText(2));
    const log = begin(path);
    await next(log);
    unlinkSync(path);
    expect(await next(log)).toEqual(['vanished']);
    writeFileSync(`${path}.new`, logText(3));
    renameSync(`${path}.new`, path);
    expect(await next(log, 2)).toEqual([`appeared ${logText(2).length}`, 'events 3']);
  });

  it('ends without an error when it is aborted while it waits', async () => {
    const controller = new AbortController();
    const log = follow(newLog(logText(1)), { signal: controller.signal, pollMs: 60_000 });
    await log.next();
    const waiting = log.next();
    setImmediate(() => controller.abort());
    expect((await waiting).done).toBe(true);
  });

  it('ends with the fault in strict mode, after the events before it', async () => {
    const log = begin(newLog(`${logText(2)}\n`));
    expect(await next(log)).toEqual(['events 1 2']);
    await expect(log.next()).rejects.toMatchObject({ rule: 'frame/blank' });
  });

  it('goes on over damage in lenient mode', async () => {
    const rules: string[] = [];
    const log = begin(newLog(`${logText(2)}\n${clearedLine(3)}`), {
      mode: 'lenient',
      onFinding: ({ rule }) => rules.push(rule),
    });
    expect(await next(log)).toEqual(['events 1 2 3']);
    expect(rules).toEqual(['frame/blank']);
  });

  it('refuses a path where nothing is to begin with', async () => {
    await expect(begin(join(root, 'nowhere')).next()).rejects.toMatchObject({
      name: 'SourceError',
      rule: 'source/not-found',
    });
  });

  it('goes on from a token, in another process too', async () => {
    const path = newLog(logText(3));
    const first = begin(path);
    const after = await lastEvent(first);
    const token = JSON.parse(JSON.stringify(first.exportToken({ after, state: { note: 'mine' } })));
    expect(token).toMatchObject({ offset: logText(3).length, seq: 3, state: { note: 'mine' } });
    await first.return();
    appendFileSync(path, clearedLine(4));
    expect(await next(begin(path, { from: token }))).toEqual(['events 4']);
  });

  it('asks for the event after which to go on while a batch is out', async () => {
    const path = newLog(logText(3));
    const first = begin(path);
    for await (const happening of first) {
      if (happening.type !== 'events') continue;
      expect(() => first.exportToken()).toThrow(TokenError);
      const from = first.exportToken({ after: happening.events[0] });
      expect(await next(begin(path, { from }))).toEqual(['events 2 3']);
      break;
    }
    expect(() => first.exportToken()).toThrow(TokenError);
  });

  it('says so when the log of a token is not there any more', async () => {
    const path = newLog(logText(3));
    const first = begin(path);
    const from = first.exportToken({ after: await lastEvent(first) });
    writeFileSync(path, logText(3, OTHER));
    expect(await next(begin(path, { from }), 3)).toEqual([
      'replaced by other-content 0',
      'generation f after 0',
      'events 1 2 3',
    ]);
  });

  it('reads every byte once', async () => {
    const path = newLog('');
    const log = begin(path);
    const seen: number[] = [];
    const reading = (async () => {
      for await (const happening of log) {
        if (happening.type === 'events') seen.push(...happening.events.map(({ seq }) => Number(seq)));
        if (seen.length === 60) break;
      }
    })();
    const bytes = bytesOf(logText(60));
    for (let at = 0; at < bytes.length; at += 997) {
      appendFileSync(path, bytes.subarray(at, at + 997));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await reading;
    expect(seen).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
  });
});

it.each([0, -1, Number.NaN, 2 ** 31, Number.POSITIVE_INFINITY])('does not look every %d milliseconds', (pollMs) => {
  expect(() => follow('events.jsonl', { pollMs })).toThrow(RangeError);
});
