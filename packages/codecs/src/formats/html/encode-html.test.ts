import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import type { EncodedPiece } from '../../codec.js';
import { LossReport } from '../../loss.js';
import type { Tool } from '../../model/tool.js';
import type { Message, TranscriptMeta } from '../../model/transcript.js';
import { itemsOf, META, message, ONE_OF_EACH, PNG } from '../../testing/sample-transcript.js';
import { encodeHtml, type HtmlOptions } from './encode-html.js';
import { PAGE_SCRIPT } from './generated/page-assets.js';
import type { Entry, PageTotals, SegmentOutline } from './page-data.js';

async function write(messages: readonly Message[], options: HtmlOptions = {}, meta: TranscriptMeta = META) {
  const losses = new LossReport();
  const pieces: EncodedPiece[] = [];
  for await (const piece of encodeHtml(itemsOf(messages, meta), { report: losses.add }, options)) pieces.push(piece);
  expect(new Set(pieces.map(({ file }) => file))).toEqual(new Set([null]));
  const html = Buffer.concat(pieces.map(({ bytes }) => bytes)).toString();
  const parts = <Part>(name: string): Part[] =>
    [...html.matchAll(new RegExp(`<script type="application/json" data-part="${name}">(.*?)</script>`, 'gs'))].map(
      ([, json = '']) => JSON.parse(json),
    );
  return {
    html,
    losses,
    pieces,
    entries: parts<Entry[][]>('content').flat(2),
    segments: parts<Entry[][]>('content').flat(),
    outline: parts<SegmentOutline[]>('outline').flat(),
    totals: parts<PageTotals>('totals')[0],
  };
}

const counted = (losses: LossReport) => losses.kinds().map(({ code, count }) => [code, count]);

describe('encodeHtml', () => {
  it('puts every call with its result, in order', async () => {
    const { entries } = await write(ONE_OF_EACH);
    const calls = entries.flatMap((entry) => (entry.kind === 'call' ? [entry] : []));
    expect(calls.map(({ title }) => title)).toEqual([
      'Bash',
      'Read',
      'Edit',
      'Write',
      'MultiEdit',
      'Command',
      'web_search',
    ]);
    expect(calls[0]).toMatchObject({ summary: 'npm test', input: { command: 'npm test' }, result: { isError: true } });
    expect(calls[1]).toMatchObject({ summary: '/repo/a.ts lines 3\u201312', result: { lines: 3 } });
    expect(calls[5]).toMatchObject({ result: { outputs: [{ kind: 'text', text: 'done' }] } });
    expect(calls[6]).toMatchObject({ summary: 'x', input: { json: '{"query":"x","n":5.0,"1":null}' }, result: 'none' });
    expect(entries).toContainEqual(expect.objectContaining({ kind: 'result', call: null }));
  });

  it.each([
    ['{"error":{"type":"tool_permission_denied","reason":"user_denied","denied":true}}', true, 'user_denied'],
    ['{"error":{"type":"tool_permission_denied"}}', true, 'not said'],
    ['{"error":{"type":"tool_permission_denied","reason":"user_denied"}}', false, undefined],
    ['{"error":{"type":"tool_execution_failed","message":"x"}}', true, undefined],
    ['it said {"error":{"type":"tool_permission_denied","reason":"user_denied"}}', true, undefined],
    ['{"error":{"type":"tool_permission_denied","reason":"user_denied"}', true, undefined],
    [`{"error":{"type":"tool_permission_denied","reason":"</script>${'x'.repeat(99)}"}}`, true, '</script>xxx'],
  ])('says of the result %s, failed: %s, for what reason it was refused', async (content, isError, refusal) => {
    const { entries, html } = await write([
      message('user', 0, 'Do it.'),
      message('assistant', 1, [{ type: 'tool_use', id: 'a', tool: { name: 'Bash', command: 'x' } }]),
      message('user', 2, [{ type: 'tool_result', tool_use_id: 'a', content, is_error: isError }]),
    ]);
    const [result] = entries.flatMap((entry) => (entry.kind === 'call' ? [entry.result] : []));
    const found = typeof result === 'object' ? result.refusal : 'no result';
    expect(found?.slice(0, 12)).toBe(refusal?.slice(0, 12));
    expect(found?.length ?? 0).toBeLessThanOrEqual(61);
    expect(html).not.toContain('</script>x');
  });

  it('counts files that were written, each once and none whose call failed, and commands in the background', async () => {
    const call = (id: string, tool: Tool, is_error: boolean | null) => [
      message('assistant', 1, [{ type: 'tool_use', id, tool }]),
      ...(is_error === null
        ? []
        : [message('user', 2, [{ type: 'tool_result', tool_use_id: id, content: 'x', is_error }])]),
    ];
    const file = (file_path: string): Tool => ({ name: 'Write', file_path, content: '' });
    const { totals, outline } = await write([
      message('user', 0, 'Write.'),
      ...call('a', file('/a'), false),
      ...call('b', file('/a'), false),
      ...call('c', file('/failed'), true),
      ...call('d', file('/no-result'), null),
      ...call('e', { name: 'Edit', file_path: '/e', old_string: '1', new_string: '2' }, false),
      ...call('f', { name: 'Bash', command: 'x', run_in_background: true }, false),
      message('user', 9, 'Thanks.'),
    ]);
    expect(totals?.facts).toContainEqual(['Files written', '2']);
    expect(totals?.facts).toContainEqual(['Commands in background', '1']);
    expect(outline.map(({ closes }) => closes?.files)).toEqual([2, undefined]);
  });

  it('says in the outline how each turn began and ended', async () => {
    const { outline, totals } = await write(ONE_OF_EACH);
    expect(outline).toMatchObject([
      { turn: 1, opens: { label: 'Fix the *build*.' }, closes: { calls: 7, failed: 1 } },
      { turn: 2, opens: { label: 'Attachment: notes' }, closes: { calls: 0, mark: 'interrupted' } },
    ]);
    expect(totals?.facts).toContainEqual(['Calls', '7, 1 failed']);
    expect(totals?.facts).toContainEqual(['Tokens', expect.stringContaining('9,007,199,254,740,993 read from cache')]);
  });

  it('lets no text end its element, whatever it is', async () => {
    const hostile = fc.array(
      fc.oneof(
        fc.constantFrom('</script>', '<!--', '<script>', ']]>', '\u2028', '\ud800', '"', '\\', '&lt;', "'", '\0', '\r'),
        fc.string(),
      ),
      { maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (pieces) => {
        const text = pieces.join('');
        const title = `a${text}`;
        const messages = [message('user', 0, text), ...ONE_OF_EACH, message('assistant', 9, text)];
        const { html, entries } = await write(messages, {}, { ...META, title, cwd: text });
        const texts = entries.flatMap((entry) => (entry.kind === 'text' ? [entry.text] : []));
        expect([texts[0], texts.at(-1)]).toEqual([text, text]);
        // Our own elements, and no other: the page has one script, and a data element per part.
        const plain = await write([message('user', 0, 'x'), ...ONE_OF_EACH, message('assistant', 9, 'x')]);
        const tags = (page: string) => (page.match(/<[a-z/!]/gi) ?? []).length;
        expect(tags(html)).toBe(tags(plain.html));
      }),
      { numRuns: runs(200) },
    );
  });

  it('allows its own script and style by their hashes, and nothing else', async () => {
    const { html } = await write([]);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/,
    );
    // The script names addresses, as those of licences, and cannot go there.
    expect(html.replace(PAGE_SCRIPT, '')).not.toMatch(/https?:\/\/|unsafe-|\son\w+=|\sstyle=/i);
  });

  it('reports what it does not show', async () => {
    const image = (type: string, data: string) =>
      ({ type: 'image', source: { type, media_type: 'image/png', data } }) as const;
    const { losses, entries } = await write([
      message('user', 0, [
        image('url', 'https://example.org/x.png'),
        image('base64', Buffer.from('<svg onload="alert(1)"/>').toString('base64')),
        image('base64', PNG),
        { type: 'artifact', artifact: { id: 'a', name: 'n', source: { type: 'base64', data: 'AAAA' } } },
        { type: 'thinking', text: 'x', signature: 's', encrypted: 'e' },
      ]),
    ]);
    expect(counted(losses)).toEqual([
      ['dropped-image', 2],
      ['dropped-artifact', 1],
      ['dropped-extra', 1],
      ['dropped-thinking', 1],
    ]);
    const shown = entries.flatMap((entry) => (entry.kind === 'image' && 'type' in entry.image ? [entry.image] : []));
    expect(shown).toEqual([{ type: 'image/png', data: PNG }]);
  });

  it('leaves out images that are too large, one by one and together', async () => {
    const png = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } } as const;
    const bytes = Buffer.from(PNG, 'base64').length;
    const messages = [message('user', 0, [png, png, png])];
    expect(counted((await write(messages, { maxImageBytes: bytes })).losses)).toEqual([]);
    expect(counted((await write(messages, { maxImageBytes: bytes - 1 })).losses)).toEqual([['dropped-image', 3]]);
    expect(counted((await write(messages, { maxImagesBytes: bytes * 2 })).losses)).toEqual([['dropped-image', 1]]);
  });

  it('cuts long turns into segments and writes them as they come', async () => {
    const long = Array.from({ length: 400 }, (_, index) => message('assistant', index, 'w '.repeat(2000)));
    const { pieces, segments, outline } = await write([message('user', 0, 'go'), ...long]);
    expect(pieces.length).toBeGreaterThan(5);
    expect(Math.max(...segments.map(({ length }) => length))).toBeLessThanOrEqual(64);
    expect(segments.flat()).toHaveLength(401);
    expect(outline).toHaveLength(segments.length);
    expect(outline.filter(({ opens }) => opens)).toHaveLength(1);
    expect(outline.filter(({ closes }) => closes)).toHaveLength(1);
  });

  it('gives the same bytes for the same transcript', async () => {
    expect((await write(ONE_OF_EACH)).html).toBe((await write(ONE_OF_EACH)).html);
  });
});
