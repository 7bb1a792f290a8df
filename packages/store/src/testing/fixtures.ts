/** Copies of the sessions that fx wrote, with the modes that it gives and a checkout loses. */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FIXTURES = fileURLToPath(new URL('../../../../test-fixtures/', import.meta.url));

/** Folder of the fixtures of fx 0.0.5. */
export const FX = join(FIXTURES, 'fx-0.0.5');

/** Shapes with one session each. */
export const SHAPES = readdirSync(FX, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'profile')
  .map((entry) => entry.name);

/** Id of the session of a shape. */
export function sessionIdOf(shape: string): string {
  const entry = readdirSync(join(FX, shape), { withFileTypes: true }).find((found) => found.isDirectory());
  if (entry === undefined) throw new Error(`${shape} holds no session`);
  return entry.name;
}

/** What fx printed for a shape; null where there is no such file. */
export function expectationOf(shape: string, file = 'expected.json'): Record<string, unknown> | null {
  if (!readdirSync(join(FX, shape)).includes(file)) return null;
  return JSON.parse(readFileSync(join(FX, shape, file), 'utf8')) as Record<string, unknown>;
}

/** Gives directories 0700 and files 0600, as fx does. */
export function setModes(path: string): void {
  chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) setModes(join(path, entry.name));
    else chmodSync(join(path, entry.name), 0o600);
  }
}

/** A profile in a temporary directory. */
export class TemporaryProfile {
  readonly home = mkdtempSync(join(tmpdir(), 'fxlog-store-'));
  readonly root = join(this.home, 'sessions');

  constructor() {
    mkdirSync(this.root, { mode: 0o700 });
  }

  /** Copies the session of a shape into the root; returns its directory. */
  add(shape: string, id = sessionIdOf(shape)): string {
    const dir = join(this.root, id);
    cpSync(join(FX, shape, sessionIdOf(shape)), dir, { recursive: true });
    setModes(dir);
    return dir;
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** Folder of the sessions in the newer formats. */
export const NEWER = join(FIXTURES, 'newer');
