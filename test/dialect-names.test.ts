import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listSources, PACKAGES, ROOT } from './read-imports.js';

/** The name of the first dialect, and words that occur in no other. */
const VOCABULARY =
  /event-log-v1|log_generation|state_replacement_|history_turn_committed|usage_checkpointed|recovery_checkpoint/;

/** The registries: where a layer lists the dialects that it knows. Indexes of packages hand on what stands in the folders of a dialect. */
const REGISTRIES = [
  'packages/format/src/dialect.ts',
  'packages/format/src/dialects/descriptions.ts',
  'packages/format/src/dialects/index.ts',
  'packages/format/src/layouts.ts',
  'packages/assembler/src/dialects/index.ts',
  'packages/store/src/dialects/index.ts',
  'packages/writer/src/dialects/index.ts',
  'packages/cli/src/definitions/dialects.ts',
  'packages/harness/src/dialects/index.ts',
  ...PACKAGES.flatMap((name) => [`packages/${name}/src/index.ts`, `packages/${name}/src/internal.ts`]),
];

/** Where a dialect is at home: its folders, the rules of all dialects, and what is generated from its schemas. */
const isAtHome = (file: string) =>
  /\/event-log-v1\/|\/generated\/|\/testing\/|\.test\.ts$/.test(file) || file.startsWith('packages/format/src/rules/');

/** Files that still name it. Entries go, none comes: what is to be said of one dialect alone belongs into its folder. */
const STILL = new Set([
  'packages/batch/src/search/prefilter.ts',
  'packages/cli/src/commands/event-kinds.ts',
  'packages/cli/src/convert/run-conversion.ts',
  'packages/cli/src/definitions/events.ts',
  'packages/cli/src/definitions/schema.ts',
  'packages/cli/src/report/judge-log.ts',
  'packages/codecs/src/stages/anonymize/anonymize.ts',
  'packages/codecs/src/stages/anonymize/anonymizer.ts',
  'packages/codecs/src/stages/redact/redact.ts',
  'packages/codecs/src/stages/redact/redactor.ts',
  'packages/format/src/dialects/conversation-log/layout.ts',
  'packages/store/src/dialects/conversation-log/conversation-session.ts',
  'packages/store/src/dialects/conversation-log/summarize.ts',
  'packages/store/src/dialects/conversation-log/verify-session.ts',
  'packages/store/src/dialects/sessions-v2/modes.ts',
  'packages/store/src/dialects/sessions-v2/v2-session.ts',
  'packages/store/src/dialects/unread-dialect.ts',
  'packages/store/src/doctor/doctor-report.ts',
  'packages/store/src/formats.ts',
  'packages/store/src/root/sessions-root.ts',
  'packages/store/src/session.ts',
  'packages/store/src/summary.ts',
]);

/** The text without its comments, which may explain. */
const codeOf = (file: string) =>
  readFileSync(join(ROOT, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');

describe('a dialect', () => {
  it('is named in its own folders and in the registries alone', () => {
    const named = PACKAGES.flatMap((name) => listSources(`packages/${name}/src`)).filter(
      (file) => !isAtHome(file) && !REGISTRIES.includes(file) && VOCABULARY.test(codeOf(file)),
    );
    expect(named.filter((file) => !STILL.has(file))).toEqual([]);
  });
});
