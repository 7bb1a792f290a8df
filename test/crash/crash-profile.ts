import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { latestPointerName } from '@fxlog/writer/internal';
import { ID } from './crashed-operations.js';

const FIXTURE = fileURLToPath(new URL('../../test-fixtures/fx-0.0.5/image-input', import.meta.url));
const WORKSPACE = '/home/dev/project';

/** A neighbour that nothing may touch. */
export const OTHER_ID = 'another-session';

/** Fills an empty directory: a root with the session, another one, an index, and a pointer to the other one. */
export function fillProfile(dir: string): void {
  const root = join(dir, 'sessions');
  mkdirSync(join(root, 'latest'), { recursive: true });
  cpSync(join(FIXTURE, ID), join(root, ID), { recursive: true });
  mkdirSync(join(root, OTHER_ID));
  writeFileSync(join(root, OTHER_ID, 'events.jsonl'), 'other');
  const pointer = {
    schema_version: 2,
    status: 'ready',
    workspace_root: WORKSPACE,
    session_id: OTHER_ID,
    updated_at_ms: 1,
  };
  writeFileSync(join(root, 'latest', latestPointerName(WORKSPACE)), JSON.stringify(pointer));
  setModes(dir);
}

function setModes(path: string): void {
  chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) setModes(join(path, entry.name));
    else chmodSync(join(path, entry.name), 0o600);
  }
}
