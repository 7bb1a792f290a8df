import { decideCall, type PermissionMode, TableWorkspace, type ToolCall } from '@fxlog/harness';
import { settingsOf } from '@fxlog/harness/internal';
import { isOrderedObject, parseOrderedJson } from '@fxlog/json/internal';
import type { Corpus } from './corpus.js';
import { MalformedRowError } from './row.js';
import { compare } from './verdict.js';

const ROOT = '/ws';

/** The files that were there when fx was asked; directories have no content. */
const FILES: Readonly<Record<string, string | null>> = {
  '/ws': null,
  '/ws/README.md': '# Orchard\n',
  '/ws/AGENTS.md': '# Rules\n',
  '/ws/src': null,
  '/ws/src/x.ts': 'export {};\n',
  '/ws/src/deep': null,
  '/ws/src/deep/y.ts': 'export {};\n',
  '/ws/docs': null,
  '/ws/docs/n.md': 'n\n',
  '/ws/.env': 'A=1\n',
  '/ext': null,
  '/ext/e.txt': 'e\n',
  '/ext/sub': null,
};

/** One tool call under one `settings.json` in one mode: what fx makes of it. */
export const permissionCases: Corpus = {
  name: 'permission-cases',
  check(row) {
    // The order of rules decides, and objects of JavaScript do not keep it.
    const ordered = parseOrderedJson(Buffer.from(row.line));
    const settings = isOrderedObject(ordered) ? ordered.get('settings') : undefined;
    if (!isOrderedObject(settings)) throw new MalformedRowError('"settings" is not an object');
    const { rules, additionalDirectories } = settingsOf(settings, ROOT);
    const workspace = new TableWorkspace(FILES, { root: ROOT, additionalDirectories, home: '/home/dev' });
    const call = { tool: row.string('tool'), arguments: row.value('arguments') as ToolCall['arguments'] };
    const { outcome } = decideCall(call, { rules, mode: row.string('mode') as PermissionMode, workspace });
    return compare('outcome', row.string('expect'), outcome);
  },
};
