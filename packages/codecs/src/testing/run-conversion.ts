import type { Source } from '@fxlog/reader';
import { type ConvertOptions, convert, readItems, type TranscriptOptions } from '../convert.js';
import { LossReport } from '../loss.js';
import type { Message, MetaItem, Transcript } from '../model/transcript.js';

/** What a conversion gave, in memory. */
export interface Converted {
  readonly main: Buffer;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly losses: LossReport;
}

/** Converts in memory. */
export async function runConversion(source: Source, options: ConvertOptions): Promise<Converted> {
  const losses = new LossReport({ maxSamples: Number.POSITIVE_INFINITY });
  const main: Uint8Array[] = [];
  const files = new Map<string, Uint8Array>();
  for await (const { file, bytes } of convert(source, { ...options, onLoss: losses.add })) {
    if (file === null) main.push(bytes);
    else files.set(file, Buffer.concat([files.get(file) ?? new Uint8Array(0), bytes]));
  }
  return { main: Buffer.concat(main), files, losses };
}

/** Reads a transcript into memory. */
export async function readAll(
  source: Source,
  options: TranscriptOptions,
): Promise<Transcript & { losses: LossReport }> {
  const losses = new LossReport({ maxSamples: Number.POSITIVE_INFINITY });
  let head: MetaItem | null = null;
  const messages: Message[] = [];
  for await (const batch of readItems(source, { ...options, onLoss: losses.add })) {
    for (const item of batch) {
      if (item.type === 'message') messages.push(item.message);
      else if (head !== null) throw new Error('The meta comes once.');
      else head = item;
    }
  }
  if (head === null) throw new Error('A transcript has a meta.');
  return { meta: head.meta, messages, losses };
}
