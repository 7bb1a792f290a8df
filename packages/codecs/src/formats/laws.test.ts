import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import type { Timestamp } from '../model/timestamp.js';
import type { Message, Transcript } from '../model/transcript.js';
import { writeTranscript } from '../model/write-transcript.js';
import { anyTranscript, representableTranscript } from '../testing/arbitrary-transcript.js';
import { filesOf } from '../testing/fx-fixtures.js';
import { leavesOf, missingLeaves, tokensOf } from '../testing/leaves.js';
import { runConversion } from '../testing/run-conversion.js';

/** Transcripts for the law that a conversion loses only what it reports. */
const LOSS_RUNS = 10_000;
const RUNS = 1000;

/** A transcript that went through a format and came back, and what was reported on the way there. */
async function throughFormat(transcript: Transcript, format: string) {
  const before = writeTranscript(transcript);
  const there = await runConversion(Buffer.from(before), { from: 'common', to: format });
  const back = await runConversion(there.main, { from: format, to: 'common', readAttachment: filesOf(there.files) });
  return { before, after: back.main.toString(), losses: there.losses, lossesBack: back.losses };
}

describe.each(['simple', 'jsonl'])('through %s', (format) => {
  it('a transcript comes back as it was, but for what was reported', async () => {
    await fc.assert(
      fc.asyncProperty(anyTranscript, async (transcript) => {
        const { before, after, losses, lossesBack } = await throughFormat(transcript, format);
        const { lineage, ...meta } = transcript.meta;
        expect(losses.count('dropped-lineage')).toBe(format === 'simple' && lineage !== undefined ? 1 : 0);
        expect(losses.total + lossesBack.total).toBe(losses.count('dropped-lineage'));
        expect(after).toBe(format === 'simple' ? writeTranscript({ ...transcript, meta }) : before);
      }),
      { numRuns: runs(LOSS_RUNS) },
    );
  });
});

/** fx has no slash commands: they become what the user said. */
function withoutCommands(transcript: Transcript): Transcript {
  const messages = transcript.messages.map((message) => ({
    ...message,
    content: message.content.map((block) =>
      block.type === 'tool_use' && block.tool.name === 'Command'
        ? { ...block, tool: { name: 'Bash', command: block.tool.command } as const }
        : block,
    ),
  }));
  return { ...transcript, messages };
}

/** Whether a message is a prompt of nothing but white space. */
function isBlankPrompt(message: Message | undefined): boolean {
  if (message?.role !== 'user') return false;
  const said = message.content.filter(({ type }) => type !== 'tool_result');
  return said.length > 0 && said.every((block) => block.type === 'text' && block.text.trim() === '');
}

describe('through fx', () => {
  it('a transcript that fx can hold comes back byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(representableTranscript.map(withoutCommands), async (transcript) => {
        const { before, after, losses } = await throughFormat(transcript, 'fx');
        expect(losses.isLossless).toBe(true);
        expect(after).toBe(before);
      }),
      { numRuns: runs(RUNS) },
    );
  });

  it('every text, call, result, image and number comes back or is in the report', async () => {
    await fc.assert(
      fc.asyncProperty(anyTranscript, async (transcript) => {
        const { before, after, losses, lossesBack } = await throughFormat(transcript, 'fx');
        const missing = missingLeaves(leavesOf(before), leavesOf(after), losses);
        // fx holds a blank prompt, and reading makes no message of it (common-model §C2.1).
        expect(missing.filter(({ message }) => !isBlankPrompt(transcript.messages[message ?? -1]))).toEqual([]);
        const reportsBlank = lossesBack
          .kinds()
          .some(({ samples }) => samples.some(({ detail }) => /white space/.test(detail)));
        if (missing.length > 0) expect(reportsBlank).toBe(true);
        const tokens = tokensOf(after);
        const wanted = tokensOf(before);
        const usages = [...losses.kinds(), ...lossesBack.kinds()].filter(({ code }) => code === 'dropped-usage');
        if (!usages.some(({ samples }) => samples.some(({ detail }) => /no turn|no answer/.test(detail)))) {
          expect(tokens.input_tokens ?? 0).toBe(wanted.input_tokens ?? 0);
          expect(tokens.output_tokens ?? 0).toBe(wanted.output_tokens ?? 0);
        }
        const cached = transcript.messages.filter(
          ({ usage }) => (usage?.cache_creation_input_tokens ?? usage?.cache_read_input_tokens) !== undefined,
        );
        expect(losses.count('dropped-usage-cache')).toBe(cached.length);
      }),
      { numRuns: runs(LOSS_RUNS) },
    );
  });

  it('a blank prompt is in the log, and in the report of whoever reads it', async () => {
    const said = { type: 'text', text: ' ' } as const;
    const time = '2026-01-01T12:00:00Z' as Timestamp;
    const { after, losses, lossesBack } = await throughFormat(
      {
        meta: { id: '', timestamp: time, cwd: '/w', model: 'm-1' },
        messages: [{ role: 'user', content: [said], timestamp: time }],
      },
      'fx',
    );
    expect(JSON.parse(after)).toMatchObject({ messages: [] });
    expect(losses.count('dropped-block')).toBe(0);
    expect(lossesBack.kinds().flatMap(({ samples }) => samples)).toContainEqual(
      expect.objectContaining({
        code: 'dropped-extra',
        detail: 'A prompt of nothing but white space.',
        where: expect.objectContaining({ turn: 0 }),
      }),
    );
  });

  it('what came back is the same when it goes through once more, unless more is reported', async () => {
    await fc.assert(
      fc.asyncProperty(anyTranscript, async (transcript) => {
        const first = await throughFormat(transcript, 'fx');
        const second = await runConversion(Buffer.from(first.after), {
          from: 'common',
          to: 'fx',
          defaults: { model: 'm-1' },
        });
        const third = await runConversion(second.main, {
          from: 'fx',
          to: 'common',
          readAttachment: filesOf(second.files),
        });
        if (second.losses.isLossless) expect(third.main.toString()).toBe(first.after);
      }),
      { numRuns: runs(RUNS) },
    );
  });
});
