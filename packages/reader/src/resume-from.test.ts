import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { LOG_START, positionAfter } from './log-position.js';
import { type EventIterator, eventsOf, readEvents } from './read-events.js';
import { resumeFrom } from './resume-from.js';
import { decodeToken, encodeToken, type ResumeToken, TokenError, toToken } from './resume-token.js';
import { bytesOf, clearedLine, fixtureLogs, logText, startedLine } from './testing/logs.js';

const dir = mkdtempSync(join(tmpdir(), 'fxlog-resume-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const path = join(dir, 'events.jsonl');

async function seqsOf(events: EventIterator): Promise<string[]> {
  const seqs: string[] = [];
  for await (const batch of events) seqs.push(...batch.map(({ seq, line, offset }) => `${seq} ${line} ${offset}`));
  return seqs;
}

function tokenAfter(text: string, seq: number): ResumeToken {
  const record = eventsOf(bytesOf(text))[seq - 1];
  return record === undefined ? toToken(LOG_START) : toToken(positionAfter(record));
}

describe('resumeFrom', () => {
  it('from any token gives what reading through gives', async () => {
    for (const log of [...fixtureLogs().slice(0, 6)]) {
      const through = await seqsOf(readEvents(log));
      const reading = readEvents(log);
      const tokens = [reading.exportToken()];
      for await (const batch of reading) for (const after of batch) tokens.push(reading.exportToken({ after }));
      for (const [index, token] of tokens.entries()) {
        const resumption = await resumeFrom(decodeToken(JSON.stringify(token)), log);
        if (resumption.status !== 'resumed') throw new Error(resumption.status);
        expect(await seqsOf(resumption.events)).toEqual(through.slice(index));
      }
    }
  });

  it('takes a path, an open file and bytes', async () => {
    const text = logText(5);
    writeFileSync(path, text);
    const handle = await open(path);
    for (const source of [path, handle, bytesOf(text)]) {
      const resumption = await resumeFrom(tokenAfter(text, 3), source);
      expect(resumption.status === 'resumed' && (await seqsOf(resumption.events))).toHaveLength(2);
    }
    await handle.close();
  });

  it('keeps the file open to the end of a log of many chunks, and closes it then', async () => {
    const text = logText(3000);
    expect(text.length).toBeGreaterThan(2 * 256 * 1024);
    writeFileSync(path, text);
    const resumption = await resumeFrom(tokenAfter(text, 3), path);
    expect(resumption.status === 'resumed' && (await seqsOf(resumption.events))).toHaveLength(2997);
  });

  it('gives the state of the higher layer back and the token of the place reached', async () => {
    const text = logText(5);
    writeFileSync(path, text);
    const reading = readEvents(path);
    await seqsOf(reading);
    const token = reading.exportToken({ state: { turns: 3, total: '18446744073709551615' } });
    expect(token).toMatchObject({
      v: 1,
      dialect: 'event-log-v1',
      offset: text.length,
      line: 6,
      seq: 5,
      lineLength: clearedLine(5).length,
    });
    expect(token.file?.size).toBe(text.length);
    const resumption = await resumeFrom(decodeToken(encodeToken(token)), path);
    if (resumption.status !== 'resumed') throw new Error(resumption.status);
    expect(resumption.state).toEqual({ turns: 3, total: '18446744073709551615' });
    expect(resumption.events.exportToken().offset).toBe(text.length);
    await resumption.events.return(resumption.events.summary);
  });

  it('asks for the event after which to go on while a batch is out', async () => {
    const text = logText(80);
    const reading = readEvents(bytesOf(text));
    const taken: unknown[] = [];
    for await (const batch of reading) {
      expect(() => reading.exportToken()).toThrow(TokenError);
      for (const event of batch) {
        taken.push(event.seq);
        if (taken.length === 7) break;
      }
      break;
    }
    expect(() => reading.exportToken()).toThrow(TokenError);
    expect(() => reading.exportToken({ state: 7 })).toThrow(/after/);
  });

  it('goes on behind the event at which a loop over single events was left', async () => {
    const text = logText(80);
    const events = readEvents(bytesOf(text)).flat();
    expect(events.exportToken().offset).toBe(0);
    for await (const { seq } of events) if (seq === 7) break;
    const resumption = await resumeFrom(events.exportToken(), bytesOf(text));
    if (resumption.status !== 'resumed') throw new Error(resumption.status);
    const rest: unknown[] = [];
    const flat = resumption.events.flat();
    for await (const { seq } of flat) rest.push(seq);
    expect(rest).toEqual(Array.from({ length: 73 }, (_, at) => at + 8));
    expect(flat.exportToken().seq).toBe(80);
  });

  it('notices a file that was replaced by one of equal size', async () => {
    const text = logText(5);
    const token = tokenAfter(text, 5);
    writeFileSync(path, text.replace(/"timestamp_ms":2(?=[^\n]*\n$)/, '"timestamp_ms":3'));
    expect(await resumeFrom(token, path)).toMatchObject({ status: 'replaced' });
  });

  it('notices a file that lost bytes', async () => {
    const text = logText(5);
    writeFileSync(path, text);
    truncateSync(path, text.length - 1);
    expect(await resumeFrom(tokenAfter(text, 5), path)).toMatchObject({ status: 'truncated', size: text.length - 1 });
  });

  it('demands the next seq and the same generation', async () => {
    const text = logText(2);
    const resumption = await resumeFrom(tokenAfter(text, 2), bytesOf(text + clearedLine(4)));
    if (resumption.status !== 'resumed') throw new Error(resumption.status);
    await expect(seqsOf(resumption.events)).rejects.toMatchObject({ fxError: 'NonContiguousSequence', line: 3 });
    const other = await resumeFrom(tokenAfter(text, 2), bytesOf(text + clearedLine(3, 'e'.repeat(32))));
    if (other.status !== 'resumed') throw new Error(other.status);
    await expect(seqsOf(other.events)).rejects.toMatchObject({ fxError: 'GenerationChanged', line: 3 });
  });

  it('takes up a place kept from before, as inside an open replacement', async () => {
    const text = logText(6);
    const records = eventsOf(bytesOf(text));
    const kept = records[2] === undefined ? LOG_START : positionAfter(records[2]);
    const reading = readEvents(bytesOf(text));
    await seqsOf(reading);
    expect(reading.exportToken({ after: kept })).toMatchObject({ seq: 3, line: 4 });
  });

  it('resumes leniently behind an event that shares its line', async () => {
    const text = `${startedLine().slice(0, -1)}${clearedLine(2)}${clearedLine(3)}`;
    const [first] = eventsOf(bytesOf(text), { mode: 'lenient' });
    if (first === undefined) throw new Error('nothing read');
    const resumption = await resumeFrom(toToken(positionAfter(first)), bytesOf(text));
    if (resumption.status !== 'resumed') throw new Error(resumption.status);
    expect(await seqsOf(resumption.events)).toHaveLength(2);
  });
});

describe('tokens', () => {
  const token = tokenAfter(logText(3), 3);

  it('carry a seq past 2^53 exactly', () => {
    const big = toToken({
      ...LOG_START,
      offset: 9,
      lineLength: 9,
      lineHash: 'a'.repeat(64),
      epoch: 'b'.repeat(32),
      seq: 18446744073709551615n,
    });
    expect(big.seq).toBe('18446744073709551615');
    expect(decodeToken(encodeToken(big))).toEqual(big);
  });

  it('survive JSON', () => {
    expect(decodeToken(JSON.stringify(token))).toEqual(token);
    expect(JSON.parse(encodeToken(token))).toEqual(token);
  });

  it('are refused when they are none', () => {
    const broken: Record<string, unknown>[] = [
      { ...token, v: 2 },
      { ...token, dialect: 'legacy-snapshot' },
      { ...token, offset: -1 },
      { ...token, offset: 1.5 },
      { ...token, lineLength: token.offset + 1 },
      { ...token, lineHash: null },
      { ...token, lineHash: 'x' },
      { ...token, seq: '-1' },
      { ...token, generation: 'G'.repeat(32) },
      { ...token, line: 0 },
    ];
    for (const value of broken) expect(() => decodeToken(JSON.stringify(value))).toThrow(TokenError);
    expect(() => decodeToken('[]')).toThrow(TokenError);
    expect(() => decodeToken('nonsense')).toThrow(TokenError);
  });

  it('never make the reader allocate what the file does not have', async () => {
    const huge = { ...token, offset: 2 ** 52, lineLength: 2 ** 52 };
    writeFileSync(path, logText(3));
    expect(await resumeFrom(huge, path)).toMatchObject({ status: 'truncated' });
  });

  it('of any place in any chunking are the same', async () => {
    const text = logText(8);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: text.length }), async (size) => {
        const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
          bytesOf(text.slice(i * size, (i + 1) * size)),
        );
        const reading = readEvents(chunks);
        await seqsOf(reading);
        expect(reading.exportToken()).toEqual(tokenAfter(text, 8));
      }),
      { numRuns: runs(40) },
    );
  });
});
