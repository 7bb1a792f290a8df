import { readFileSync } from 'node:fs';
import { DIALECTS, type DialectId } from '@fxlog/format';
import type { CheckedFrame, FormatDialect } from '@fxlog/format/internal';
import { describe, expect, it } from 'vitest';
import { type DialectFixtures, dialectContract } from './testing/dialect-contract.js';
import { fixtureLogs } from './testing/logs.js';

/** Those of the logs by hand that are written as the newest fx writes them, to the last byte. */
function canonicalConversationLogs() {
  const fixtures = new URL('../../../test-fixtures/newer/', import.meta.url);
  const rows = readFileSync(new URL('index.jsonl', fixtures), 'utf8').trimEnd().split('\n');
  return rows
    .map((row) => JSON.parse(row) as { format: string; shape: string; id: string; canonical?: string; open?: string })
    .filter(({ format, canonical, open }) => format === 'conversation-log' && canonical === 'all' && open === 'accept')
    .map(({ shape, id }) => {
      const name = `conversation-log/${shape}/${id}/events.jsonl`;
      return { name, bytes: readFileSync(new URL(name, fixtures)) };
    });
}

/** Those of the sessions by hand whose logs are whole. */
function wholeSessionLogs() {
  const fixtures = new URL('../../../test-fixtures/newer/', import.meta.url);
  const rows = readFileSync(new URL('index.jsonl', fixtures), 'utf8').trimEnd().split('\n');
  return rows
    .map((row) => JSON.parse(row) as { format: string; shape: string; id: string; scan?: string })
    .filter(({ format, scan }) => format === 'sessions-v2' && scan === 'clean')
    .map(({ shape, id }) => {
      const name = `sessions-v2/${shape}/v2/${id}/log.jsonl`;
      return { name, bytes: readFileSync(new URL(name, fixtures)) };
    });
}

/** Larger logs would only make the laws slow. */
const MAX_LOG_BYTES = 60_000;

/** Logs that fx wrote, by dialect. */
const FIXTURES: Readonly<Partial<Record<DialectId, () => DialectFixtures>>> = {
  'event-log-v1': () => ({
    logs: fixtureLogs()
      .map((path) => ({ name: path.slice(path.lastIndexOf('fx-0.0.5/')), bytes: readFileSync(path) }))
      .filter(({ bytes }) => bytes.length <= MAX_LOG_BYTES),
  }),
  'conversation-log': () => ({ logs: canonicalConversationLogs() }),
  'sessions-v2': () => ({ logs: wholeSessionLogs() }),
};

describe('the dialects that are read', () => {
  it('all have logs to be held to the contract with', () => {
    expect(DIALECTS.filter(({ id }) => FIXTURES[id] === undefined).map(({ id }) => id)).toEqual([]);
  });
});

for (const dialect of DIALECTS) {
  const fixtures = FIXTURES[dialect.id];
  if (fixtures !== undefined) dialectContract(dialect as FormatDialect<CheckedFrame>, fixtures());
}
