/** Runs codecs in memory, for tests. @internal */
import { readFileSync } from 'node:fs';
import type { Codec, DecodeContext, EncodeContext, Installation, ItemBatches, TranscriptView } from '../codec.js';
import { LossReport } from '../loss.js';
import type { Message, MessageItem, Transcript } from '../model/transcript.js';

export interface Decoded extends Transcript {
  readonly losses: LossReport;
  readonly items: readonly MessageItem[];
}

export async function decodeBytes(
  codec: Codec,
  source: string | Uint8Array | AsyncIterable<Uint8Array>,
  options: Partial<DecodeContext> & { readonly view?: TranscriptView } = {},
): Promise<Decoded> {
  const losses = new LossReport({ maxSamples: 1_000_000 });
  const context: DecodeContext = {
    readAttachment: async () => null,
    report: losses.add,
    view: 'model',
    mode: 'strict',
    ...options,
  };
  const bytes = typeof source === 'string' ? Buffer.from(source) : source;
  const items: MessageItem[] = [];
  let meta: Transcript['meta'] | undefined;
  for await (const batch of codec.decode?.(bytes, context) ?? []) {
    for (const item of batch) {
      if (item.type === 'message') items.push(item);
      else if (meta === undefined) meta = item.meta;
      else throw new Error('The meta came twice.');
    }
  }
  if (meta === undefined) throw new Error('There is no meta.');
  return { meta, items, messages: items.map(({ message }) => message), losses };
}

export interface Encoded {
  readonly text: string;
  readonly losses: LossReport;
  readonly installation: Installation | undefined;
}

export async function encodeTranscript(
  codec: Codec,
  transcript: Transcript,
  options: Partial<EncodeContext> = {},
): Promise<Encoded> {
  const losses = new LossReport({ maxSamples: 1_000_000 });
  let installation: Installation | undefined;
  const context: EncodeContext = {
    report: losses.add,
    onInstallation: (told) => {
      installation = told;
    },
    ...options,
  };
  const pieces: Uint8Array[] = [];
  for await (const { file, bytes } of codec.encode?.(itemsOf(transcript), context) ?? []) {
    if (file === null) pieces.push(bytes);
  }
  return { text: Buffer.concat(pieces).toString(), losses, installation };
}

/** The items of a transcript, each in a batch of its own. */
export async function* itemsOf({ meta, messages }: Transcript): ItemBatches {
  yield [{ type: 'meta', meta }];
  for (const message of messages) yield [{ type: 'message', message }];
}

/** A file of `test-fixtures/codecs`. */
export function fixture(name: string): Buffer {
  return readFileSync(new URL(`../../../../test-fixtures/codecs/${name}`, import.meta.url));
}

/** Role and texts of messages, for short expectations. */
export function textsOf(messages: readonly Message[]): string[] {
  return messages.map(({ role, content }) => {
    const texts = content.map((block) => (block.type === 'text' ? block.text : `<${block.type}>`));
    return `${role}: ${texts.join(' | ')}`;
  });
}

/** Lines of JSON. */
export function lines(...objects: readonly unknown[]): string {
  return objects.map((object) => `${typeof object === 'string' ? object : JSON.stringify(object)}\n`).join('');
}
