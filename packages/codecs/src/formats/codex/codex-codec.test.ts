import { describe, expect, it } from 'vitest';
import { fixture } from '../../testing/run-codec.js';
import { codexCodec as codec } from './codex-codec.js';

describe('Codex, detection', () => {
  it('knows its own files from their first bytes, and leaves those of others alone', () => {
    for (const name of ['session', 'array-output']) expect(codec.detect?.(fixture(`codex/${name}.jsonl`))).toBe(true);
    expect(codec.detect?.(fixture('codex/session.jsonl').subarray(0, 100))).toBe(true);
    for (const name of ['claude-code/session.jsonl', 'pi/session.jsonl'])
      expect(codec.detect?.(fixture(name))).toBe(false);
  });
});
