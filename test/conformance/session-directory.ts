import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SessionsRoot, type SessionVerdict, verifySession } from '@fxlog/store';
import { eventLogFingerprint } from '@fxlog/writer/internal';

/** The folder `test-fixtures`, wherever this module was compiled to. */
export const FIXTURES = findUpwards(dirname(fileURLToPath(import.meta.url)), 'test-fixtures');

function findUpwards(from: string, name: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, name))) return join(folder, name);
    if (folder === dirname(folder)) throw new Error(`There is no ${name} above ${from}.`);
  }
}

/** Gives a case a sessions root of its own, gone afterwards. */
export async function inSessionsRoot<T>(use: (root: string) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'fxlog-conformance-'));
  try {
    const root = join(home, 'sessions');
    mkdirSync(root);
    chmodSync(root, 0o700);
    return await use(root);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The fingerprint that fx would write for the log as it lies there. */
export const fingerprintOf = (log: string): string => eventLogFingerprint(lstatSync(log, { bigint: true }));

/** What we say about one directory: the verdicts, and its row in the listing of its root. */
export interface Judgement {
  readonly verdict: SessionVerdict;
  readonly listed: boolean;
  readonly title: string | undefined;
  readonly historyLen: number | bigint | undefined;
  /** Directories that the listing passed over as unreadable. */
  readonly skipped: number;
}

/** Judges a session directory and lists its root; without `workspace` as `fx sessions --all` does. */
export async function judge(root: string, id: string, workspace?: string): Promise<Judgement> {
  const verdict = await verifySession(join(root, id));
  const listing = await (await SessionsRoot.open(root)).listAsFx(workspace === undefined ? {} : { workspace });
  const row = listing.sessions.find((session) => session.id === id);
  return {
    verdict,
    listed: row !== undefined,
    title: row?.title,
    historyLen: row?.history_len,
    skipped: listing.skippedInvalid,
  };
}
