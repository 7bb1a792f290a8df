import type { PermissionRule } from '@fxlog/format/internal';
import { describe, expect, it } from 'vitest';
import { rememberedFor } from './remembered.js';

const canonical = (...fields: string[]) =>
  fields.map((field) => `${'\0'.repeat(7)}${String.fromCharCode(field.length)}${field}`).join('');
const rule = (decision: 'allow' | 'deny', ...fields: string[]): PermissionRule => ({
  id: 1,
  kind: 'command',
  canonical: canonical(...fields),
  display_identity: 'terminal.exec make',
  decision,
  generation: 1,
});
const older = (decision: 'allow' | 'deny', backend: string) =>
  rule(decision, 'fx-permission-state-v1', 'make', '/ws', 'foreground', backend, 'linux', '');
const newer = (command: string, cwd = '/ws') =>
  rule('allow', 'fx-permission-state-v2', command, cwd, 'foreground', 'macos');

const decisionOf = (...rules: PermissionRule[]) =>
  rememberedFor({ tool: 'terminal', arguments: { action: 'exec', command: 'make' } }, rules, { root: '/ws', cwd: null })
    ?.decision ?? null;

describe('what a session remembers of a command', () => {
  it('is compared with the command and its directory', () => {
    expect(decisionOf(newer('make'))).toBe('allow');
    expect(decisionOf(newer('make all'))).toBeNull();
    expect(decisionOf(newer('make', '/ws/src'))).toBeNull();
  });

  it('is converted from the older schema, without what allowed a command behind a backend', () => {
    expect(decisionOf(older('allow', 'none'))).toBe('allow');
    expect(decisionOf(older('allow', 'sandbox'))).toBeNull();
    expect(decisionOf(older('deny', 'sandbox'))).toBe('deny');
  });

  it('denies where two rules have become the same', () => {
    expect(decisionOf(older('allow', 'none'), older('deny', 'sandbox'))).toBe('deny');
    expect(decisionOf(older('deny', 'sandbox'), older('allow', 'none'))).toBe('deny');
  });

  it('is nothing where the form is cut short', () => {
    const torn = { ...older('deny', 'none'), canonical: canonical('fx-permission-state-v1').slice(0, -1) };
    expect(decisionOf(torn)).toBeNull();
  });
});
