import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import type { CodecError } from '../../codec-error.js';
import { FreeJson } from '../../model/free-json.js';
import { openDocument } from './read-document.js';

/** A document as text: what was read, as compact JSON; or the rule of the refusal. */
async function read(text: string, wholeBytes: number, isRepeatable: boolean): Promise<string> {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
  }
  try {
    const document = await openDocument(isRepeatable ? bytes : chunks(), { arrayKey: 'messages', wholeBytes });
    const elements = [];
    for await (const batch of document.elements) for (const element of batch) elements.push(FreeJson.of(element).text);
    const members = [...document.members].map(([key, value]) => `${key}=${FreeJson.of(value).text}`).sort();
    return `${members.join(';')} ${document.hasArray} ${elements.join(';')}`;
  } catch (error) {
    return (error as CodecError).rule;
  }
}

describe('a document read as a stream', () => {
  it.each([
    '{"meta":{"2":1,"1":{}},"messages":[{"a":1.0},[],"x",null,[[1e3]]],"tail":[1]}',
    '{"messages":[1,2],"meta":{}}',
    '{"messages":7,"x":[{"messages":[1]}]}',
    '{"messages":[{"messages":[{"y":1}]}]}',
    '{}',
    '[]',
    '7',
    '{"messages":[1}',
    '{"messages":[1]} x',
    '{"messages":',
    '{"meta":{"a":1,"a":2},"messages":[]}',
  ])('gives what the whole document gives: %s', async (text) => {
    const whole = await read(text, 1_000_000, true);
    expect(await read(text, 0, true)).toBe(whole);
    expect(await read(text, 0, false)).toBe(whole);
  });

  it('gives what the whole document gives, whatever is in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()), async (rest, messages) => {
        const text = JSON.stringify({ ...rest, messages }, null, 1);
        const whole = await read(text, 1_000_000, true);
        expect(await read(text, 0, true)).toBe(whole);
        expect(await read(text, 0, false)).toBe(whole);
      }),
      { numRuns: runs(200) },
    );
  });
});
