import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FIXTURES = fileURLToPath(new URL('../../../../test-fixtures/fx-0.0.5/', import.meta.url));

/** A directory for one test; must be removed. */
export class TestDirectory {
  readonly path = mkdtempSync(join(tmpdir(), 'fxlog-batch-'));

  file(name: string, content: string | Uint8Array): string {
    const path = join(this.path, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** The directory of one of the bundled sessions, by its shape. */
export function fixtureSession(shape: string): string {
  const id = readdirSync(join(FIXTURES, shape)).find((name) => !name.endsWith('.json'));
  if (id === undefined) throw new Error(`no session in ${shape}`);
  return join(FIXTURES, shape, id);
}

/** A session in memory: its id, and its files by their paths. */
export interface SessionFiles {
  readonly id: string;
  readonly files: Map<string, Buffer>;
}

/** A session that fx wrote, under another id of the same length: the watermark counts bytes. */
export function sessionFiles(shape: string, serial: number): SessionFiles {
  const source = fixtureSession(shape);
  const oldId = source.slice(source.lastIndexOf('/') + 1);
  const id = oldId.slice(0, -6) + String(serial).padStart(6, '0');
  const files = new Map<string, Buffer>();
  for (const name of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!name.isFile()) continue;
    const path = join(name.parentPath, name.name);
    const bytes = readFileSync(path);
    const isText = /\.jsonl?$/.test(name.name);
    const renamed = isText ? Buffer.from(bytes.toString('latin1').replaceAll(oldId, id), 'latin1') : bytes;
    files.set(path.slice(source.length + 1), renamed);
  }
  return { id, files };
}

/** Copies the bundled sessions of some shapes into a sessions root. */
export function copyFixtures(root: string, shapes: readonly string[]): void {
  for (const shape of shapes) {
    const session = fixtureSession(shape);
    cpSync(session, join(root, session.slice(session.lastIndexOf('/') + 1)), { recursive: true });
  }
}

/** Writes a session with as few files as it can have. */
export function writeSession(directory: string, files: ReadonlyMap<string, Buffer>, minimal = false): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  for (const [name, bytes] of files) {
    if (minimal && !/^(?:events\.jsonl|commit\.(?:lock|[^/]+\.json)|authority\.json|session\.json)$/.test(name))
      continue;
    mkdirSync(join(directory, name, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(join(directory, name), bytes, { mode: 0o600 });
  }
}
