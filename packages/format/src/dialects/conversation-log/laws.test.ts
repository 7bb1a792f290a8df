import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import { FrameError } from '../../frame-error.js';
import { arbitraryValue, spellLoosely } from '../../loose/testing/arbitrary.js';
import { decodeConversationFrame, encodeConversationFrame } from './frame.js';
import { ConversationFrame as FRAME } from './generated/shapes.js';
import type { ConversationFrame, FilePresentation } from './generated/types.js';

/** Frames that keep the rules about several fields, too. */
const frames = arbitraryValue(FRAME).map((value) => {
  const frame = value as ConversationFrame;
  frame.schema_version = 3;
  if (frame.seq < 1) frame.seq = 1;
  if (frame.timestamp_ms < 0) frame.timestamp_ms = 0;
  if ('tool_result' in frame.event) {
    const result = frame.event.tool_result;
    if (result.status === 'success' || result.provider_native) result.review_feedback = false;
    if (result.command_replay_ref === null || result.command_replay_bytes === null) {
      result.command_replay_ref = null;
      result.command_replay_bytes = null;
    }
    if (result.committed_file_presentation !== null) keepSource(result.committed_file_presentation);
  }
  if ('interrupted' in frame.event && frame.event.interrupted.command_replay_bytes === null) {
    frame.event.interrupted.command_replay_ref = null;
  }
  if ('interrupted' in frame.event && frame.event.interrupted.command_replay_ref === null) {
    frame.event.interrupted.command_replay_bytes = null;
  }
  return frame;
});

function keepSource(diff: FilePresentation): void {
  if (diff.content_handle === null) return;
  diff.content_handle = 'diff-1.json';
  diff.previous_content = null;
  diff.after_content = null;
}

const picks = fc.infiniteStream(fc.nat(1000)).map((stream) => (choices: number) => stream.next().value % choices);

describe('lines of a conversation log', () => {
  it('read as what was written', () => {
    fc.assert(
      fc.property(frames, (frame) => {
        expect(decodeConversationFrame(encodeConversationFrame(frame))).toEqual(frame);
      }),
    );
  });

  it('read the same however they are spelled, and are written the same', () => {
    fc.assert(
      fc.property(frames, picks, (frame, pick) => {
        const spelled = Buffer.from(`${spellLoosely(frame, FRAME, pick)}\n`);
        const read = decodeConversationFrame(spelled);
        expect(read).toEqual(frame);
        expect(encodeConversationFrame(read)).toEqual(encodeConversationFrame(frame));
      }),
    );
  });

  it('are refused only as a FrameError with a place inside the line, or read and written to a line that is written the same again', () => {
    const cut = fc.tuple(frames, fc.nat(), fc.nat(40), fc.uint8Array({ maxLength: 3 }));
    fc.assert(
      fc.property(cut, ([frame, at, length, filling]) => {
        const line = Buffer.from(encodeConversationFrame(frame));
        const start = at % line.length;
        const changed = Buffer.concat([line.subarray(0, start), filling, line.subarray(start + length)]);
        try {
          const rewritten = encodeConversationFrame(decodeConversationFrame(changed));
          expect(encodeConversationFrame(decodeConversationFrame(rewritten))).toEqual(rewritten);
        } catch (error) {
          if (!(error instanceof FrameError)) throw error;
          expect(error.offset).toBeGreaterThanOrEqual(0);
          expect(error.offset).toBeLessThanOrEqual(changed.length);
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it('are not written from what is not a frame', () => {
    const frame = {
      schema_version: 3,
      seq: 1,
      timestamp_ms: 0,
      event: { steering: { text: 'on' } },
    } as ConversationFrame;
    const others = [
      { ...frame, seq: 0 },
      { ...frame, seq: 1.5 },
      { ...frame, more: 1 },
      { ...frame, event: {} },
      { ...frame, event: { steering: { text: '' } } },
      { ...frame, event: { steering: { text: '\ud800' } } },
      { ...frame, event: { steering: { text: 'on' }, user: { text: 'on' } } },
    ];
    for (const other of others) expect(() => encodeConversationFrame(other as ConversationFrame)).toThrow(FrameError);
  });
});
