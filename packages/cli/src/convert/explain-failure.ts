import { type Codec, CodecError, codecs, detectCodec } from '@fxlog/codecs';
import { DETECTION_BYTES, peekSource } from '@fxlog/codecs/internal';
import { LogError, SourceError } from '@fxlog/reader';
import { WriteError } from '@fxlog/writer';
import type { CommandContext } from '../command-context.js';
import { explainChange } from '../commands/change-session.js';
import { CommandError, ExitCode, UsageError } from '../exit-code.js';
import { reportFault, unreadable } from '../report/fault-report.js';
import type { TranscriptSource } from './transcript-source.js';

/** The codec of that name. @throws UsageError when there is none */
export function codecNamed(name: string): Codec {
  const codec = codecs.get(name);
  if (codec !== undefined) return codec;
  const names = codecs.list().map((known) => known.name);
  throw new UsageError(`there is no codec "${name}"`, `There are ${names.join(', ')}.`);
}

/** The codec whose format a file looks like, or null. */
export async function detectFormatOf(source: TranscriptSource, signal: AbortSignal): Promise<Codec | null> {
  const { prefix } = await peekSource(source.source, DETECTION_BYTES, signal);
  return detectCodec(prefix, source.file);
}

/** The codec that reads a file: the one that was named, else the one that its first bytes look like. @throws CommandError */
export async function sourceCodec(
  source: TranscriptSource,
  from: string | undefined,
  signal: AbortSignal,
): Promise<Codec> {
  const codec = from === undefined ? await detectFormatOf(source, signal) : codecNamed(from);
  const readers = codecs.list().flatMap(({ name, decode }) => (decode === undefined ? [] : [name]));
  if (codec === null) {
    throw new CommandError(
      ExitCode.badData,
      `${source.name}: in no format that is known here`,
      `Name its format with --from: ${readers.join(', ')}.`,
    );
  }
  if (codec.decode !== undefined) return codec;
  throw new UsageError(`${codec.title} can only be written`, `What can be read: ${readers.join(', ')}.`);
}

/** Runs a conversion and says in the command line's words what is wrong with the source, if anything is. */
export async function explainConversion(
  context: CommandContext,
  source: TranscriptSource,
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await explainChange(work);
  } catch (error) {
    if (error instanceof LogError) return reportFault(context, error, source);
    if (error instanceof SourceError) throw unreadable(error, source.name);
    if (error instanceof CodecError) throw codecFailure(error, source.name);
    throw error;
  }
}

function codecFailure(error: CodecError, name: string): CommandError {
  const place = [
    error.line === undefined ? null : `line ${error.line}`,
    error.offset === undefined ? null : `byte ${error.offset}`,
    error.path === undefined || error.path === '' ? null : error.path,
  ].filter((part) => part !== null);
  const where = place.length === 0 ? '' : ` (${place.join(', ')})`;
  const isUsage = error.rule === 'codec/cannot-read' || error.rule === 'codec/cannot-write';
  return new CommandError(
    isUsage ? ExitCode.usage : ExitCode.badData,
    `${name}: ${error.message.replace(/\.$/, '')}${where}`,
    `fxlog rules ${error.rule} explains this.`,
  );
}

/** The source's own fault inside of a failure to write. */
export function sourceFaultOf(error: unknown): unknown {
  if (!(error instanceof WriteError)) return error;
  const { cause } = error;
  return cause instanceof LogError ||
    cause instanceof SourceError ||
    cause instanceof CodecError ||
    cause instanceof CommandError
    ? cause
    : error;
}
