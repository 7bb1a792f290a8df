/** Pointers to the latest session of each workspace (session-directory §5.2). */

import { controlFileValidators, FILE_LIMITS, type LatestPointer as LatestDocument } from '@fxlog/format/internal';
import { parseJson } from '@fxlog/json';
import { latestPointerName } from '@fxlog/writer/internal';
import { checkDocument } from '../paths/check-document.js';
import { type ControlFile, readControlFile } from '../paths/control-file.js';
import { entriesOf, lookAtFile, statsOf } from '../paths/safe-file.js';
import type { LatestPointer } from '../summary.js';

function read(root: string, name: string): ControlFile<LatestDocument> {
  return readControlFile(`${root}/latest/${name}`, FILE_LIMITS.latestPointer, (bytes) =>
    checkDocument(controlFileValidators.latest_pointer, parseJson(bytes)),
  );
}

function isRealDirectory(path: string): boolean {
  const look = lookAtFile(path);
  return look.state === 'unsafe' && look.kind === 'directory';
}

function pointer(root: string, name: string, file: ControlFile<LatestDocument>): LatestPointer {
  const path = `latest/${name}`;
  const isNamedFor = file.state === 'ok' && latestPointerName(file.value.workspace_root) === name;
  if (file.state !== 'ok' || !isNamedFor) {
    return {
      file: path,
      status: 'invalid',
      workspaceRoot: null,
      sessionId: null,
      updatedAtMs: null,
      targetExists: false,
    };
  }
  const { status, workspace_root: workspaceRoot, session_id: sessionId, updated_at_ms: updatedAtMs } = file.value;
  const targetExists = statsOf(`${root}/${sessionId}`)?.isDirectory() === true;
  return { file: path, status, workspaceRoot, sessionId, updatedAtMs, targetExists };
}

/** The pointer of one workspace; null when there is none. */
export function readLatest(root: string, workspaceRoot: string): LatestPointer | null {
  if (!isRealDirectory(`${root}/latest`)) return null;
  const name = latestPointerName(workspaceRoot);
  const file = read(root, name);
  return file.state === 'absent' ? null : pointer(root, name, file);
}

/** Every pointer of a root. */
export function readLatestPointers(root: string): readonly LatestPointer[] {
  if (!isRealDirectory(`${root}/latest`)) return [];
  return entriesOf(`${root}/latest`)
    .filter(({ name }) => /^[0-9a-f]{64}\.json$/.test(name))
    .map(({ name }) => pointer(root, name, read(root, name)));
}
