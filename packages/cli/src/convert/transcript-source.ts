import { basename, dirname } from 'node:path';
import type { FindSession, ReadAttachment } from '@fxlog/codecs/internal';
import { isLogFile } from '@fxlog/format/internal';
import { openSession, type Session, StoreError } from '@fxlog/store';
import { blobsBeside } from '@fxlog/store/internal';
import type { CommandContext } from '../command-context.js';
import { UsageError } from '../exit-code.js';
import { type Input, noSessionHere, resolveInput } from '../input/input.js';
import { type FileLog, plainLog, sessionLog } from '../input/log-source.js';
import { withSpooledFile } from '../input/spool.js';
import { findCodexSessions } from './codex-sessions.js';

/** A transcript of any program in a file, which can be read as often as needed. */
export interface TranscriptSource extends FileLog {
  /** What its format is recognised by, besides its first bytes. */
  readonly file: string;
  /** The files that belong to it; none where it is not a session of fx. */
  readonly readAttachment: ReadAttachment;
  /** Other sessions that it may go on from. */
  readonly findSession?: FindSession | undefined;
}

/**
 * Opens what an INPUT argument means, a session of fx or a transcript of any program, and keeps it readable while `body` runs: a pipe is
 * copied into a temporary file.
 *
 * @throws UnreadableError, UsageError, CommandError when there is no such input
 */
export async function withTranscriptSource<T>(
  context: CommandContext,
  argument: string,
  root: string | undefined,
  body: (source: TranscriptSource) => Promise<T>,
): Promise<T> {
  return withSourceOf(context, await resolveInput(context, argument, root), body);
}

/** As {@link withTranscriptSource}, for an input whose kind is known. */
export async function withSourceOf<T>(
  context: CommandContext,
  input: Input,
  body: (source: TranscriptSource) => Promise<T>,
): Promise<T> {
  const { signal } = context.interrupt;
  switch (input.kind) {
    case 'root':
      throw new UsageError(`${input.name} holds many sessions`, `Name one of them: fxlog list --root ${input.name}`);
    case 'no-session':
      throw noSessionHere(input.name);
    case 'session':
      return withSessionLog(context, input, body);
    case 'file':
      return body({
        ...(plainLog(context, input) as FileLog),
        file: input.path,
        readAttachment: await attachmentsBeside(input.path),
        readBlob: await blobsBeside(input.path),
        findSession: findCodexSessions(context, input.path),
      });
    case 'stream': {
      const log = plainLog(context, input);
      if (log.kind === 'file') throw new TypeError('a pipe is not a file');
      return withSpooledFile(log.bytes, signal, (path) =>
        body({
          kind: 'file',
          name: log.name,
          path,
          source: path,
          end: undefined,
          sessionDir: null,
          file: log.name,
          readAttachment: nothing,
          findSession: findCodexSessions(context, path),
        }),
      );
    }
  }
}

async function withSessionLog<T>(
  context: CommandContext,
  { name, dir }: Extract<Input, { kind: 'session' }>,
  body: (source: TranscriptSource) => Promise<T>,
): Promise<T> {
  const log = await sessionLog(context, name, dir);
  const readAttachment = attachmentsOf(await openSession(dir));
  return body({ ...log, file: log.path, readAttachment });
}

/** The files of the session that a log lies in, if it lies in one. */
async function attachmentsBeside(path: string): Promise<ReadAttachment> {
  const session = await sessionOf({ path, sessionDir: null });
  return session === null ? nothing : attachmentsOf(session);
}

/** The session that a log lies in; null where it lies in none. */
export async function sessionOf({
  path,
  sessionDir,
}: Pick<TranscriptSource, 'path' | 'sessionDir'>): Promise<Session | null> {
  if (sessionDir === null && !isLogFile(basename(path))) return null;
  try {
    return await openSession(sessionDir ?? dirname(path));
  } catch (error) {
    if (error instanceof StoreError) return null;
    throw error;
  }
}

/** Files of a session, through the store, which lets no name out of its directory. */
export function attachmentsOf(session: Session): ReadAttachment {
  return async (locator) => session.attachment(locator);
}

const nothing: ReadAttachment = async () => null;
