import { describe, expect, it } from 'vitest';
import {
  CONTEXT_CEILING_BYTES,
  type ContextBudget,
  type ContextLimit,
  contextBudgets,
  cutToBudget,
  parseContextLimit,
  parseContextOverride,
} from './budgets.js';

const layer = (limit: ContextLimit) => new Map([['skill_catalog_bytes', limit]]);
const catalogue = (layers: Parameters<typeof contextBudgets>[0]) =>
  contextBudgets(layers).find(({ name }) => name === 'skill_catalog_bytes');
const budget = (bytes: number): ContextBudget => ({
  name: 'project_instruction_file_bytes',
  limit: BigInt(bytes),
  effectiveBytes: bytes,
  source: 'command line',
});

describe('contextBudgets', () => {
  it('has the eleven of fx with their defaults', () => {
    expect(contextBudgets().map(({ name, effectiveBytes }) => `${name} ${effectiveBytes}`)).toEqual([
      'project_instruction_file_bytes 65536',
      'project_instructions_total_bytes 131072',
      'skill_description_bytes 1024',
      'skill_catalog_bytes 16384',
      'skill_chunk_bytes 20480',
      'skill_file_bytes 1048576',
      'mcp_description_bytes 1024',
      'mcp_search_result_bytes 16384',
      'mcp_server_instructions_bytes 2048',
      'mcp_selected_schema_bytes 65536',
      'image_adapter_output_bytes 20480',
    ]);
  });

  it('lets the later layer win, and says which', () => {
    const user = layer(1n);
    const workspace = layer(2n);
    expect(catalogue({})).toMatchObject({ effectiveBytes: 16_384, source: 'compiled default' });
    expect(catalogue({ user })).toMatchObject({ effectiveBytes: 1, source: 'global settings' });
    expect(catalogue({ user, workspace })).toMatchObject({ effectiveBytes: 2, source: 'workspace settings' });
    expect(catalogue({ user, workspace, commandLine: layer(0n) })).toMatchObject({
      effectiveBytes: 0,
      source: 'command line',
    });
  });

  it.each<[ContextLimit, number]>([
    [0n, 0],
    [67_108_863n, 67_108_863],
    [67_108_864n, 67_108_864],
    [67_108_865n, 67_108_864],
    [18_446_744_073_709_551_615n, 67_108_864],
    ['off', 67_108_864],
  ])('takes %s for %d bytes: nothing passes the ceiling', (limit, bytes) => {
    expect(catalogue({ user: layer(limit) })).toMatchObject({ limit, effectiveBytes: bytes });
  });
});

describe('parseContextLimit', () => {
  it.each<[string, ContextLimit | null]>([
    ['0', 0n],
    ['007', 7n],
    ['18446744073709551615', 18_446_744_073_709_551_615n],
    ['18446744073709551616', null],
    ['Off', 'off'],
    ['', null],
    ['-1', null],
    ['+1', null],
    ['1.5', null],
    ['1_0', null],
    ['9'.repeat(100_000), null],
  ])('reads %.24s', (text, limit) => {
    expect(parseContextLimit(text)).toBe(limit);
  });
});

describe('parseContextOverride', () => {
  it('takes blanks around both sides, and grouped digits', () => {
    expect(parseContextOverride(' skill_file_bytes = 1_000_000 ')).toEqual({
      name: 'skill_file_bytes',
      limit: 1_000_000n,
    });
    expect(parseContextOverride('skill_file_bytes=OFF')).toEqual({ name: 'skill_file_bytes', limit: 'off' });
  });

  it.each([
    ['skill_file_bytes', 'InvalidContextLimitOverride'],
    ['=1', 'InvalidContextLimitOverride'],
    ['skill_file_bytes= ', 'InvalidContextLimitOverride'],
    ['toString=1', 'UnknownContextLimit'],
    ['skill_file_bytes=-1', 'InvalidContextLimitValue'],
    ['skill_file_bytes=1.5', 'InvalidContextLimitValue'],
    ['skill_file_bytes=18446744073709551616', 'InvalidContextLimitValue'],
  ])('refuses %s as fx does', (text, fault) => {
    expect(parseContextOverride(text)).toEqual({ fault });
  });
});

describe('cutToBudget', () => {
  const cut = (text: string, bytes: number, at: 'line' | 'escaped-character' = 'line') =>
    cutToBudget(Buffer.from(text), budget(bytes), at);

  it('keeps a text that is exactly as long, and cuts one that is a byte longer', () => {
    expect(cut('ab\ncd', 5)).toEqual({ observedBytes: 5, keptBytes: 5, keptBy: null });
    expect(cut('ab\ncd\n', 5)).toEqual({
      observedBytes: 6,
      keptBytes: 3,
      keptBy: '--context-limit project_instruction_file_bytes=6',
    });
  });

  it('keeps nothing of a text within no bytes, and an empty text whole', () => {
    expect(cut('\n', 0)).toMatchObject({ observedBytes: 1, keptBytes: 0 });
    expect(cut('', 0)).toMatchObject({ observedBytes: 0, keptBy: null });
  });

  it('takes a line feed that just fits, and cuts a line that is too long at a character', () => {
    expect(cut('ab\ncd', 3)).toMatchObject({ keptBytes: 3 });
    expect(cut('aéé', 4)).toMatchObject({ keptBytes: 3 });
    expect(cut('é', 1)).toMatchObject({ keptBytes: 0 });
  });

  it('cuts inside no entity', () => {
    expect(cut('a&lt;b', 4, 'escaped-character')).toMatchObject({ keptBytes: 1 });
    expect(cut('a&lt;b', 5, 'escaped-character')).toMatchObject({ keptBytes: 5 });
    expect(cut('a\nb&amp;', 4, 'escaped-character')).toMatchObject({ keptBytes: 3 });
  });

  it('names no setting for what is larger than the ceiling', () => {
    const [off] = contextBudgets({ user: new Map([['project_instruction_file_bytes', 'off' as const]]) });
    const text = Buffer.alloc(CONTEXT_CEILING_BYTES + 1, 'a');
    expect(cutToBudget(text, off as ContextBudget, 'line')).toEqual({
      observedBytes: CONTEXT_CEILING_BYTES + 1,
      keptBytes: CONTEXT_CEILING_BYTES,
      keptBy: null,
    });
    expect(cutToBudget(text.subarray(1), off as ContextBudget, 'line')).toMatchObject({ keptBy: null });
  });
});
