import { describe, expect, it } from 'vitest';
import { fixture } from '../../testing/run-codec.js';
import { claudeCodeCodec as codec } from './claude-code-codec.js';

describe('Claude Code, detection', () => {
  it('knows its own files from their first bytes', () => {
    for (const name of ['session', 'branch', 'sidechain', 'compaction', 'split']) {
      expect(codec.detect?.(fixture(`claude-code/${name}.jsonl`).subarray(0, 65_536))).toBe(true);
    }
    expect(codec.detect?.(fixture('claude-code/session.jsonl').subarray(0, 300))).toBe(true);
  });

  it('leaves the files of others alone', () => {
    for (const name of ['codex/session.jsonl', 'pi/session.jsonl']) expect(codec.detect?.(fixture(name))).toBe(false);
    expect(codec.detect?.(Buffer.from('{"type":"user"}\nplain text\n'))).toBe(false);
  });
});
