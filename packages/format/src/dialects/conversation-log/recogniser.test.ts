import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFull } from '#test/runs';
import { compileConversationProgram } from '../../../scripts/conversation-program.mjs';
import { generateConversationRecogniser, generatedPath } from '../../../scripts/generate.mjs';
import { loadAllShaped } from '../../../scripts/generate-shapes.mjs';
import { FrameError } from '../../frame-error.js';
import { arbitraryValue } from '../../loose/testing/arbitrary.js';
import { useRecogniser } from '../../recogniser/recogniser.js';
import { checkConversationLine, recogniseConversationLines } from './conversation-line.js';
import { encodeConversationFrame } from './frame.js';
import { ConversationFrame as FRAME } from './generated/shapes.js';
import type { ConversationFrame } from './generated/types.js';
import { MAX_PARTS_BYTES, MAX_PREVIEW_BYTES } from './recogniser-codes.js';

const CHANGED_LINES = isFull ? 100_000 : 10_000;

const conformance = new URL('../../../../../test-fixtures/conformance/', import.meta.url);
const generated = [...(await generateConversationRecogniser())];

/** Every line of the corpora that is not described but there. */
const LINES: readonly Buffer[] = ['conversation-frames.jsonl', 'conversation-logs.jsonl'].flatMap((file) =>
  readFileSync(new URL(file, conformance), 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap((row) => {
      const { frame_b64, rewritten_b64, log_b64 } = JSON.parse(row) as Record<string, string | undefined>;
      const bytes = [frame_b64, rewritten_b64].flatMap((text) =>
        text === undefined ? [] : [Buffer.from(text, 'base64')],
      );
      return log_b64 === undefined ? bytes : linesOf(Buffer.from(log_b64, 'base64'));
    }),
);

function linesOf(log: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0, at = log.indexOf(0x0a); at >= 0; start = at + 1, at = log.indexOf(0x0a, start)) {
    lines.push(log.subarray(start, at + 1));
  }
  return lines;
}

/** The exact way's word on a line: its event, or nothing. */
function exact(line: Buffer): ConversationFrame | null {
  try {
    return checkConversationLine(line, 0, line.length).event;
  } catch (error) {
    if (error instanceof FrameError) return null;
    throw error;
  }
}

/** What an outline is to tell of a line: see `outlinePayload`. */
function told({ schema_version, seq, timestamp_ms, event }: ConversationFrame): unknown {
  return { schema_version, seq, timestamp_ms, event: toldOf(event) };
}

function toldOf(event: ConversationFrame['event']): unknown {
  if ('user' in event) return { user: event.user.images };
  if ('assistant' in event) {
    const { text, provider_replay, standalone_response } = event.assistant;
    return { assistant: [text === '', provider_replay === null, standalone_response] };
  }
  if ('tool_call' in event) return { tool_call: [event.tool_call.call_id, event.tool_call.tool_name] };
  if ('turn_completed' in event) return 'turn_completed';
  if (!('tool_result' in event)) return event;
  const { call_id, tool_name, status, artifact_ref, tool_image_handle, output_bytes, stored_bytes, ...more } =
    event.tool_result;
  const { completeness, command_replay_ref, command_replay_bytes, committed_file_presentation } = more;
  const handles = [artifact_ref, tool_image_handle, command_replay_ref, command_replay_bytes];
  const contents = committed_file_presentation && [committed_file_presentation.content_handle];
  return { call_id, tool_name, status, output_bytes, stored_bytes, completeness, handles, contents };
}

function payloadOf({ event }: ConversationFrame): object {
  return Object.values(event)[0];
}

/** Compares a line that was recognised with what the exact way makes of it; says whether it was. */
function compare(line: Buffer): boolean {
  const [recognised, ...others] = recogniseConversationLines(line, 0, line.length);
  if (recognised == null || others.length > 0) return false;
  const event = exact(line);
  expect(told(recognised.outline)).toEqual(event === null ? null : told(event));
  if (event !== null)
    expect(Object.keys(payloadOf(recognised.outline)).sort()).toEqual(Object.keys(payloadOf(event)).sort());
  expect({ line: line.toString('latin1'), event: recognised.event }).toEqual({ line: line.toString('latin1'), event });
  expect([recognised.seq, recognised.timestampMs]).toEqual([event?.seq, event?.timestamp_ms]);
  expect(Object.keys(event?.event ?? {})).toEqual([recognised.kind]);
  return true;
}

const JOINTS = [
  '"',
  '\\',
  ',',
  ':',
  '{',
  '}',
  '[',
  ']',
  'null',
  'true',
  '0',
  '-',
  '1e3',
  '\n',
  ' ',
  '\u00e9',
  '\\u0041',
  '""',
  '{}',
  '[]',
];

/** Mostly a byte or two, which leaves many lines good. */
const SPAN = fc.oneof({ weight: 3, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(24) });

/** A line with one to three places changed. */
const changed = fc
  .tuple(
    fc.constantFrom(...LINES.filter((line) => line.length < 4000)),
    fc.array(fc.tuple(fc.nat(), SPAN, fc.oneof(fc.constantFrom(...JOINTS), fc.string({ maxLength: 3 })), fc.nat(3)), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([line, changes]) => {
    let bytes: Buffer = line;
    for (const [place, length, text, how] of changes) {
      const at = place % bytes.length;
      const until = how === 0 ? at : at + length;
      const inserted = how === 1 ? Buffer.alloc(0) : how === 2 ? bytes.subarray(at, until) : Buffer.from(text);
      bytes = Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(how === 2 ? at : until)]);
    }
    return bytes.at(-1) === 0x0a ? bytes : Buffer.concat([bytes, Buffer.from('\n')]);
  });

describe.each(['wasm', 'javascript'] as const)('the recogniser of a conversation log, in %s', (name) => {
  beforeAll(() => {
    useRecogniser(name);
  });
  afterAll(() => {
    useRecogniser();
  });

  it('recognises what fx writes, and takes nothing for what it is not', () => {
    let recognised = 0;
    for (const line of LINES) if (compare(line)) recognised++;
    // The corpora consist mostly of what fx does not write.
    expect(recognised).toBeGreaterThan(2000);
  });

  it('says the same as the exact way of changed lines', () => {
    fc.assert(
      fc.property(changed, (line) => {
        compare(line);
      }),
      { numRuns: CHANGED_LINES },
    );
  });

  it('recognises every line that is written, but for what is left to the exact way', () => {
    const frames = arbitraryValue(FRAME) as fc.Arbitrary<ConversationFrame>;
    fc.assert(
      fc.property(frames, (frame) => {
        let line: Buffer;
        try {
          line = Buffer.from(encodeConversationFrame(frame));
        } catch (error) {
          if (error instanceof FrameError) return;
          throw error;
        }
        compare(line);
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  it('recognises lines that lie one behind the other, with bad ones between them', () => {
    const good = LINES.find((line) => compare(line)) as Buffer;
    const bad = Buffer.from('{"schema_version":3,"seq":1,"timestamp_ms":1,"event":{"user":{"text":"a\n');
    const bytes = Buffer.concat([good, bad, good, bad, bad, good]);
    const found = recogniseConversationLines(bytes, 0, bytes.length).map((line) => line !== null);
    expect(found).toEqual([true, false, true, false, false, true]);
  });

  it.each([
    ['of the length that is allowed', 'a'.repeat(MAX_PREVIEW_BYTES), true],
    ['with escapes that make it look longer', '\\n'.repeat(MAX_PREVIEW_BYTES), true],
    ['that is too long', 'a'.repeat(MAX_PREVIEW_BYTES + 1), false],
    ['that is too long, with escapes', '\\n'.repeat(MAX_PREVIEW_BYTES + 1), false],
  ])('judges a preview %s', (_what, preview, isGood) => {
    const line = LINES.find((one) => one.includes('"preview":"a\\nb\\nc\\n"') && compare(one)) as Buffer;
    const other = Buffer.from(line.toString().replace('"preview":"a\\nb\\nc\\n"', `"preview":"${preview}"`));
    expect(compare(other)).toBe(isGood);
    expect(exact(other) !== null).toBe(isGood);
  });
});

describe('the program of the recogniser', () => {
  it.each(generated)('is what the schemas give: %s', (file, text) => {
    const path = generatedPath(file, 'conversation-log');
    expect(readFileSync(path, 'utf8') === text, 'run "npm run generate -w @fxlog/format"').toBe(true);
  });

  it('has the lengths that stand in the schemas', () => {
    const schemas = loadAllShaped();
    const { properties } = schemas.get('conversation-log/event/tool_result') as {
      properties: { preview: { maxBytes: number } };
    };
    expect(properties.preview.maxBytes).toBe(MAX_PREVIEW_BYTES);
    const { $defs } = schemas.get('conversation-log/definitions') as {
      $defs: { providerReplay: { properties: { parts_json: { maxBytes: number } } } };
    };
    expect($defs.providerReplay.properties.parts_json.maxBytes).toBe(MAX_PARTS_BYTES);
    expect(compileConversationProgram().kinds).toHaveLength(8);
  });
});
