import type { FileHandle } from 'node:fs/promises';
import { type AnyFrame, type CheckedFrame, dialectById, type FormatDialect } from '@fxlog/format/internal';
import { successor } from '@fxlog/json/internal';
import { batchesOf } from './batches.js';
import { EventReader } from './event-reader.js';
import type { EventRecord } from './event-record.js';
import { openRegularFile } from './file-chunks.js';
import type { LogPosition } from './log-position.js';
import { type EventIterator, type FileHint, rememberFile, withPosition } from './read-events.js';
import type { ReadOptions, StartPosition } from './read-options.js';
import type { ReadSummary } from './read-summary.js';
import { checkToken, type PlainJson, positionOf, type ResumeToken } from './resume-token.js';
import { isFileHandle, sourceName } from './source.js';
import { SourceError } from './source-error.js';
import { verifyPosition } from './verify-position.js';

/** What became of a place. Only `resumed` may go on; in the other cases the log has to be read from its start. */
export type Resumption<Checked extends CheckedFrame = AnyFrame> =
  | {
      readonly status: 'resumed';
      /** The events after the token. Iterate it, or call its `return`, so that the file is closed. */
      readonly events: EventIterator<Checked>;
      /** What the higher layer had put into the token. */
      readonly state: PlainJson | undefined;
    }
  /** The last line that was read is not there any more: this is another log, or it was rewritten. */
  | { readonly status: 'replaced'; readonly message: string }
  /** The file ends before the place. */
  | { readonly status: 'truncated'; readonly message: string; readonly size: number };

/**
 * Takes up reading where a token was taken, without reading what came before, save the last line: its hash tells a file
 * that was replaced, even by one of equal size.
 *
 * @param source Something that can be sought: a path, a file URL, a file handle, or bytes.
 * @throws TokenError for a token that is none; SourceError when the source cannot be read or sought.
 */
export async function resumeFrom<Checked extends CheckedFrame = AnyFrame>(
  token: ResumeToken,
  source: string | URL | FileHandle | Uint8Array,
  options: Omit<ReadOptions<Checked>, 'start'> = {},
): Promise<Resumption<Checked>> {
  checkToken(token);
  const position = positionOf(token);
  const path = sourceName(source);
  const opened = path === undefined ? null : await openRegularFile(path);
  const bytes = opened ?? (source as FileHandle | Uint8Array);
  if (!(bytes instanceof Uint8Array) && !isFileHandle(bytes as object)) {
    throw new SourceError({
      rule: 'source/not-seekable',
      message: 'A stream cannot be taken up in the middle.',
      hint: 'Save the stream to a file first.',
    });
  }
  let resumed = false;
  try {
    const { verdict, size } = await verifyPosition(bytes, position);
    if (verdict === 'truncated') {
      const message = `The log has ${size} bytes, but ${position.offset} were read before: it was truncated or replaced.`;
      return { status: 'truncated', message, size };
    }
    if (verdict === 'replaced') {
      return {
        status: 'replaced',
        message: `The line before byte ${position.offset} is not the one that was read before: the log was replaced.`,
      };
    }
    resumed = true;
  } finally {
    if (!resumed) await opened?.close();
  }
  const dialect = options.dialect ?? dialectAt<Checked>(position);
  const reader = new EventReader<Checked>({ ...options, dialect, start: startAfter(position) }, path);
  const file: FileHint = { identity: undefined };
  const batches = batchesOf(bytes, reader, reader.frames.settings, rememberFile(file));
  const events = withPosition(opened === null ? batches : closing(batches, opened, reader), reader, position, file);
  return { status: 'resumed', events, state: token.state };
}

/** The dialect that a place was left in; undefined where nothing was read yet. @internal */
export function dialectAt<Checked extends CheckedFrame>({ dialect }: LogPosition): FormatDialect<Checked> | undefined {
  const known = dialect === null ? null : dialectById(dialect);
  // Who does not name a dialect has asked for any.
  return known === null ? undefined : (known as FormatDialect<CheckedFrame> as FormatDialect<Checked>);
}

/** What has to come after a place: `start` of the {@link ReadOptions}. */
export function startAfter(position: LogPosition): StartPosition {
  const { offset, line, seq, epoch } = position;
  return {
    offset,
    line,
    seq: seq === null ? undefined : successor(seq),
    epoch: epoch ?? undefined,
  };
}

type Batches<Checked extends CheckedFrame> = AsyncGenerator<EventRecord<Checked>[], ReadSummary, undefined>;

/** Closes the file when the batches end, are left early, or were never begun. */
function closing<Checked extends CheckedFrame>(
  batches: Batches<Checked>,
  handle: FileHandle,
  reader: EventReader<Checked>,
): Batches<Checked> {
  const close = async <T>(result: Promise<T>): Promise<T> => {
    try {
      return await result;
    } finally {
      await handle.close();
    }
  };
  const closed: Batches<Checked> = {
    async next() {
      let isOver = true;
      try {
        const result = await batches.next();
        isOver = result.done === true;
        return result;
      } finally {
        if (isOver) await handle.close();
      }
    },
    return: (value) => close(batches.return(value ?? reader.summary)),
    throw: (error) => close(batches.throw(error)),
    [Symbol.asyncIterator]: () => closed,
  };
  return closed;
}
