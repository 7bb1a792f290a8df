import { fileURLToPath } from 'node:url';
import type { FoldLogOptions } from '@fxlog/assembler/internal';
import type { Source } from '@fxlog/reader';
import { sourceChunks } from '@fxlog/reader/internal';
import {
  type Codec,
  DETECTION_BYTES,
  type DecodeContext,
  type EncodeContext,
  type EncodedPiece,
  type FindSession,
  type ItemBatches,
  type ReadAttachment,
  type TranscriptView,
} from './codec.js';
import { CodecError } from './codec-error.js';
import { codecs } from './known-codecs.js';
import type { ReportLoss } from './loss.js';
import { peekSource } from './peek-source.js';
import type { CodecRegistry } from './registry.js';
import type { Stage } from './stage.js';

/** How a transcript is read. */
export interface TranscriptOptions {
  /** Format of the source, a name or a codec. Default: what the first bytes look like. */
  readonly from?: string | Codec | undefined;
  /** Read no byte of a file at or after this offset, as of a log of which the rest is not committed. Default: to its end. */
  readonly end?: number | undefined;
  /** What happens in between, in this order. */
  readonly stages?: readonly Stage[] | undefined;
  /** Name of the source, for detection and messages. Default: the path, where the source is one. */
  readonly file?: string | undefined;
  /** Gives the files that belong to the source. Default: there are none. */
  readonly readAttachment?: ReadAttachment | undefined;
  /** Reads a body that lies beside a log of fx, by the name that the log has for it. Default: there are none. */
  readonly readBlob?: ((name: string) => Uint8Array | null) | undefined;
  /** Reads what a file beside a log of fx says of a turn that is under way. Default: nothing does. */
  readonly unfinished?: FoldLogOptions['unfinished'];
  /** Gives the files of other sessions that the source goes on from. Default: there are none. */
  readonly findSession?: FindSession | undefined;
  /** Called for every loss; see `LossReport`. */
  readonly onLoss?: ReportLoss | undefined;
  /** Default `model`; where the target is a rendering for people, `archive`. */
  readonly view?: TranscriptView | undefined;
  /** `lenient` reads what can be read of damaged input. Default `strict`. */
  readonly mode?: 'strict' | 'lenient' | undefined;
  /** Where names of codecs are looked up. Default: those of this package and what was added with `registerCodec`. */
  readonly registry?: CodecRegistry | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ConvertOptions
  extends TranscriptOptions,
    Pick<EncodeContext, 'onInstallation' | 'compatible' | 'defaults'> {
  /** Format of the output, a name or a codec. */
  readonly to: string | Codec;
  /** Told which format the source has. */
  readonly onDetected?: ((codec: Codec) => void) | undefined;
}

/**
 * Converts a transcript: decode → stages → encode, as a stream from end to end. From a format to itself without stages the bytes are copied.
 *
 * @throws CodecError when the format of the source is not known, when a codec does not read or write, and for what a decoder refuses.
 * @throws RangeError for a name that no codec has.
 *
 * @example
 * const losses = new LossReport();
 * for await (const { bytes } of convert('events.jsonl', { to: 'claude-code', onLoss: losses.add })) out.write(bytes);
 */
export async function* convert(source: Source, options: ConvertOptions): AsyncGenerator<EncodedPiece, void, undefined> {
  const { registry = codecs, to, signal, onInstallation, compatible, defaults, onLoss: report = ignore } = options;
  const target = typeof to === 'string' ? registry.require(to) : to;
  // People want to read what was said; a program goes on from what its model would see.
  const view = options.view ?? (target.isRendering === true ? 'archive' : 'model');
  const opened = await openTranscript(source, { ...options, view });
  options.onDetected?.(opened.from);
  const isCopy = opened.from === target && (options.stages ?? []).length === 0 && compatible !== true;
  if (isCopy) {
    for await (const bytes of sourceChunks(opened.source, WHOLE, signal)) yield { file: null, bytes };
    return;
  }
  if (target.encode === undefined) {
    throw new CodecError({ rule: 'codec/cannot-write', message: `${target.title} can only be read.` });
  }
  yield* target.encode(opened.items(), { report, onInstallation, compatible, defaults, signal });
}

/**
 * The items of a transcript, after the stages.
 *
 * @throws as {@link convert}.
 *
 * @example
 * for await (const batch of readItems('session.jsonl', { from: 'pi' }))
 *   for (const item of batch) if (item.type === 'message') console.log(item.message.role);
 */
export async function* readItems(source: Source, options: TranscriptOptions = {}): ItemBatches {
  const { items } = await openTranscript(source, options);
  yield* items();
}

/** Only a file has an end that is not its own; whoever gives another source ends it where it pleases. */
function beginningOf(source: Source, length: number): Source {
  if (typeof source === 'string') return { file: source, length };
  return source instanceof URL ? { file: fileURLToPath(source), length } : source;
}

interface OpenTranscript {
  readonly from: Codec;
  readonly source: Source;
  readonly items: () => ItemBatches;
}

async function openTranscript(whole: Source, options: TranscriptOptions): Promise<OpenTranscript> {
  const source = options.end === undefined ? whole : beginningOf(whole, options.end);
  const { registry = codecs, from, stages = [], signal, onLoss: report = ignore } = options;
  const file = options.file ?? nameOf(source);
  const known = typeof from === 'string' ? registry.require(from) : from;
  if (known !== undefined) return { from: known, source, items: () => decode(known, source) };
  const peeked = await peekSource(source, DETECTION_BYTES, signal);
  const detected = registry.detect(peeked.prefix, file);
  if (detected === null) {
    throw new CodecError({
      rule: 'codec/unknown-format',
      message: `${file ?? 'The input'} is in no format that is known here. Name its format if it is one of ${registry
        .list()
        .flatMap(({ name, decode }) => (decode === undefined ? [] : [name]))
        .join(', ')}.`,
      file,
    });
  }
  return { from: detected, source: peeked.source, items: () => decode(detected, peeked.source) };

  function decode(codec: Codec, input: Source): ItemBatches {
    if (codec.decode === undefined)
      throw new CodecError({ rule: 'codec/cannot-read', message: `${codec.title} can only be written.` });
    const {
      readAttachment = noAttachments,
      readBlob,
      unfinished,
      findSession,
      view = 'model',
      mode = 'strict',
    } = options;
    const context: DecodeContext = {
      file,
      readAttachment,
      readBlob,
      unfinished,
      findSession,
      report,
      view,
      mode,
      signal,
    };
    return stages.reduce<ItemBatches>((items, stage) => stage(items, { report, signal }), codec.decode(input, context));
  }
}

const WHOLE = { start: 0, end: Number.POSITIVE_INFINITY };

const ignore: ReportLoss = () => undefined;
const noAttachments: ReadAttachment = async () => null;

function nameOf(source: Source): string | undefined {
  if (typeof source === 'string') return source;
  return source instanceof URL ? source.pathname : undefined;
}
