/** What the crash tests break; apart from the fixtures, so that a child process can be one bundle. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FileSystem } from '@fxlog/writer/internal';
import { repairSession } from '../../../../repair/repair-session.js';

const OPTIONS = { seed: 'crash', clock: () => 1_800_000_000_000 };

/** Repairs it into `<dir>/repaired`. */
export function repairBeside(fileSystem: FileSystem, dir: string): Promise<unknown> {
  return repairSession(damagedIn(dir), { folder: join(dir, 'repaired') }, { ...OPTIONS, fileSystem });
}

/** Repairs it into another root of fx, `<dir>/other/sessions`. */
export function repairIntoRoot(fileSystem: FileSystem, dir: string): Promise<unknown> {
  return repairSession(damagedIn(dir), { root: join(dir, 'other', 'sessions') }, { ...OPTIONS, fileSystem });
}

/** Repairs it where it lies. */
export function repairInPlace(fileSystem: FileSystem, dir: string): Promise<unknown> {
  return repairSession(damagedIn(dir), null, { ...OPTIONS, inPlace: true, fileSystem });
}

/** The one session in `<dir>/sessions`; under its own name also where it only stands as a backup. */
function damagedIn(dir: string): string {
  const root = join(dir, 'sessions');
  const names = existsSync(root) ? readdirSync(root) : [];
  const name = names.find((found) => /^[0-9a-f-]+(?:\+damaged)?$/.test(found)) ?? '';
  return join(root, name.replace('+damaged', ''));
}
