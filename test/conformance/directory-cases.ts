import { chmodSync, existsSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Corpus } from './corpus.js';
import { MalformedRowError } from './row.js';
import { fingerprintOf, inSessionsRoot, type Judgement, judge } from './session-directory.js';
import { compare } from './verdict.js';

/** A file, directory or link of a case. */
interface Entry {
  readonly type: 'file' | 'dir' | 'symlink' | 'hardlink';
  readonly mode?: string;
  readonly text?: string;
  readonly base64?: string;
  readonly pad_to?: number;
  readonly target?: string;
  readonly to?: string;
}

/** What fx did with a case. */
interface Observed {
  readonly list: {
    readonly listed: boolean;
    readonly skipped: number;
    readonly title?: string;
    readonly history_len?: number;
  };
  readonly inspect: string;
  readonly inspect_history_len?: number;
  readonly recover: string;
  readonly resume: string;
  readonly resume_updates?: number;
}

const FINGERPRINT = '@EVENT_LOG_STAT_FINGERPRINT@';
/** Messages that fx replays for a turn of these cases: a question and its answer. */
const MESSAGES_PER_TURN = 2;

/** A whole session directory, entry by entry, listed, read, recovered and resumed by fx. */
export const directoryCases: Corpus = {
  name: 'directory-cases',
  check: (row) =>
    inSessionsRoot(async (root) => {
      const id = row.string('session_id');
      const dir = join(root, id);
      mkdirSync(dir);
      buildEntries(dir, row.value('session_entries') as Readonly<Record<string, Entry>>);
      if (row.has('sessions_dir_entries')) {
        buildEntries(root, row.value('sessions_dir_entries') as Readonly<Record<string, Entry>>);
      }
      chmodSync(dir, Number.parseInt(row.string('session_dir_mode'), 8));
      const judgement = await judge(root, id, row.string('workspace_root'));
      return compareAll(row.value('fx_0_0_5') as Observed, judgement);
    }),
};

/** Makes every entry; what needs the fingerprint of the finished log comes last. */
export function buildEntries(dir: string, entries: Readonly<Record<string, Entry>>): void {
  const needsFingerprint = (entry: Entry): boolean => entry.text?.includes(FINGERPRINT) === true;
  const sorted = Object.entries(entries).sort(
    ([, a], [, b]) => Number(needsFingerprint(a)) - Number(needsFingerprint(b)),
  );
  for (const [name, entry] of sorted) make(dir, name, entry);
}

function make(dir: string, name: string, entry: Entry): void {
  const path = join(dir, name);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  switch (entry.type) {
    case 'dir':
      mkdirSync(path, { recursive: true });
      break;
    case 'symlink':
      symlinkSync(entry.target ?? '', path);
      return;
    case 'hardlink':
      linkSync(join(dir, entry.to ?? ''), path);
      return;
    case 'file':
      writeFileSync(path, contentOf(dir, entry));
      break;
    default:
      throw new MalformedRowError(`there is no entry type ${String(entry.type)}`);
  }
  chmodSync(path, Number.parseInt(entry.mode ?? '', 8));
}

/** A case without a log has no true fingerprint; any will do. */
function fingerprintOfLog(dir: string): string {
  const log = join(dir, 'events.jsonl');
  return existsSync(log) ? fingerprintOf(log) : '0'.repeat(64);
}

function contentOf(dir: string, entry: Entry): Buffer {
  if (entry.base64 !== undefined) return Buffer.from(entry.base64, 'base64');
  let text = entry.text ?? '';
  if (text.includes(FINGERPRINT)) text = text.replace(FINGERPRINT, fingerprintOfLog(dir));
  const bytes = Buffer.from(text);
  if (entry.pad_to === undefined) return bytes;
  const trimmed = Buffer.from(text.replace(/\n+$/, ''));
  return Buffer.concat([trimmed, Buffer.alloc(entry.pad_to - trimmed.length, ' ')]);
}

function compareAll(fx: Observed, { verdict, listed, title, historyLen, skipped }: Judgement): string[] {
  const { readable, recoverable, resumable } = verdict;
  return [
    ...compare('listed', fx.list.listed, listed),
    ...compare('skipped', fx.list.skipped, skipped),
    ...compare('title', fx.list.title, title),
    ...compare('history_len', fx.list.history_len, historyLen),
    ...compare('inspect', fx.inspect, readable.error ?? 'ok'),
    ...compare('inspect_history_len', fx.inspect_history_len, readable.turns),
    ...compare('recover', fx.recover, recoverable.error ?? 'recovered'),
    ...compare('resume', fx.resume, resumable.error ?? 'ok'),
    ...(fx.resume_updates === undefined
      ? []
      : compare('resume_updates', fx.resume_updates, (resumable.turns ?? Number.NaN) * MESSAGES_PER_TURN)),
  ];
}
