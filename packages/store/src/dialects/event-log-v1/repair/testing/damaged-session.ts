import { appendFileSync, chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FX, sessionIdOf, setModes } from '../../../../testing/fixtures.js';

const SHAPE = 'image-input';
export const DAMAGED_ID = sessionIdOf(SHAPE);

/** Lays a damaged session into `<dir>/sessions`: a line is garbage, the tail torn, the watermark gone, modes lost. */
export function layDamaged(dir: string): string {
  const root = join(dir, 'sessions');
  const session = join(root, DAMAGED_ID);
  mkdirSync(root, { recursive: true, mode: 0o700 });
  cpSync(join(FX, SHAPE, DAMAGED_ID), session, { recursive: true });
  setModes(session);
  writeFileSync(join(root, 'latest.lock'), '', { mode: 0o600 });
  const log = join(session, 'events.jsonl');
  const lines = readFileSync(log, 'latin1').split(/(?<=\n)/);
  writeFileSync(log, lines.with(8, '\0'.repeat(500)).join(''), 'latin1');
  appendFileSync(log, '{"schema_version":1,"torn');
  writeFileSync(join(session, 'notes.txt'), 'not of fx');
  for (const name of readdirSync(session))
    if (/^commit\.[0-9a-f]{32}\.json$/.test(name)) chmodSync(join(session, name), 0o644);
  return session;
}
