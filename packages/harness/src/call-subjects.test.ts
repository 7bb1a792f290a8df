import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSession } from '@fxlog/store';
import { describe, expect, it } from 'vitest';
import { CallSubjects } from './call-subjects.js';
import { mcpUses } from './mcp/mcp-uses.js';
import { readCalls } from './recorded-calls.js';

const of = (tool: string, args: unknown) => new CallSubjects().of(tool, () => JSON.stringify(args), null);

describe('CallSubjects', () => {
  it.each([
    ['read_file', { path: 'a' }, { use: 'read', path: 'a', newPath: null }],
    ['rename_file', { old_path: 'a', new_path: 'b' }, { use: 'rename', path: 'a', newPath: 'b' }],
    ['grep_files', { pattern: 'x' }, null],
    ['write_file', { path: 1 }, null],
    ['write_file', ['a'], null],
    ['terminal', { command: 'cat a' }, null],
    ['toString', { path: 'a' }, null],
  ])('says which file %s %j is about', (tool, args, file) => {
    expect(of(tool, args).file).toEqual(file);
  });

  it('does not read the arguments of other tools, and takes broken ones for none', () => {
    const unread = () => expect.fail('read');
    expect(new CallSubjects().of('terminal', unread, null)).toEqual({
      ...{ file: null, mcp: null, skill: null, refusal: null },
    });
    expect(new CallSubjects().of('read_file', () => '{"path":', null).file).toBeNull();
    expect(of('skill', { name: 'tides' }).skill).toBe('tides');
  });

  it('knows no server of a name alone', () => {
    expect(of('mcp_a_b_c', {}).mcp).toEqual({ server: null, tool: 'mcp_a_b_c' });
    expect(of('mcp_search_tools', {}).mcp).toBeNull();
  });

  it('says of a recorded session what fxlog mcp says', async () => {
    const fixture = fileURLToPath(new URL('../../../test-fixtures/fx-0.0.5/mcp-tool/', import.meta.url));
    const session = await openSession(join(fixture, readdirSync(fixture).find((name) => /^\d+-/.test(name)) ?? ''));
    const subjects = new CallSubjects();
    const found: unknown[] = [];
    for await (const { calls } of (await readCalls(session))?.steps() ?? []) {
      for (const { tool, text, result } of calls) {
        const { mcp } = subjects.of(tool, () => text, result);
        if (mcp !== null) found.push(mcp);
      }
    }
    expect(found).toEqual((await mcpUses(session)).tools.map(({ server, tool }) => ({ server, tool })));
  });
});
