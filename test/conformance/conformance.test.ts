import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeFrame, encodeFrame } from '@fxlog/format';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CORPORA } from './corpora.js';
import { main } from './main.js';
import { Row } from './row.js';
import { readLines, runCorpus } from './run-corpus.js';

// Processes are started, or thousands of cases looked at.
vi.setConfig({ testTimeout: 120_000 });

const BUNDLED = fileURLToPath(new URL('../../test-fixtures/conformance', import.meta.url));

/** Cases in the bundled corpora: none may go missing unnoticed. */
const CASES: Readonly<Record<string, number>> = {
  frames: 2255,
  'frames-mutated': 1050,
  states: 1592,
  logs: 221,
  'event-log-cases': 375,
  dirs: 155,
  'directory-cases': 142,
  'conversation-frames': 2966,
  'conversation-manifests': 312,
  'conversation-logs': 326,
  'v2-lines': 740,
  'v2-logs': 264,
  'permission-cases': 208,
};

describe('agreement with fx', () => {
  for (const corpus of CORPORA) {
    it(`agrees about every case of ${corpus.name}.jsonl`, async () => {
      const disagreements: string[] = [];
      const report = await runCorpus(corpus, BUNDLED, (id, differences) => {
        disagreements.push(`${id}: ${differences.join('; ')}`);
      });
      expect(disagreements).toEqual([]);
      expect(report.passed).toBe(CASES[corpus.name]);
    });
  }
});

/** Spellings that fx reads and never writes, in the words of the corpus. */
const SPELLINGS =
  /keys in reverse order|keys swapped|key written with an escape|solidus escaped|right pair|pair in capitals|in escapes|spelled -0|4\.9e-324|1E-1|CRLF|CR between|blanks|cancelled_command, terminal_reason/;

describe('the encoder', () => {
  it('gives back every accepted frame byte for byte, but for other values and other spellings', async () => {
    const unexplained: string[] = [];
    let [same, respelled] = [0, 0];
    for await (const line of readLines(join(BUNDLED, 'frames.jsonl'))) {
      const row = new Row(line);
      if (row.string('verdict') !== 'accept' || row.has('rewritten_b64')) continue;
      const bytes = row.has('gen') ? row.generatedBytes('gen') : row.bytes('frame_b64');
      if (Buffer.from(encodeFrame(decodeFrame(bytes))).equals(bytes)) same += 1;
      else if (SPELLINGS.test(row.string('why'))) respelled += 1;
      else unexplained.push(`${row.id}: ${row.string('why')}`);
    }
    expect(unexplained).toEqual([]);
    expect([same, respelled]).toEqual([219, 2]);
  });
});

describe('the conformance command', () => {
  let folder: string;
  let output: string;
  const host = () => ({
    cwd: join(folder, '..'),
    bundled: join(folder, 'none'),
    out: (text: string) => {
      output += text;
    },
    err: (text: string) => {
      output += text;
    },
  });
  const frame = (kind: string) => Buffer.from(`{"kind":"${kind}"}\n`).toString('base64');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fxlog-conformance-'));
    output = '';
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('exits with 2 when it finds no corpus', async () => {
    expect(await main([], host())).toBe(2);
    expect(await main([folder], host())).toBe(2);
    expect(output).toContain(`No corpus in ${folder}`);
  });

  it('takes a relative folder from where it was called', async () => {
    const row = { id: 'x1', frame_b64: frame('none'), verdict: 'reject', error: 'InvalidEventFrame' };
    writeFileSync(join(folder, 'frames.jsonl'), `${JSON.stringify(row)}\n`);
    expect(await main([basename(folder)], host())).toBe(0);
    expect(output).toBe('frames: 1 passed, 0 failed\n');
  });

  it('prints each disagreement with its id and exits with 1', async () => {
    const rows = [
      { id: 'x1', frame_b64: frame('none'), verdict: 'accept', kind: 'session_started' },
      { id: 'x2', frame_b64: frame('none'), verdict: 'reject', error: 'InvalidReplacement' },
    ];
    writeFileSync(join(folder, 'frames.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
    expect(await main([folder], host())).toBe(1);
    expect(output).toBe(
      'frames x1: rejected with InvalidEventFrame, fx accepts it\n' +
        'frames x2: error: fx says InvalidReplacement, we say InvalidEventFrame\n' +
        'frames: 0 passed, 2 failed\n',
    );
  });

  it('counts a line that is no case as a failure and says where it is', async () => {
    writeFileSync(join(folder, 'logs.jsonl'), '{"id":"l1","verdict":"perhaps","log_b64":""}\n{"id":\n[]\n');
    expect(await main([folder], host())).toBe(1);
    const file = join(folder, 'logs.jsonl');
    expect(output).toContain(`logs ${file}:1: malformed line: "verdict" is neither accept nor reject\n`);
    expect(output).toContain(`logs ${file}:2: malformed line: `);
    expect(output).toContain(`logs ${file}:3: malformed line: not a JSON object\n`);
    expect(output).toContain('logs: 0 passed, 3 failed\n');
  });
});
