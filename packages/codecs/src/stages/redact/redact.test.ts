import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../../test/runs.js';
import { LossReport } from '../../loss.js';
import { FreeJson } from '../../model/free-json.js';
import { timeFromMs } from '../../model/timestamp.js';
import type { Block, Message, TranscriptItem } from '../../model/transcript.js';
import { fakeSecrets, privateKey, randomOf, randomText } from '../../testing/fake-secrets.js';
import { learnItems, redact } from './redact.js';
import { Redactor } from './redactor.js';

const timestamp = timeFromMs(Date.UTC(2026, 0, 1));

function messageOf(role: Message['role'], ...content: Block[]): TranscriptItem {
  return { type: 'message', message: { role, content, timestamp } };
}

async function redacted(items: readonly TranscriptItem[], isLearning = false) {
  const redactor = new Redactor();
  const losses = new LossReport({ maxSamples: Number.POSITIVE_INFINITY });
  if (isLearning) learnItems(items, redactor);
  async function* source() {
    for (const item of items) yield [item];
  }
  const out: TranscriptItem[] = [];
  for await (const batch of redact({ redactor })(source(), { report: losses.add })) out.push(...batch);
  return { items: out, text: JSON.stringify(out), losses };
}

describe('redact', () => {
  it.each([1, 2, 3, 4, 5])('lets no secret through, wherever it stands (seed %i)', async (seed) => {
    const random = randomOf(seed);
    const secrets = Object.entries(fakeSecrets(random));
    const items = secrets.flatMap(([what, secret], index): TranscriptItem[] => [
      messageOf('user', { type: 'text', text: `My ${what} is ${secret}, keep it.` }),
      messageOf(
        'assistant',
        { type: 'thinking', text: `It is ${secret}`, signature: 'c2lnbmF0dXJl' },
        {
          type: 'tool_use',
          id: `c${index}`,
          tool: { name: 'Bash', command: `curl -H "X-Key: ${secret}" https://a.test` },
        },
        {
          type: 'tool_use',
          id: `d${index}`,
          tool: { name: 'Raw', tool_name: 'call', input: FreeJson.of({ body: JSON.stringify({ inner: secret }) }) },
        },
        {
          type: 'tool_use',
          id: `e${index}`,
          tool: { name: 'Write', file_path: `/tmp/${secret}`, content: `k=${secret}\n` },
        },
      ),
      messageOf(
        'user',
        { type: 'tool_result', tool_use_id: `c${index}`, content: `{"echo":"${secret}"}` },
        { type: 'tool_result', tool_use_id: `d${index}`, content: FreeJson.of({ seen: [secret] }) },
        { type: 'tool_result', tool_use_id: `e${index}`, content: `wrote\n${secret}\n` },
      ),
    ]);
    const { text, items: out } = await redacted(items);
    expect(secrets.filter(([, secret]) => text.includes(secret)).map(([what]) => what)).toEqual([]);
    expect(out).toHaveLength(items.length);
    expect(text).toContain('[secret-1]');
  });

  it('gives a secret the same placeholder everywhere, and others other ones', async () => {
    const [first, second] = [`ghp_${'a1B2'.repeat(9)}`, `ghp_${'c3D4'.repeat(9)}`];
    const { items } = await redacted([
      messageOf('user', { type: 'text', text: `${first} ${second} ${first}` }),
      messageOf('user', { type: 'text', text: second }),
    ]);
    expect(items.map((item) => (item.type === 'message' ? item.message.content : []))).toEqual([
      [{ type: 'text', text: '[secret-1] [secret-2] [secret-1]' }],
      [{ type: 'text', text: '[secret-2]' }],
    ]);
  });

  it('replaces every value of a dump of variables but those that say nothing', () => {
    const dump =
      'NODE_ENV=production\nSTRIPE_KEY=live-9x8y7z\nexport DB_HOST=db-7.internal.test\nPORT=8080\nAPP_NAME="Blue Harbor 7"\n';
    expect(new Redactor().text(dump)).toBe(
      'NODE_ENV=production\nSTRIPE_KEY=[secret-1]\nexport DB_HOST=[secret-2]\nPORT=8080\nAPP_NAME="[secret-3]"\n',
    );
  });

  it('finds passwords by what they are called, and leaves code alone', () => {
    const redactor = new Redactor();
    expect(redactor.text('password = "tide-Table-9"')).toBe('password = "[secret-1]"');
    expect(redactor.text('{\\"client_secret\\": \\"zz9-Plural\\"}')).toBe('{\\"client_secret\\": \\"[secret-2]\\"}');
    expect(redactor.text('mysql --password=Harbor99x db')).toBe('mysql --password=[secret-3] db');
    for (const code of [
      'const token = getToken();',
      'max_tokens: 4096',
      'password: string;',
      'API_KEY=$API_KEY',
      'if (key === other) return keys.length;',
      'total_tokens=123456',
    ]) {
      expect(redactor.text(code)).toBe(code);
    }
  });

  it('takes the password out of connection strings, and finds it alone afterwards', () => {
    const redactor = new Redactor();
    expect(redactor.text('psql postgres://app:Tide4ever!x@db:5432/shop')).not.toContain('Tide4ever');
    expect(redactor.text('I typed Tide4ever!x by hand.')).toMatch(/^I typed \[secret-\d\] by hand\.$/);
  });

  it('finds a key of several lines as lines, as text in JSON, and cut off', () => {
    const random = randomOf(7);
    const key = privateKey(random);
    const redactor = new Redactor();
    expect(redactor.text(`cat id\n${key}\ndone`)).toBe('cat id\n[secret-1]\ndone');
    expect(redactor.text(JSON.stringify({ key }))).toBe('{"key":"[secret-1]"}');
    expect(redactor.text(key.split('\n')[3] ?? '')).toMatch(/^\[secret-\d+\]$/);
    expect(new Redactor().text(key.slice(0, 300))).toBe('[secret-1]');
  });

  it('replaces names of users in homes and wherever they stand alone', () => {
    const redactor = new Redactor();
    expect(redactor.text('/home/mireille/shop and C:\\Users\\otto\\x')).toBe(
      '/home/user-1/shop and C:\\Users\\user-2\\x',
    );
    expect(redactor.text('-rw-r--r-- 1 mireille staff; mireilles')).toBe('-rw-r--r-- 1 user-1 staff; mireilles');
    expect(redactor.text('/home/dev/x: dev mode')).toBe('/home/user-3/x: dev mode');
    expect(redactor.text('mail otto.b@harbor.test, not git@github.com')).toBe('mail [email-1], not git@github.com');
  });

  it('keeps arguments well-formed, with their order, white space and numbers', () => {
    const json = '{ "b": 5.0, "password": "tide-Table-9", "pin": 123456, "n": {"x":[1e3,"/home/mireille/a"]} }';
    expect(new Redactor().json(json)).toBe(
      '{ "b": 5.0, "password": "[secret-1]", "pin": "[secret-2]", "n": {"x":[1e3,"/home/user-1/a"]} }',
    );
    expect(new Redactor().json('{"password": "tide-Tab')).toBe('{"password": "[secret-1]');
  });

  it('keeps what a provider sealed, and drops a signature whose text it changed', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const { items, losses } = await redacted([
      messageOf('assistant', { type: 'thinking', text: 'plain', signature: `x${secret}`, encrypted: `y${secret}` }),
      messageOf('assistant', { type: 'thinking', text: secret, signature: 'abc', encrypted: 'def' }),
    ]);
    expect(items.map((item) => (item.type === 'message' ? item.message.content[0] : null))).toEqual([
      { type: 'thinking', text: 'plain', signature: `x${secret}`, encrypted: `y${secret}` },
      { type: 'thinking', text: '[secret-1]', encrypted: 'def' },
    ]);
    expect(losses.kinds().map(({ code, count }) => [code, count])).toEqual([
      ['redacted', 1],
      ['dropped-thinking', 1],
    ]);
  });

  it('finds in the beginning what only the end gives away, once it has seen all of it', async () => {
    const items = [
      messageOf('user', { type: 'text', text: 'Is kq3J9xWz81 still good?' }),
      messageOf('user', { type: 'text', text: 'API_TOKEN=kq3J9xWz81' }),
    ];
    expect((await redacted(items, true)).text).not.toContain('kq3J9xWz81');
  });

  it('changes nothing that it has changed before', () => {
    const text = 'password = "tide-Table-9" /home/mireille/x otto@harbor.test';
    const once = new Redactor().text(text);
    expect(new Redactor().text(once)).toBe(once);
  });

  it('looks again at what it has seen once it knows more, and counts every place', () => {
    const redactor = new Redactor();
    const seen = ['Is kq3J9xWz81 still good?', 'ask mireille', '{"q":"kq3J9xWz81, mireille"}'] as const;
    const rewriteAll = () => [redactor.text(seen[0]), redactor.text(seen[1]), redactor.json(seen[2])];
    expect(rewriteAll()).toEqual(seen);
    expect(rewriteAll()).toEqual(seen);
    redactor.text('API_TOKEN=kq3J9xWz81');
    const known = ['Is [secret-1] still good?', 'ask mireille', '{"q":"[secret-1], mireille"}'];
    expect(rewriteAll()).toEqual(known);
    redactor.text('/home/mireille/shop');
    const before = redactor.replaced;
    for (let time = 1; time <= 3; time++) {
      expect(rewriteAll()).toEqual(known.map((text) => text.replace('mireille', 'user-1')));
      expect(redactor.replaced - before).toBe(time * 4);
    }
  });

  it('comes to an end, whatever it reads', () => {
    const redactor = new Redactor();
    for (const piece of [
      'a',
      '=',
      'password=',
      '"',
      '\\',
      'A=b\n',
      '://a:',
      '-----BEGIN PRIVATE KEY-----',
      '/home/',
      'x@',
      'eyJ',
    ]) {
      expect(redactor.text(piece.repeat(Math.ceil(200_000 / piece.length)))).not.toBe('');
    }
  });
});

describe('a known secret that is split', () => {
  const SEPARATORS = [
    '\n',
    '\r\n',
    ' ',
    '\n    ',
    '\u200b',
    '\u00ad',
    '\u2060\u200d',
    ' \u200b\n',
    '\\n',
    '\ufeff',
    '\u0085',
    '\b',
    '\x1b[0m',
    '\\\n',
  ];

  it('is found wherever it is cut, and by whatever', () => {
    const random = randomOf(7);
    for (const secret of Object.values(fakeSecrets(random))) {
      const redactor = new Redactor();
      const whole = redactor.text(`here it is: ${secret} so`);
      const placeholder = /\[secret-\d+\]/.exec(whole)?.[0] ?? '';
      for (const separator of SEPARATORS) {
        const cut = 1 + Math.floor(random() * (secret.length - 1));
        const split = secret.slice(0, cut) + separator + secret.slice(cut);
        expect(redactor.text(`and ${split}\nnext`)).toBe(`and ${placeholder}\nnext`);
        expect(Buffer.from(redactor.bytes(Buffer.from(`and ${split};`))).toString()).toBe(`and ${placeholder};`);
      }
    }
  });

  it('is found where it is cut more than once', () => {
    const redactor = new Redactor();
    const secret = `ghp_${randomText(randomOf(3), 36)}`;
    redactor.text(secret);
    expect(redactor.text(`x ${[...secret].join(' ')} y`)).toBe('x [secret-1] y');
    expect(redactor.text(`x ${secret.match(/.{1,8}/g)?.join('\n')} y`)).toBe('x [secret-1] y');
  });

  it('is found by its form where nobody sees what splits it, also when it was never whole', () => {
    const random = randomOf(11);
    for (const secret of Object.values(fakeSecrets(random))) {
      const cut = 2 + Math.floor(random() * (secret.length - 4));
      const redacted = new Redactor().text(`look: ${secret.slice(0, cut)}\u200b${secret.slice(cut)} so`);
      expect(redacted).toMatch(/^look: \[secret-\d+\] so$/);
    }
  });

  it('of a few characters is not put together from words', () => {
    const redactor = new Redactor();
    redactor.text('PASSWORD="a1!bcdef"');
    expect(redactor.text('line a1!b\ncdef')).toBe('line a1!b\ncdef');
  });
});

describe('what was redacted', () => {
  it('holds nothing more to be found', () => {
    const pieces = fc.constantFrom(
      'password=',
      'token: ',
      'API_KEY=',
      '"secret": "',
      '" ',
      ' ',
      '\n',
      'kq3J9xWz81Lm',
      'https://ann:pw12345678@x.io/',
      '/home/ann/',
      'ann',
      '[secret-1]',
      'export ',
      "'",
      'a@b.org',
      '\u200b',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const once = new Redactor().text(parts.join(''));
        expect(new Redactor().text(once)).toBe(once);
      }),
      { numRuns: runs(300) },
    );
  });

  it.each([3, 400, 1000, 5000])('is the same when it is redacted again, of a run of %d assignments', (count) => {
    for (const piece of ['password=', 'token: kq3J9xWz81 ', 'A_KEY=x1Y2z3;']) {
      const once = new Redactor().text(piece.repeat(count));
      expect(new Redactor().text(once)).toBe(once);
    }
  });
});
