import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseOrderedJson } from '@fxlog/json/internal';
import { openSession, type Session } from '@fxlog/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskWorkspace } from '../disk-workspace.js';
import { type AuditedCall, auditPermissions } from './audit.js';
import { childBeyondParent, powerlessRules, refusedToday, unusedRules } from './findings.js';
import { parseRules } from './rules.js';

const FIXTURE = fileURLToPath(new URL('../../../../test-fixtures/fx-0.0.5/file-writes/', import.meta.url));
const rulesOf = (permission: unknown) => parseRules(parseOrderedJson(Buffer.from(JSON.stringify(permission)))) ?? [];

let folder: string;
let session: Session;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fxlog-audit-')));
  const id = readdirSync(FIXTURE).find((name) => /^\d+-/.test(name)) ?? '';
  cpSync(join(FIXTURE, id), join(folder, id), { recursive: true });
  session = await openSession(join(folder, id));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function audit(permission: unknown, workspace?: DiskWorkspace): Promise<AuditedCall[]> {
  const calls: AuditedCall[] = [];
  const options = { rules: rulesOf(permission), mode: 'auto', workspace } as const;
  for await (const call of auditPermissions(session, options)) calls.push(call);
  return calls;
}

describe('powerlessRules', () => {
  it.each([
    ['edit', '/ws/src/**', 'deny', 'from its root'],
    ['read', './src/*', 'deny', 'without ./'],
    ['list', '../ext', 'deny', 'without ./'],
    ['grep', 'src/', 'deny', 'no slash at the end'],
    ['web_fetch', '*', 'deny', 'domain:HOST'],
    ['web_fetch', 'domain:Example.org', 'deny', 'lower case'],
    ['web_fetch', 'domain:example.org:443', 'deny', 'port'],
    ['web_fetch', 'domain:example.org.', 'deny', 'domain:HOST'],
    ['terminal', 'git *', 'allow', 'named bash'],
    ['bash', 'git log "*"', 'allow', 'plain words'],
    ['edit', 'src/*', 'allow', 'src/**'],
  ])('names %s "%s": %s', (name, pattern, action, why) => {
    const found = powerlessRules(rulesOf({ [name]: { [pattern]: action } }), '/ws', 's.json');
    expect(found).toMatchObject([{ rule: 'harness/powerless-rule', severity: 'warning', file: 's.json' }]);
    expect(found[0]?.message).toContain(why);
  });

  it.each([
    [{ web_fetch: { 'domain:example.org': 'deny', 'domain:[::1]': 'deny' } }],
    [{ terminal: 'allow', bash: { 'git log "x"': 'allow', './run *': 'allow' } }],
    [{ edit: { 'src/*': 'allow', src: 'allow' } }],
    [{ edit: { '/ext/**': 'allow', 'src/**': 'allow', '*': 'deny' } }],
    [{ '*': 'ask', vision: { '/ws/a.png': 'deny' } }],
  ])('leaves rules alone that can decide: %j', (permission) => {
    expect(powerlessRules(rulesOf(permission), '/ws', 's.json')).toEqual([]);
  });
});

describe('what an audit finds', () => {
  it('is each call that ran and would be refused, with the rule, and each rule that decided nothing', async () => {
    const permission = { edit: { 'src/**': 'deny' }, delete_file: 'allow', bash: 'ask' };
    const calls = await audit(permission);
    expect(calls.map(refusedToday).filter((finding) => finding !== null)).toEqual([
      expect.objectContaining({
        message: 'Call 1.1 (write_file) ran, and would be refused today: Rule 1, edit "src/**": deny.',
      }),
      expect.objectContaining({ message: expect.stringContaining('Call 1.2 (edit_file)') }),
    ]);
    const used = new Set(calls.flatMap(({ decision }) => decision?.targets.flatMap(({ rule }) => rule?.index ?? [])));
    expect(unusedRules(rulesOf(permission), used as Set<number>, 's.json')).toMatchObject([
      { message: 'Rule 3, bash "*": ask, decided about no call.' },
    ]);
  });

  it('is that a child has more leave than its parent', () => {
    const beyond = (child: 'ask' | 'auto' | 'yolo' | null, parent: 'ask' | 'auto' | 'yolo' | null) =>
      childBeyondParent({ id: 'c', mode: child }, { id: 'p', mode: parent })?.rule ?? null;
    expect(beyond('yolo', 'auto')).toBe('harness/child-beyond-parent');
    expect(beyond('auto', 'ask')).toBe('harness/child-beyond-parent');
    expect([beyond('auto', 'auto'), beyond('ask', 'yolo'), beyond(null, 'ask'), beyond('yolo', null)]).toEqual(
      Array(4).fill(null),
    );
  });
});

describe('auditPermissions with a workspace', () => {
  it('goes by its links, and not by what its files contain now', async () => {
    const root = join(folder, 'ws');
    mkdirSync(join(folder, 'elsewhere'), { recursive: true });
    mkdirSync(root);
    symlinkSync(join(folder, 'elsewhere'), join(root, 'tmp'));
    const calls = await audit({}, new DiskWorkspace(root, folder));
    // What a relative path reaches by a link out of the workspace fx refuses before any rule is asked.
    expect(calls.find(({ tool }) => tool === 'copy_file')?.decision?.outcome).toBe('not_evaluated');
    expect(calls[0]?.decision).toMatchObject({
      outcome: 'allow',
      targets: [{ target: { text: 'src/basket.ts' } }, {}],
    });
  });
});
