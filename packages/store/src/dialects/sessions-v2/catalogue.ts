import { dirname } from 'node:path';
import { type Finding, FrameError } from '@fxlog/format';
import { type CataloguedSession, readIndexRecord, SessionCatalogue } from '@fxlog/format/internal';
import { catalogueSession, type FileSystem } from '@fxlog/writer/internal';
import { readFileWithin } from '../../paths/safe-file.js';
import { SessionDirectory } from '../../session-directory.js';
import { LineCutter } from './line-cutter.js';
import { type LogLook, lookAtLog, textIn } from './look.js';
import { endedTurns } from './summarize.js';

/** Name of the catalogue beside the sessions. */
const INDEX = 'index.jsonl';
/** fx writes it anew when it is larger than 1 MiB; in bytes. */
const MAX_INDEX_BYTES = 16_777_216;

/** Where the catalogue of the store says something else than the log. It is only a cache, so this is a note and no more. */
export function catalogueFindings(directory: SessionDirectory, { open }: LogLook): Finding[] {
  if (open.verdict !== 'accept') return [];
  const entry = catalogueOf(directory);
  if (entry === null) return [];
  const differs = [
    textIn(entry.title) === textIn(open.state.title) ? null : 'the title',
    BigInt(entry.turns) === BigInt(endedTurns(open.state)) ? null : 'the number of turns',
    BigInt(entry.updated) === BigInt(open.updatedMs) ? null : 'the time of the last line',
  ].filter((what) => what !== null);
  if (differs.length === 0) return [];
  const message = `The catalogue of the store differs in ${differs.join(', ')}; the log is right.`;
  return [{ rule: 'sessions-v2/catalogue-differs', severity: 'info', message, file: `../${INDEX}` }];
}

function catalogueOf({ dir, id }: SessionDirectory): CataloguedSession | null {
  const read = readFileWithin(`${dirname(dir)}/${INDEX}`, MAX_INDEX_BYTES);
  if (read.state !== 'read') return null;
  const catalogue = new SessionCatalogue();
  const cutter = new LineCutter(0, (bytes, start, end) => {
    try {
      catalogue.add(readIndexRecord(bytes, start, end));
    } catch (error) {
      // fx passes over a line of the catalogue that it cannot read.
      if (!(error instanceof FrameError)) throw error;
    }
  });
  cutter.push(Buffer.from(read.bytes.buffer, read.bytes.byteOffset, read.bytes.length));
  return catalogue.list().find((entry) => entry.id === id) ?? null;
}

/** Lets the catalogue of the store say of a session what its log says, where there is a catalogue and fx opens the session. */
export async function updateCatalogue(fileSystem: FileSystem, dir: string): Promise<void> {
  const look = lookAtLog(new SessionDirectory(dir));
  if (look === null || look.open.verdict !== 'accept') return;
  const { created, createdMs } = look.known;
  const { state, updatedMs } = look.open;
  if (created === null || createdMs === null) return;
  const { id, role, host, parent, workspace } = created;
  await catalogueSession(fileSystem, dir, {
    id,
    role,
    host,
    parent,
    workspace: textIn(state.workspace) ?? workspace,
    title: textIn(state.title) === null ? null : state.title,
    language: textIn(state.language) === null ? null : state.language,
    created: createdMs,
    updated: updatedMs,
    turns: endedTurns(state),
  });
}
