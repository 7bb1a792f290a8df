import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { CodecError } from '../codec-error.js';
import { parseForeignJson } from './ordered-json.js';
import { readTranscript } from './read-transcript.js';
import { writeTranscript } from './write-transcript.js';

const VECTOR = readFileSync(
  new URL('../../../../test-fixtures/codecs/common-model/common-1.json', import.meta.url),
  'utf8',
).trimEnd();

const schema = JSON.parse(
  readFileSync(new URL('../../../../schemas/common/transcript.schema.json', import.meta.url), 'utf8'),
);
const isValid = new Ajv2020({ strict: false }).compile(schema);

const roundTrip = (text: string) => writeTranscript(readTranscript(parseForeignJson(text)), { compatible: true });

/** The smallest transcript with one assistant message, with some of its keys replaced. */
const withMessage = (keys: Record<string, unknown>) =>
  JSON.stringify({
    meta: { id: '', timestamp: '2026-01-01T00:00:00Z' },
    messages: [{ role: 'assistant', content: [], timestamp: '2026-01-01T00:00:00Z', ...keys }],
  });
const withBlock = (block: unknown) => withMessage({ content: [block] });
const withTool = (tool: unknown) => withBlock({ type: 'tool_use', id: 't', tool });

describe('Common JSON', () => {
  it('comes out of the model byte for byte as the peer writes it', () => {
    expect(roundTrip(VECTOR)).toBe(VECTOR);
  });

  it('keeps free JSON in the order and spelling of its source, or sorted as the peer does', () => {
    const input =
      '{"b":5.0,"10":1,"a":[1e3,12345678901234567890123,-0,18446744073709551615],"\u{1f600}":1,"\uff01":{"z":1,"y":0.00001}}';
    const text = withTool({ name: 'Raw', tool_name: 'x', input: 0 }).replace('"input":0', `"input":${input}`);
    const transcript = readTranscript(parseForeignJson(text));
    expect(writeTranscript(transcript)).toBe(text);
    expect(writeTranscript(transcript, { compatible: true })).toContain(
      '"input":{"10":1,"a":[1000.0,1.2345678901234568e22,-0.0,18446744073709551615],"b":5.0,"\uff01":{"y":0.00001,"z":1},"\u{1f600}":1}',
    );
  });

  it('takes the last of several equal keys in free JSON', () => {
    const text = withTool({ name: 'Raw', tool_name: 'x', input: 0 }).replace(
      '"input":0',
      '"input":{"a":1,"b":2,"a":3}',
    );
    expect(writeTranscript(readTranscript(parseForeignJson(text)))).toContain('"input":{"a":3,"b":2}');
  });

  it('keeps integers of 64 bits', () => {
    const text = withMessage({ usage: 0 }).replace(
      '"usage":0',
      '"usage":{"input_tokens":18446744073709551615,"output_tokens":9007199254740992}',
    );
    expect(roundTrip(text)).toBe(text);
  });

  it.each([
    [
      'an unknown key in a tool',
      withTool({ name: 'Read', file_path: '/a', zzz: 1 }),
      '{"name":"Read","file_path":"/a"}',
    ],
    [
      'options that are null or false',
      withTool({ name: 'Bash', command: 'x', run_in_background: false, workdir: null }),
      '{"name":"Bash","command":"x"}',
    ],
    [
      'a Raw that could be typed',
      withTool({ name: 'Raw', tool_name: 'Bash', input: { command: 'x' } }),
      '{"name":"Raw","tool_name":"Bash","input":{"command":"x"}}',
    ],
    ['a result of null', withBlock({ type: 'tool_result', tool_use_id: 't', content: null }), '"content":null'],
    ['a text with an extra key', withBlock({ type: 'text', text: 'x', extra: 1 }), '{"type":"text","text":"x"}'],
    ['a null stop reason', withMessage({ stop_reason: null }), '"timestamp":"2026-01-01T00:00:00Z"}]'],
    ['a null usage', withMessage({ usage: null }), '"timestamp":"2026-01-01T00:00:00Z"}]'],
    ['a null signature', withBlock({ type: 'thinking', text: '', signature: null }), '{"type":"thinking","text":""}'],
    ['another stop reason', withMessage({ stop_reason: { other: 'refusal' } }), '"stop_reason":{"other":"refusal"}'],
    ['an extra key at the top', withMessage({}).replace('{"meta"', '{"x":1,"meta"'), '{"meta"'],
    ['a time with a space', withMessage({}).replace('01T00', '01 00'), '"timestamp":"2026-01-01T00:00:00Z"}'],
  ])('accepts %s', (_name, text, expected) => {
    expect(roundTrip(text)).toContain(expected);
    expect(roundTrip(text)).not.toContain('"x":1');
    expect(isValid(JSON.parse(text))).toBe(true);
  });

  it.each([
    ['a tool of another name', withTool({ name: 'Glob', pattern: '*' }), '/messages/0/content/0/tool/name'],
    [
      'an unknown key in an edit',
      withTool({ name: 'MultiEdit', file_path: '/a', edits: [{ old_string: '', new_string: '', x: 1 }] }),
      '/messages/0/content/0/tool',
    ],
    ['a Raw without input', withTool({ name: 'Raw', tool_name: 'X' }), '/messages/0/content/0/tool/input'],
    ['a result without content', withBlock({ type: 'tool_result', tool_use_id: 't' }), '/messages/0/content/0/content'],
    ['an unknown stop reason', withMessage({ stop_reason: 'refusal' }), '/messages/0/stop_reason'],
    ['a usage without output', withMessage({ usage: { input_tokens: 1 } }), '/messages/0/usage/output_tokens'],
    [
      'a negative usage',
      withMessage({ usage: { input_tokens: -1, output_tokens: 1 } }),
      '/messages/0/usage/input_tokens',
    ],
    [
      'half a token',
      withMessage({ usage: { input_tokens: 1, output_tokens: 1.5 } }),
      '/messages/0/usage/output_tokens',
    ],
    ['a role in upper case', withMessage({ role: 'User' }), '/messages/0/role'],
    ['a time without zone', withMessage({}).replace('00Z"},"m', '00"},"m'), '/meta/timestamp'],
    ['no messages', '{"meta":{"id":"","timestamp":"2026-01-01T00:00:00Z"}}', '/messages'],
  ])('rejects %s', (_name, text, path) => {
    expect(() => roundTrip(text)).toThrow(CodecError);
    expect(isValid(JSON.parse(text))).toBe(false);
    try {
      roundTrip(text);
    } catch (error) {
      expect(error).toMatchObject({ rule: 'codec/invalid-document', path });
    }
  });
});
