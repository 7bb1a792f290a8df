import { describe, expect, it } from 'vitest';
import type { EncodeContext } from '../../codec.js';
import { LossReport } from '../../loss.js';
import type { Message, TranscriptMeta } from '../../model/transcript.js';
import { itemsOf, META, message, ONE_OF_EACH, PNG } from '../../testing/sample-transcript.js';
import { encodeMarkdown, type MarkdownOptions } from './encode-markdown.js';

async function write(messages: readonly Message[], options: MarkdownOptions = {}, meta: TranscriptMeta = META) {
  const losses = new LossReport();
  const context: EncodeContext = { report: losses.add };
  const files = new Map<string | null, Buffer>();
  for await (const { file, bytes } of encodeMarkdown(itemsOf(messages, meta), context, options)) {
    files.set(file, Buffer.concat([files.get(file) ?? Buffer.alloc(0), bytes]));
  }
  return { text: files.get(null)?.toString() ?? '', files, losses };
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');

const called = (content: string, is_error = false): Message[] => [
  message('user', 0, 'go'),
  message('assistant', 0, [{ type: 'tool_use', id: '1', tool: { name: 'Bash', command: 'ls' } }]),
  message('user', 0, [{ type: 'tool_result', tool_use_id: '1', content, is_error }]),
];

describe('encodeMarkdown', () => {
  it('writes a short session as one would by hand', async () => {
    const { text } = await write(called('a\nb'));
    expect(text).toBe(
      [
        '---',
        'id: "s-1"',
        'title: "T"',
        'timestamp: "2026-07-02T01:24:11.341Z"',
        'cwd: "/repo"',
        'model: "m-1"',
        '---',
        '',
        '# T',
        '',
        '## Turn 1',
        '',
        '*2026-07-02 01:24:12 UTC*',
        '',
        '### User',
        '',
        'go',
        '',
        '### Assistant',
        '',
        '#### `Bash`',
        '',
        '```sh',
        'ls',
        '```',
        '',
        '**Result** (2 lines)',
        '',
        '```text',
        'a',
        'b',
        '```',
        '',
        '## Totals',
        '',
        '- turns: 1',
        '- calls: 1',
        '',
      ].join('\n'),
    );
  });

  it('puts each result under its call, whatever their order', async () => {
    const { text } = await write(ONE_OF_EACH);
    const order = ['#### `Bash`', '**Failed**', 'exit 1', '#### `Read`', '**Result** (3 lines)', 'three'];
    const places = order.map((piece) => text.indexOf(piece));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(text).toContain('#### Result of an unknown call');
    expect(text).toContain('**No result**');
    expect(text).toContain('- failed results: 1');
  });

  it('shows every value of a call', async () => {
    const { text } = await write(ONE_OF_EACH);
    for (const piece of [
      '- directory: `/repo`',
      '- timeout in ms: 5000',
      '- from line: 3',
      '```diff\n a\n-b\n+B\n c\n```',
      '- every occurrence',
      '```ts\nlet x = 1;\n```',
      '- arguments: `patch`',
      '"n": 5.0,\n  "1": null',
      'Tokens: 1200 in, 30 out, 9007199254740993 read from cache',
      'Model: `m-2`',
      '**Interrupted**',
      'Attachment `notes`',
    ]) {
      expect(text).toContain(piece);
    }
  });

  it('writes images beside the document, named after their content', async () => {
    const { text, files } = await write(ONE_OF_EACH);
    const [, name = ''] = /!\[Image, \d+ bytes\]\((images\/[0-9a-f]{16}\.png)\)/.exec(text) ?? [];
    expect(files.get(name)).toEqual(Buffer.from(PNG, 'base64'));
  });

  it('reports what it leaves out', async () => {
    const url = { type: 'url', media_type: 'image/png', data: 'http://x/y.png' };
    const svg = { type: 'base64', media_type: 'image/svg+xml', data: Buffer.from('<svg/>').toString('base64') };
    const png = { type: 'base64', media_type: 'image/png', data: PNG };
    const { losses, files } = await write(
      [
        message('user', 0, [
          { type: 'image', source: url },
          { type: 'image', source: svg },
          { type: 'image', source: png },
          { type: 'artifact', artifact: { id: 'a', name: 'n', source: { type: 'base64', data: 'AAAA' } } },
          { type: 'thinking', text: '', signature: 's', encrypted: 'e' },
        ]),
      ],
      { images: 'omit' },
    );
    expect(losses.kinds().map(({ code, count }) => [code, count])).toEqual([
      ['dropped-image', 3],
      ['dropped-artifact', 1],
      ['dropped-extra', 1],
      ['dropped-thinking', 1],
    ]);
    expect([...files.keys()]).toEqual([null]);
  });

  it('folds long outputs and keeps all of their lines', async () => {
    const { text } = await write(called(lines(30)));
    expect(text).toContain(
      `<details><summary>Result (30 lines)</summary>\n\n\`\`\`text\n${lines(30)}\n\`\`\`\n\n</details>`,
    );
    expect((await write(called(lines(30)), { foldLines: 30 })).text).not.toContain('<details>');
  });

  it('fences longer than the output does', async () => {
    const { text } = await write(called('````\n# out\n</details>'));
    expect(text).toContain('`````text\n````\n# out\n</details>\n`````');
  });

  it('lets no text into the front matter or the headings', async () => {
    const title = 'a"\n---\n# <b>x</b> \u2028 ```';
    const { text } = await write([], {}, { ...META, title, cwd: '\u0085: &x *y' });
    expect(text).toContain('title: "a\\"\\n---\\n# <b>x</b> \\u2028 ```"\n');
    expect(text).toContain('cwd: "\\u0085: &x *y"\n');
    expect(text).toContain('\n# a" --- # \\<b>x\\</b> \\`\\`\\`\n');
  });

  it('gives the same bytes however the items are batched, and changes nothing before what was appended', async () => {
    const short = await write(ONE_OF_EACH.slice(0, 6));
    const long = await write(ONE_OF_EACH);
    const body = short.text.slice(0, short.text.indexOf('\n## Totals'));
    expect(long.text.startsWith(body)).toBe(true);
    async function* atOnce() {
      yield [
        { type: 'meta' as const, meta: META },
        ...ONE_OF_EACH.map((item) => ({ type: 'message' as const, message: item })),
      ];
    }
    const pieces: Buffer[] = [];
    for await (const { file, bytes } of encodeMarkdown(atOnce(), { report: () => undefined })) {
      if (file === null) pieces.push(Buffer.from(bytes));
    }
    expect(Buffer.concat(pieces).toString()).toBe(long.text);
  });
});
