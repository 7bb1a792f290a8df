import { statSync } from 'node:fs';
import { reduceLog } from '@fxlog/assembler';
import { eventLogRecord } from '@fxlog/assembler/internal';
import type { EncodeContext } from '@fxlog/codecs';
import { type ItemBatches, type ReportLoss, toFxContent } from '@fxlog/codecs/internal';
import type { Finding } from '@fxlog/format';
import { readEvents } from '@fxlog/reader';
import type { Session } from '@fxlog/store';
import { copyRenumbered, renumberImages, type SessionContentOptions, sessionContent } from '@fxlog/store/internal';
import { type LogItem, type SessionTarget, type WriteSessionOptions, writeSession } from '@fxlog/writer';
import { type RawFrame, rawFrameOf, writeContent } from '@fxlog/writer/internal';
import type { TranscriptSource } from './transcript-source.js';

/** A session of fx that now stands. */
export interface FxOutput {
  readonly id: string;
  readonly dir: string;
  readonly findings: readonly Finding[];
  /** Of a session of fx that became one of another format of fx: its turns and summaries, and where it works. */
  readonly turns?: number;
  readonly cwd?: string;
}

/** Up to here the turns of a session are held while it is written, so that it gets a checkpoint; fx makes none of larger ones. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;

/** Whether a session made of this file may be held in memory. */
export function keepsHistory(path: string): boolean {
  return statSync(path).size <= MAX_HELD_BYTES;
}

/** What is the same for every way to write a session of fx. */
export interface FxWriting {
  /** The format to write. */
  readonly dialect: string;
  readonly report: ReportLoss;
  /** Where a session of that id goes. */
  readonly target: (id: string) => Promise<SessionTarget>;
  /** Called when everything was written and nothing stands yet; what it throws ends it there. */
  readonly check: () => void;
}

/** Writes the items of a transcript as a session of fx. */
export async function writeItemsAsFx(
  items: ItemBatches,
  context: EncodeContext,
  source: TranscriptSource,
  { dialect, report, target, check }: FxWriting,
): Promise<FxOutput> {
  const { identifiers, clock, ...content } = await toFxContent(items, context);
  const keepHistory = keepsHistory(source.path);
  const options = { report, identifiers, clock, keepHistory, check };
  return writeContent(dialect, content, await target(content.head.id), options);
}

/** Writes a session of fx in another of its formats, as fx itself converts it where it does. */
export async function convertFx(
  session: Session,
  source: TranscriptSource,
  { dialect, report, target, check }: FxWriting,
  options: Pick<SessionContentOptions, 'view' | 'signal'>,
): Promise<FxOutput> {
  const content = await sessionContent(session, { ...options, report });
  let turns = 0;
  async function* counted() {
    for await (const batch of content.items) {
      turns += Array.isArray(batch) ? batch.length : 1;
      yield batch;
    }
  }
  const written = await writeContent(
    dialect,
    { ...content, items: counted() },
    await target(content.head.id ?? session.id),
    { report, check, keepHistory: keepsHistory(source.path) },
  );
  return { ...written, turns, cwd: content.head.workspaceRoot };
}

/**
 * A session of fx as it is: all of its directory, or its log alone, byte for byte. Only where fx would refuse every prompt, since two images have one
 * number, is each given its own.
 */
export async function copyFx(
  source: TranscriptSource,
  target: (id: string) => Promise<SessionTarget>,
  signal: AbortSignal,
): Promise<FxOutput> {
  const { path, name: file, end, sessionDir } = source;
  const isAlone = sessionDir === null;
  const { state, boundary } = await reduceLog(path, { file, end, signal, keepHistory: isAlone && keepsHistory(path) });
  const place = await target(state.id);
  if (!isAlone) return copyRenumbered(sessionDir, place);
  const renumbered = renumberImages(state);
  const options: WriteSessionOptions = { generation: boundary.generation, keepHistory: 'checkpoint' };
  return writeSession({ events: events() }, place, options);

  async function* events(): AsyncGenerator<LogItem[]> {
    yield* rawFrames(path, boundary.offset, signal);
    if (renumbered !== null) yield [{ replacement: renumbered.state, reason: 'migration' }];
  }
}

async function* rawFrames(path: string, end: number, signal: AbortSignal): AsyncGenerator<RawFrame[]> {
  for await (const records of readEvents(path, { end, signal, reuseChunks: true }))
    yield records.map((record) => rawFrameOf(eventLogRecord(record)));
}
