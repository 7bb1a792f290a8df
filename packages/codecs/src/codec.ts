import type { FoldLogOptions } from '@fxlog/assembler/internal';
import type { Source } from '@fxlog/reader';
import type { ReportLoss } from './loss.js';
import type { TranscriptItem, TranscriptMeta } from './model/transcript.js';

/** Items in batches: about as many as came of one chunk of bytes, never none. */
export type ItemBatches = AsyncIterable<readonly TranscriptItem[]>;

/**
 * Gives the bytes of a file that belongs to the source (an image, a tool output kept apart, a side file), or null when there is none. The
 * locator is the path below the directory of the source as the source spells it, `/`-separated, such as `images/image-1-0f1e2d3c4b5a6978.bin`:
 * it comes from untrusted data, and who answers must not let it out of that directory.
 */
export type ReadAttachment = (locator: string) => Promise<Uint8Array | null>;

/**
 * Gives the files of another session of the program that wrote the source, by the id of that session: a session can go on from one that lies
 * elsewhere. None when there is none. The id comes from untrusted data.
 */
export type FindSession = (id: string) => Promise<readonly Source[]>;

/** Which conversation a decoder gives, where the source has been compacted, rolled back or branched. */
export type TranscriptView =
  /** What the model would see on resume: summaries in the place of what they replaced. */
  | 'model'
  /** Everything that was said and not taken back, as far as the source still has it; summaries left out. */
  | 'archive';

/** What a decoder gets from its caller. */
export interface DecodeContext {
  /** Name of the source, for messages and where a format keeps something in it. */
  readonly file?: string | undefined;
  readonly readAttachment: ReadAttachment;
  /** Reads a body that lies beside a log of fx, by the name that the log has for it. Default: there are none. */
  readonly readBlob?: ((name: string) => Uint8Array | null) | undefined;
  /** Reads what a file beside a log of fx says of a turn that is under way. Default: nothing does. */
  readonly unfinished?: FoldLogOptions['unfinished'];
  /** Default: no other session can be had. */
  readonly findSession?: FindSession | undefined;
  readonly report: ReportLoss;
  readonly view: TranscriptView;
  /** Read what can be read of damaged input and report the rest, instead of stopping at the first fault. */
  readonly mode: 'strict' | 'lenient';
  readonly signal?: AbortSignal | undefined;
}

/** Where the main document belongs so that its program finds it, and how it is opened there. */
export interface Installation {
  /** Path below the program's own folder of sessions, `/`-separated. */
  readonly path: string;
  /** Session id that was written; another one than the meta's where the encoder had to make it. */
  readonly sessionId: string;
  /** Command line that resumes the session. */
  readonly resume?: readonly string[] | undefined;
}

/** What an encoder gets from its caller. */
export interface EncodeContext {
  readonly report: ReportLoss;
  /** Told once, before the first piece, by encoders whose output a program can resume. */
  readonly onInstallation?: ((installation: Installation) => void) | undefined;
  /** Write as the peer of the common model does, byte for byte, where a format has such a form (common-model §A6). Default false. */
  readonly compatible?: boolean | undefined;
  /** Values for what the target needs and the transcript does not have. */
  readonly defaults?: EncodeDefaults | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface EncodeDefaults {
  readonly cwd?: string | undefined;
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
  readonly sessionId?: string | undefined;
}

/** A piece of the output: of the main document or, with a name, of a file beside it. The pieces of a file come in order, those of several may alternate. */
export interface EncodedPiece {
  /** Path relative to the main document, `/`-separated; null for the main document itself. */
  readonly file: string | null;
  readonly bytes: Uint8Array;
}

/**
 * One format, as a plain object. It maps values to values and never touches the file system.
 *
 * A decoder gives the meta first, exactly once, then the messages in order; it throws `CodecError` (or the reader's errors) for what it cannot
 * read. An encoder gives the pieces of its output as the items come. Both report whatever they cannot carry.
 */
export interface Codec {
  /** Id on the command line, kebab-case. */
  readonly name: string;
  /** Name for people. */
  readonly title: string;
  /** Ending of a file of this format, with its dot. */
  readonly extension?: string | undefined;
  /** Whether bytes look like this format. `prefix` holds the first bytes of the source, at most {@link DETECTION_BYTES}. */
  readonly detect?: ((prefix: Uint8Array, file?: string) => boolean) | undefined;
  readonly decode?: ((source: Source, context: DecodeContext) => ItemBatches) | undefined;
  readonly encode?: ((items: ItemBatches, context: EncodeContext) => AsyncIterable<EncodedPiece>) | undefined;
  /** Whether an encoder makes something readable for people only, which nothing decodes. */
  readonly isRendering?: boolean | undefined;
}

/** A codec that reads. */
export type Decoder = Codec & Required<Pick<Codec, 'decode'>>;

/** A codec that writes. */
export type Encoder = Codec & Required<Pick<Codec, 'encode'>>;

/** How many bytes of a source detection looks at. */
export const DETECTION_BYTES = 65_536;

/** The meta of a stream, and the stream without it. @throws TypeError when the stream does not begin with its meta. */
export async function splitMeta(
  items: ItemBatches,
): Promise<{ readonly meta: TranscriptMeta; readonly rest: ItemBatches }> {
  const iterator = items[Symbol.asyncIterator]();
  const first = await iterator.next();
  const head = first.done === true ? undefined : first.value[0];
  if (head?.type !== 'meta') throw new TypeError('A stream of transcript items begins with its meta.');
  const others = (first.value as readonly TranscriptItem[]).slice(1);
  async function* rest(): AsyncGenerator<readonly TranscriptItem[], void, undefined> {
    let isDone = false;
    try {
      if (others.length > 0) yield others;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
      isDone = true;
    } finally {
      if (!isDone) await iterator.return?.();
    }
  }
  return { meta: head.meta, rest: rest() };
}
