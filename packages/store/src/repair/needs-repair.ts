import type { StoreDialect } from '../dialect.js';
import { dialectOf, STORE_DIALECTS } from '../dialects/index.js';
import { formatName, isNewerFormat } from '../formats.js';
import { migrationOf } from '../migration.js';
import { lookAtFile } from '../paths/safe-file.js';
import { SessionDirectory } from '../session-directory.js';
import { StoreError } from '../store-error.js';
import type { SessionVerdict } from '../verdict.js';

/** Warnings that no repair mends: what is gone or was never there stays so, and what is nobody's fault is not damage. */
const BEYOND_REPAIR: ReadonlySet<string> = new Set([
  'conversation/artifact-missing',
  'conversation/artifact-size',
  'sessions-v2/blob-altered',
  'sessions-v2/blob-missing',
  'sessions-v2/blob-name',
  'sessions-v2/newer-version',
  'sessions-v2/order',
  'store/artifact-digest',
  'store/artifact-missing',
  'store/artifact-size',
  'store/artifact-too-large',
  'store/call-pairing',
  'store/handle-invalid',
  'store/image-digest',
  'store/image-type',
  'store/image-without-snapshot',
  'store/newer-format',
  'store/not-resumable',
  'store/path-escapes',
  'store/replay-invalid',
  'store/too-many-entries',
  'store/unreadable-file',
]);

/** Whether a session has anything that a repair can mend: an error, or a warning of the sort. */
export function needsRepair({ findings }: SessionVerdict): boolean {
  return findings.some(
    ({ severity, rule }) => severity === 'error' || (severity === 'warning' && !BEYOND_REPAIR.has(rule)),
  );
}

/** How the dialect of a session repairs it. */
export type SessionRepair = NonNullable<StoreDialect['repair']>;

/**
 * How a session is repaired.
 *
 * @throws StoreError for what is not: no directory, in place the middle of a change of format, a format that another fx knows better what to do with.
 */
export async function repairOf(dir: string, verdict: SessionVerdict, inPlace: boolean): Promise<SessionRepair> {
  const look = lookAtFile(dir);
  if (look.state !== 'unsafe' || look.kind !== 'directory') {
    const what = look.state === 'absent' ? 'does not exist' : 'is not a real directory';
    throw new StoreError({ rule: 'repair/source', message: `${dir} ${what}.`, file: dir });
  }
  const directory = new SessionDirectory(dir);
  if (inPlace && migrationOf(directory) !== null) {
    throw new StoreError({
      rule: 'repair/mid-migration',
      message: `${dir} is in the middle of its change to a newer format, which fx finishes or takes back when it opens the session. It is not touched; it can be repaired into another place (-o).`,
      file: dir,
    });
  }
  const { id, repair } = await salvagingDialect(directory);
  if (repair === undefined || (id !== verdict.format && isNewerFormat(verdict.format))) {
    throw new StoreError({
      rule: 'repair/newer-format',
      message: `${dir} is ${formatName(verdict.format)}; it is not touched.`,
      file: dir,
    });
  }
  const refusal = repair.refusal?.(dir, verdict) ?? null;
  if (refusal !== null) throw refusal;
  return repair;
}

/** Whose a session is; where nothing beside its log says so, the log does. */
async function salvagingDialect(directory: SessionDirectory): Promise<StoreDialect> {
  const dialect = dialectOf(directory);
  if (dialect.claims(directory) === 'certain') return dialect;
  for (const other of STORE_DIALECTS) if ((await other.repair?.ownsLog?.(directory)) === true) return other;
  return dialect;
}
