import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reduceLog } from '@fxlog/assembler';
import { verifySession } from '@fxlog/store';
import type { Task } from '../model/task.js';

/** What the tasks of the tests say of a session. */
export interface TestRow {
  readonly key: string;
  readonly text: string;
}

const NO_FINDINGS = { error: 0, warning: 0, info: 0 };

/** Digest of the log, in as many rows as asked for, each so wide. */
export const digest: Task<{ readonly rows: number; readonly width?: number }, TestRow> = {
  name: 'digest',
  async *run({ key, kind, path }, { rows, width = 0 }) {
    const bytes = readFileSync(kind === 'log' ? path : join(path, 'events.jsonl'));
    const text = createHash('sha256').update(bytes).digest('hex');
    for (let i = 0; i < rows; i += 1) yield [{ key, text: `${i} ${text}`.padEnd(width) }];
    return { counts: NO_FINDINGS, bytes: bytes.length };
  },
};

/** What fx would say of a session. */
export const judge: Task<null, TestRow> = {
  name: 'judge',
  async *run({ key, path }) {
    const { readable, findings, logBytes } = await verifySession(path);
    yield [{ key, text: readable.reason }];
    const error = findings.find(({ severity }) => severity === 'error');
    return {
      counts: { ...NO_FINDINGS, error: error === undefined ? 0 : 1 },
      bytes: logBytes ?? 0,
      ...(error !== undefined && { failure: { reason: error.message, rule: error.rule } }),
    };
  },
};

/** Folds a log, or fails with what is wrong with it. */
export const fold: Task<null, TestRow> = {
  name: 'fold',
  async *run({ key, path }) {
    const { turns, bytesConsumed } = await reduceLog(path, { keepHistory: false });
    yield [{ key, text: `${turns}` }];
    return { counts: NO_FINDINGS, bytes: bytesConsumed };
  },
};

/** Ends its thread when the log says so. */
export const deadly: Task<null, TestRow> = {
  name: 'deadly',
  async *run({ key, path }) {
    const text = readFileSync(path, 'utf8');
    yield [{ key, text: 'begun' }];
    if (text === 'exit') process.exit(7);
    if (text === 'throw') throw new Error('on purpose');
    if (text === 'memory') {
      const hoard: number[][] = [];
      for (;;) hoard.push(new Array(100_000).fill(hoard.length));
    }
    yield [{ key, text }];
    return { counts: NO_FINDINGS, bytes: text.length };
  },
};
