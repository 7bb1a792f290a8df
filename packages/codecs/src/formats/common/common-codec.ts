import type { JsonValue } from '@fxlog/json';
import type { Source } from '@fxlog/reader';
import type { Codec, DecodeContext, EncodeContext, EncodedPiece, ItemBatches } from '../../codec.js';
import { CodecError } from '../../codec-error.js';
import { readMessage, readMeta } from '../../model/read-transcript.js';
import type { MessageItem } from '../../model/transcript.js';
import { writeMessage, writeMeta } from '../../model/write-transcript.js';
import { TextBuffer } from '../../text-buffer.js';
import { openDocument } from '../document/read-document.js';
import { topLevelKeys } from '../document/top-level-keys.js';
import { replaceLoneSurrogates } from '../harness/lone-surrogates.js';

/** Common JSON: one document (common-model Part A). */
export const commonCodec: Codec = {
  name: 'common',
  title: 'Common JSON',
  extension: '.json',
  detect: (prefix) => topLevelKeys(prefix)?.[0] === 'meta',
  decode: decodeCommon,
  encode: encodeCommon,
};

/**
 * A common transcript as JSON → items. A large document is read as a stream.
 *
 * @throws CodecError with rule `codec/invalid-document` for the first thing that does not fit; leniently messages that do not are reported.
 */
async function* decodeCommon(source: Source, context: DecodeContext): ItemBatches {
  const { signal, file } = context;
  const { members, hasArray, elements } = await openDocument(source, { arrayKey: 'messages', signal, file });
  if (!hasArray) {
    throw new CodecError({
      rule: 'codec/invalid-document',
      message: '/messages: an array of messages is required.',
      file,
      path: '/messages',
    });
  }
  yield [{ type: 'meta', meta: readMeta(members.get('meta') ?? null, '/meta') }];
  let index = 0;
  for await (const batch of elements) {
    const items = batch.flatMap((element) => readElement(element, index++, context));
    if (items.length > 0) yield items;
  }
}

function readElement(element: JsonValue, index: number, { mode, report }: DecodeContext): MessageItem[] {
  const path = `/messages/${index}`;
  try {
    return [{ type: 'message', message: readMessage(element, path) }];
  } catch (error) {
    if (mode === 'strict' || !(error instanceof CodecError)) throw error;
    report({ code: 'skipped-entry', where: { path: error.path ?? path }, detail: error.message });
    return [];
  }
}

/** Items → one transcript as JSON (common-model §A6). */
async function* encodeCommon(
  items: ItemBatches,
  { compatible, report }: EncodeContext,
): AsyncGenerator<EncodedPiece, void, undefined> {
  let index = 0;
  const wellFormed = (json: string, message?: number): string => {
    if (!json.includes('\\ud')) return json;
    const { text, count } = replaceLoneSurrogates(json);
    if (count > 0)
      report({ code: 'non-utf8-text', where: { message }, detail: 'Half a surrogate pair is U+FFFD.', count });
    return text;
  };
  const text = new TextBuffer();
  for await (const batch of items) {
    for (const item of batch) {
      if (item.type === 'meta') text.add(`{"meta":${wellFormed(writeMeta(item.meta))},"messages":[`);
      else {
        if (index > 0) text.add(',');
        text.add(wellFormed(writeMessage(item.message, { compatible }), index));
        index++;
      }
    }
    const bytes = text.take();
    if (bytes !== null) yield { file: null, bytes };
  }
  yield { file: null, bytes: Buffer.from(']}') };
}
