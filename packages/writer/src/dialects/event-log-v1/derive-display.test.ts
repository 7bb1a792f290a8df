import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HistoryTurn } from '@fxlog/format';
import type { DisplayMetadata } from '@fxlog/format/internal';
import { describe, expect, it } from 'vitest';
import { fixtureSessions } from '../../testing/fixtures.js';
import { deriveDisplay } from './derive-display.js';

const said = (text: string, images = 0): HistoryTurn =>
  ({
    kind: 'assistant',
    user: { text, images: Array.from({ length: images }, () => ({})) },
    assistant: '',
    execution: { schema_version: 3, tool_steps: [], files: [] },
  }) as unknown as HistoryTurn;

const derive = (...texts: string[]): DisplayMetadata | null =>
  deriveDisplay(
    texts.map((text) => said(text)),
    '/w',
  );

describe('deriveDisplay (session-directory §4.3)', () => {
  const titled = fixtureSessions().filter(({ shape, dir, read }) => {
    return read('display.json') !== null && !dir.includes('legacy') && shape !== 'recovered-source';
  });
  it.each(titled.map((session) => [session.shape, session] as const))('says of %s what fx said', (shape, session) => {
    const expected =
      shape === 'profile'
        ? join(session.dir, '../../expected', `${session.id}.json`)
        : join(session.dir, '../expected.json');
    const { history } = JSON.parse(readFileSync(expected, 'utf8')) as { history: HistoryTurn[] };
    const { origin_workspace_root: root } = session.json('display.json') as unknown as DisplayMetadata;
    expect(deriveDisplay(history, root)).toEqual(session.json('display.json'));
  });

  it('has nothing to say of an empty history', () => {
    expect(derive()).toBeNull();
  });

  it('passes over blanks and slash commands, but not over a command with more lines', () => {
    expect(derive(' \t\r\n', '/model x', 'Hello')).toMatchObject({ title: 'Hello' });
    expect(derive('/model x\nand more', 'Hello')).toMatchObject({ title: '/model x', preview: '/model x\nand more' });
  });

  it('calls a session of images alone Image session, without a preview', () => {
    expect(deriveDisplay([said('', 1)], null)).toMatchObject({ title: 'Image session', preview: null });
    expect(deriveDisplay([said('', 1), said('Then words')], null)).toMatchObject({ title: 'Then words' });
    expect(derive('/only')).toMatchObject({ title: 'Untitled session', preview: null });
  });

  it('takes eight words of the first line that is not blank, and two such lines as the preview', () => {
    expect(derive('\n  a  b\tc d e f g h i \n\n second \n third')).toMatchObject({
      title: 'a b c d e f g h',
      preview: 'a  b\tc d e f g h i\nsecond',
    });
  });

  it('cuts to 240 bytes between two characters', () => {
    // 120 two-byte characters are 240 bytes; one before them shifts the cut into the middle of the last.
    expect(derive('é'.repeat(200))).toMatchObject({ title: 'é'.repeat(120) });
    expect(derive(`x${'é'.repeat(200)}`)).toMatchObject({ title: `x${'é'.repeat(119)}` });
    expect(derive(`${'a'.repeat(239)} b`)).toMatchObject({ title: 'a'.repeat(239) });
    expect(derive(`${'a'.repeat(238)} bc`)).toMatchObject({ title: `${'a'.repeat(238)} b` });
  });
});
