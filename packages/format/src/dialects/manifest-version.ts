import type { FileHead } from '../dialect.js';

/** Formats that a manifest or an authority file may name. */
const STORAGE_FORMATS = ['"event_log_v1"', '"execution_journal_v1"'];

/** Whether a file names its format in words, which go before any number. */
export function namesFormat({ keys: { values } }: FileHead): boolean {
  return STORAGE_FORMATS.includes(values.get('storage_format') ?? '');
}

/**
 * The `schema_version` of a file that looks like the manifest of a session and does not name its format; null for any other. Versions of
 * manifests are counted over all formats: 1 and 2 are legacy snapshots, 3 event logs, 4 conversation logs, 5 execution journals.
 */
export function manifestVersion(head: FileHead): number | null {
  const { keys, name } = head;
  const { values } = keys;
  if (!values.has('schema_version') || namesFormat(head)) return null;
  const isManifest = name === 'session.json' || (values.has('id') && values.has('created_at_ms'));
  return isManifest ? Number(values.get('schema_version')) : null;
}
