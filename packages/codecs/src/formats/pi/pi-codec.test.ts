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

  it.each([
    ['whole', '{"type":"session","id":"a","timestamp":"2026-01-01T00:00:00Z"}', true],
    ['without an id', '{"type":"session","timestamp":"2026-01-01T00:00:00Z"}', false],
    ['without a time', '{"type":"session","id":"a"}', false],
    ['of a version, but without a time', '{"type":"session","version":3,"id":"a"}', true],
    ['of another type', '{"type":"message","id":"a","timestamp":"2026-01-01T00:00:00Z"}', false],
  ])('asks for a header that is %s', (_, header, isPi) => {
    expect(codec.detect?.(Buffer.from(`${header}\n`))).toBe(isPi);
  });
});
