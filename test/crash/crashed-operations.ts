/** The operations on an existing session that are broken at every call, each on a fresh copy of the same small profile. */
import { join } from 'node:path';
import type { HistoryTurn } from '@fxlog/format';
import { appendTurn, removeSession, rewriteSession } from '@fxlog/store';
import type { FileSystem } from '@fxlog/writer/internal';

/** The session that is worked on, of the shape `image-input`. */
export const ID = '1796033812253-1796033812253247619-a292ace7b30252e3';
/** What is appended; it brings a file along. */
export const TURN: HistoryTurn = {
  kind: 'assistant',
  user: {
    text: 'One more picture.',
    images: [{ id: 7, path: '/tmp/c.png', media_type: 'image/png', snapshot_path: null, snapshot_sha256: null }],
  },
  assistant: 'A plum.',
  execution: { schema_version: 3, tool_steps: [], files: [] },
};
const PNG = Buffer.from('89504e470d0a1a0a0000000d4948445200000007', 'hex');

/** Everything fixed that can be, so that two runs give the same bytes. */
export const OPTIONS = {
  seed: 'crash',
  clock: (): number => 1796200000000,
  readAttachment: async (): Promise<Uint8Array> => PNG,
};

const sessionIn = (dir: string): string => join(dir, 'sessions', ID);

export const append = (fileSystem: FileSystem, dir: string): Promise<unknown> =>
  appendTurn(sessionIn(dir), TURN, { ...OPTIONS, fileSystem });

export const rewriteInPlace = (fileSystem: FileSystem, dir: string): Promise<unknown> =>
  rewriteSession(sessionIn(dir), 'replace', { compact: true, ...OPTIONS, fileSystem });

export const rewriteElsewhere = (fileSystem: FileSystem, dir: string): Promise<unknown> =>
  rewriteSession(sessionIn(dir), { root: join(dir, 'copies') }, { dropCheckpoints: true, ...OPTIONS, fileSystem });

export const remove = (fileSystem: FileSystem, dir: string): Promise<unknown> =>
  removeSession(join(dir, 'sessions'), ID, { fileSystem });
