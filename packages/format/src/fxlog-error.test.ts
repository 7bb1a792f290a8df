import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { FrameError } from './frame-error.js';
import { FxlogError } from './fxlog-error.js';

class PlainError extends FxlogError {
  override readonly name = 'PlainError';
}

describe('an error of fxlog', () => {
  it('shows in a console what is known and nothing else', () => {
    const shown = inspect(new PlainError({ rule: 'frame/blank', message: 'The line is empty.', line: 3 }));
    expect(shown).toContain("rule: 'frame/blank'");
    expect(shown).toContain('line: 3');
    expect(shown).not.toContain('undefined');
  });

  it('has all that it was made of, zero and the empty path too', () => {
    const init = { rule: 'frame/blank', message: 'Empty.', fxError: 'InvalidEventFrame', path: '', offset: 0 } as const;
    const error = new FrameError({ ...init, file: 'events.jsonl', length: 1, line: 2, seq: 3n });
    expect(error).toMatchObject({ ...init, file: 'events.jsonl', length: 1, line: 2, seq: 3n });
    expect(error.toFinding()).toEqual({
      rule: 'frame/blank',
      severity: 'error',
      message: 'Empty.',
      fxError: 'InvalidEventFrame',
      offset: 0,
      file: 'events.jsonl',
      length: 1,
      line: 2,
      seq: 3n,
    });
  });

  it('says of what is not known that it is undefined', () => {
    const error = new PlainError({ rule: 'frame/blank', message: 'The line is empty.' });
    expect([error.file, error.offset, error.fxError]).toEqual([undefined, undefined, undefined]);
    expect('file' in error).toBe(false);
  });
});
