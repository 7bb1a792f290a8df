import { reduceLog } from '@fxlog/assembler';
import { describe, expect, it } from 'vitest';
import { writeTranscript } from '../../model/write-transcript.js';
import { FX_SESSIONS, filesIn, filesOf } from '../../testing/fx-fixtures.js';
import { readAll, runConversion } from '../../testing/run-conversion.js';

/** common-model §C8.3: what fx needs to build its next request. */
async function checkSteps(log: Uint8Array): Promise<void> {
  const { state } = await reduceLog(log);
  for (const turn of state?.history ?? []) {
    if (turn.kind === 'compacted_summary') continue;
    for (const { tool_calls, tool_results } of turn.execution?.tool_steps ?? []) {
      expect(tool_results.map((result) => [result.tool_call_id, result.tool_name])).toEqual(
        tool_calls.map((call) => [call.id, call.name]),
      );
      expect(new Set(tool_calls.map(({ id }) => id)).size).toBe(tool_calls.length);
    }
  }
}

describe.each(FX_SESSIONS)('the session %s of fx', (_shape, directory) => {
  const log = `${directory}/events.jsonl`;

  it('is the same transcript again when it has gone through fx', async () => {
    const first = await readAll(log, { from: 'fx', readAttachment: filesIn(directory) });
    const written = await runConversion(Buffer.from(writeTranscript(first)), { from: 'common', to: 'fx' });
    await checkSteps(written.main);
    const second = await readAll(written.main, { from: 'fx', readAttachment: filesOf(written.files) });
    expect(second.messages.length).toBe(first.messages.length);
    if (written.losses.isLossless) {
      expect(writeTranscript(second)).toBe(writeTranscript(first));
    }
    const again = await runConversion(Buffer.from(writeTranscript(second)), { from: 'common', to: 'fx' });
    expect(again.losses.kinds()).toEqual([]);
    const third = await readAll(again.main, { from: 'fx', readAttachment: filesOf(again.files) });
    expect(writeTranscript(third)).toBe(writeTranscript(second));
  });
});
