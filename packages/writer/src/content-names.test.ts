import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contentAddressedName, latestPointerName, toolResultHandle } from './content-names.js';

const fixture = new URL('./../../../test-fixtures/fx-0.0.5/result-handle/', import.meta.url);

describe('names made from content', () => {
  it('gives the names of session-directory, Appendix C', () => {
    expect(latestPointerName('/home/dev/project')).toBe(
      '1afbf223bb0b58ba08766ec87173ebd68e0507d66983531a95b52ff9b529c7db.json',
    );
    expect(contentAddressedName('fx-command-123', '.log', Buffer.from('saved output'))).toBe(
      'fx-command-123-1b2a9cb5a0298dcb.log',
    );
  });

  it('gives the handle that fx itself gave', () => {
    const session = readdirSync(fixture).find((name) => name.startsWith('17')) ?? '';
    const handle = 'result-terminal-d755eeaa94759dbe-b6322b390a69b1dc.txt';
    const stored = readFileSync(new URL(`${session}/tool-results/${handle}`, fixture));
    const log = readFileSync(new URL(`${session}/events.jsonl`, fixture), 'utf8');
    const callId = new RegExp(`"tool_call_id":"([^"]+)"[^{}]*"output_handle":"${handle}"`).exec(log)?.[1] ?? '';
    expect(toolResultHandle('terminal', callId, stored)).toBe(handle);
  });
});
