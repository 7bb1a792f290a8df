import { statSync } from 'node:fs';
import { reduceLog } from '@fxlog/assembler';
import { type EncodeContext, toFxSession } from '@fxlog/codecs';
import type { ItemBatches } from '@fxlog/codecs/internal';
import type { Finding } from '@fxlog/format';
import { readEvents } from '@fxlog/reader';
import { copySession } from '@fxlog/store';
import { type SessionTarget, type WriteSessionOptions, writeSession } from '@fxlog/writer';
import type { RawFrame } from '@fxlog/writer/internal';
import type { TranscriptSource } from './transcript-source.js';

/** A session of fx that now stands. */
export interface FxOutput {
  readonly id: string;
  readonly dir: string;
  readonly findings: readonly Finding[];
}

/** Up to here the turns of a session are held while it is written, so that it gets a checkpoint; fx makes none of larger ones. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;

/** Whether a session made of this file may be held in memory. */
export function keepsHistory(path: string): boolean {
  return statSync(path).size <= MAX_HELD_BYTES;
}

/**
 * Writes the items of a transcript as a session of fx.
 *
 * @param target where a session of that id goes
 * @param check called when everything was written and nothing stands yet; what it throws ends it there
 */
export async function writeItemsAsFx(
  items: ItemBatches,
  context: EncodeContext,
  source: TranscriptSource,
  target: (id: string) => Promise<SessionTarget>,
  check: () => void,
): Promise<FxOutput> {
  const { session, turns, lateFiles, ...options } = await toFxSession(items, context);
  return writeSession({ turns, session }, await target(session.id), {
    ...options,
    keepHistory: keepsHistory(source.path),
    lateFiles: () => {
      check();
      return lateFiles();
    },
  });
}

/** A session of fx as it is: all of its directory, or its log alone, byte for byte. */
export async function copyFx(
  source: TranscriptSource,
  target: (id: string) => Promise<SessionTarget>,
  signal: AbortSignal,
): Promise<FxOutput> {
  const { path, name: file, end, sessionDir } = source;
  const { state, boundary } = await reduceLog(path, { file, end, signal, keepHistory: false });
  if (sessionDir !== null) return copySession(sessionDir, await target(state.id));
  const options: WriteSessionOptions = { generation: boundary.generation };
  return writeSession({ events: rawFrames(path, boundary.offset, signal) }, await target(state.id), options);
}

async function* rawFrames(path: string, end: number, signal: AbortSignal): AsyncGenerator<RawFrame[]> {
  for await (const records of readEvents(path, { end, signal }))
    yield records.map(({ bytes }) => ({ rawFrame: bytes }));
}
