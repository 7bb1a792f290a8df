import { encodeLine, judgeForHost, type LineBody, readLine, type SessionLine } from '@fxlog/format/internal';
import type { Corpus } from './corpus.js';
import type { Row } from './row.js';
import { attempt, compare, compareBytes, type Outcome } from './verdict.js';

/** One line of a session's log alone (sessions-v2): verdict, header, what fx writes for it, and what the manager takes from a host. */
export const v2Lines: Corpus = {
  name: 'v2-lines',
  async check(row) {
    const bytes = row.has('gen') ? row.generatedBytes('gen') : row.bytes('line_b64');
    const read = await attempt(() => readLine(bytes));
    if (!('accepted' in read)) return checkRejection(row, read);
    const line = read.accepted;
    // The case itself is read with rounded numbers; the encoding below tells whether ours are exact.
    const header = [
      ...compare('v', row.value('v'), line.version),
      ...compare('seq', row.value('seq'), Number(line.seq)),
      ...compare('ts', row.value('ts'), Number(line.timestampMs)),
      ...compare('kind', row.value('kind'), line.kind),
      ...compare('known', row.value('known'), line.knownKind !== null),
      ...compare('newer', row.value('newer') ?? false, line.version > 1),
    ];
    const body = await attempt(() => line.body());
    if (!('accepted' in body)) return [...header, ...checkRejection(row, body)];
    return [...header, ...(await checkBody(row, bytes, line, body.accepted))];
  },
};

async function checkBody(row: Row, bytes: Uint8Array, line: SessionLine, body: LineBody | null): Promise<string[]> {
  const verdict = compare('verdict', row.string('verdict'), 'accept');
  if (body === null) return verdict;
  const encoded = await attempt(() => encodeLine({ seq: line.seq, timestampMs: line.timestampMs, body }));
  const expected = row.has('rewritten_b64') ? row.bytes('rewritten_b64') : bytes;
  return [
    ...verdict,
    ...('accepted' in encoded
      ? compareBytes('encoding', expected, encoded.accepted)
      : compare('rewrite_error', row.value('rewrite_error'), encoded.rejected)),
    ...compare('host_check', row.value('host_check'), judgeForHost(body)),
    ...compare('page_reader', row.value('page_reader'), line.isShownWithBody ? undefined : 'without body'),
  ];
}

/** The stages at which fx rejects a line, by the rule that is broken. */
const STAGES: Readonly<Record<string, string>> = {
  'sessions-v2/header': 'header',
  'sessions-v2/body': 'body',
};

function checkRejection(row: Row, outcome: Exclude<Outcome<unknown>, { accepted: unknown }>): string[] {
  const rule = 'rule' in outcome.error ? String(outcome.error.rule) : '';
  return [
    ...compare('verdict', row.string('verdict'), 'reject'),
    ...compare('error', row.value('error'), outcome.rejected),
    ...compare('stage', row.value('stage'), STAGES[rule] ?? 'frame'),
  ];
}
