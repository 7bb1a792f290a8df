import { describe, expect, test } from 'vitest';
import { summarizeArguments } from './tool-arguments.js';

describe('summarizeArguments', () => {
  test('shows members as name=value, bare where possible, without nulls', () => {
    expect(summarizeArguments('{"action":"exec","command":"ls -l","cwd":null,"n":3,"all":true}', 80)).toBe(
      'action=exec command="ls -l" n=3 all=true',
    );
  });

  test('cuts long values and the whole', () => {
    const text = summarizeArguments(JSON.stringify({ path: 'a.ts', content: 'x\n'.repeat(500) }), 120);
    expect(text.startsWith('path=a.ts content="x\\nx\\n')).toBe(true);
    expect(text.length).toBeLessThanOrEqual(80);
    expect(summarizeArguments('{"path":"abcdefghij"}', 10)).toBe('path=abcd…');
  });

  test('shows arguments that are not an object, or no JSON, as they are', () => {
    expect(summarizeArguments('[1, 2]', 80)).toBe('[1,2]');
    expect(summarizeArguments('{"a": \x1b', 80)).toBe('{"a": \\x1b');
    expect(summarizeArguments(Uint8Array.from([0x7b, 0xff]), 80)).toBe('{\\xff');
    expect(summarizeArguments('', 80)).toBe('');
  });

  test('keeps numbers exact', () => {
    expect(summarizeArguments('{"n":18446744073709551615,"d":1.50}', 80)).toBe('n=18446744073709551615 d=1.50');
  });
});
