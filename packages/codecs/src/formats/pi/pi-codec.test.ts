import { describe, expect, it } from 'vitest';
import { fixture } from '../../testing/run-codec.js';
import { piCodec as codec } from './pi-codec.js';

describe('Pi, detection', () => {
  it('knows its own files from their first bytes, and leaves those of others alone', () => {
    for (const name of ['session', 'branch', 'compaction']) {
      expect(codec.detect?.(fixture(`pi/${name}.jsonl`))).toBe(true);
      expect(codec.detect?.(fixture(`pi/${name}.jsonl`).subarray(0, 200))).toBe(true);
    }
    for (const name of ['claude-code/session.jsonl', 'codex/session.jsonl'])
      expect(codec.detect?.(fixture(name))).toBe(false);
  });
});
