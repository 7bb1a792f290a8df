/** The session that a turn is appended to. */
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FileSystem } from '@fxlog/writer/internal';
import { NEWER, setModes } from '../../../../testing/fixtures.js';
import { OPTIONS, TURN } from '../../../conversation-log/append/testing/appended-turn.js';
import { appendStoreTurn } from '../append-turn.js';

/** The session that is worked on. */
export const ID = 'orchard_0950';

/** Puts the session of a shape below `<dir>/v2`; returns its directory. */
export function layStoreSession(dir: string, shape = 'ordinary', id = ID): string {
  const session = join(dir, 'v2', id);
  mkdirSync(join(dir, 'v2'), { recursive: true, mode: 0o700 });
  cpSync(join(NEWER, 'sessions-v2', shape, 'v2', id), session, { recursive: true });
  setModes(session);
  const blobs = join(session, 'blobs');
  for (const name of existsSync(blobs) ? readdirSync(blobs) : []) chmodSync(join(blobs, name), 0o400);
  return session;
}

export const append = (fileSystem: FileSystem, dir: string): Promise<unknown> =>
  appendStoreTurn(join(dir, 'v2', ID), TURN, { ...OPTIONS, fileSystem });
