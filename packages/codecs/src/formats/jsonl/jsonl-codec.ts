/**
 * Messages as lines: the first line is `{"meta":…}`, every other one a message of the common model. For tools that work line by line, such as
 * `grep` and `jq`.
 */
import { isJsonObject } from '@fxlog/json/internal';
import type { Source } from '@fxlog/reader';
import type { Codec, DecodeContext, EncodeContext, EncodedPiece, ItemBatches } from '../../codec.js';
import { CodecError } from '../../codec-error.js';
import { parseForeignJson } from '../../model/ordered-json.js';
import { readMessage, readMeta } from '../../model/read-transcript.js';
import { EPOCH } from '../../model/timestamp.js';
import type { TranscriptItem } from '../../model/transcript.js';
import { writeMessage, writeMeta } from '../../model/write-transcript.js';
import { topLevelKeys } from '../document/top-level-keys.js';
import { type RawLine, readRawLines } from '../harness/json-lines.js';
import { LineBuffer } from '../harness/write-lines.js';

/** Messages of the common model, one a line. */
export const jsonlCodec: Codec = {
  name: 'jsonl',
  title: 'JSON Lines of messages',
  extension: '.jsonl',
  detect: (prefix) => {
    const keys = topLevelKeys(prefix) ?? [];
    const isMeta =
      keys.length === 1 &&
      keys[0] === 'meta' &&
      /^[^\n]*\}[ \t\r]*(?:\n|$)/.test(Buffer.from(prefix).toString('latin1'));
    return isMeta || (keys.includes('role') && keys.includes('content') && keys.includes('timestamp'));
  },
  decode: decodeJsonl,
  encode: encodeJsonl,
};

/**
 * Lines → items. Without a line for the meta the session has no id and begins with its first message.
 *
 * @throws CodecError with rule `codec/invalid-document` and the line that does not fit; leniently such lines are reported.
 */
async function* decodeJsonl(source: Source, context: DecodeContext): ItemBatches {
  const { file, mode, report, signal } = context;
  let hasMeta = false;
  for await (const lines of readRawLines(source, signal)) {
    const items: TranscriptItem[] = [];
    for (const line of lines) {
      try {
        const item = readLine(line, hasMeta);
        if (!hasMeta && item.type === 'message') {
          items.push({ type: 'meta', meta: { id: '', timestamp: item.message.timestamp } });
        }
        hasMeta = true;
        items.push(item);
      } catch (error) {
        if (!(error instanceof CodecError)) throw error;
        const { offset, line: number } = line;
        if (mode === 'strict')
          throw new CodecError(
            { rule: error.rule, message: error.message, path: error.path, offset, line: number, file },
            { cause: error },
          );
        report({ code: 'bad-line', where: { offset, line: number, path: error.path }, detail: error.message });
      }
    }
    if (items.length > 0) yield items;
  }
  if (!hasMeta) yield [{ type: 'meta', meta: { id: '', timestamp: EPOCH } }];
}

function readLine({ bytes, offset, length, line }: RawLine, hasMeta: boolean): TranscriptItem {
  if (bytes === null)
    throw new CodecError({
      rule: 'codec/invalid-document',
      message: `The line has ${length} bytes, too many to read.`,
    });
  let value: ReturnType<typeof parseForeignJson>;
  try {
    value = parseForeignJson(bytes);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    throw new CodecError(
      { rule: 'codec/invalid-document', message: `The line is not JSON: ${error.message}` },
      { cause: error },
    );
  }
  if (!hasMeta && isJsonObject(value) && Object.hasOwn(value, 'meta')) {
    return { type: 'meta', meta: readMeta(value.meta ?? null, '/meta') };
  }
  return { type: 'message', message: readMessage(value, ''), source: { offset, length, line } };
}

/** Items → lines. */
async function* encodeJsonl(
  items: ItemBatches,
  { report, compatible }: EncodeContext,
): AsyncGenerator<EncodedPiece, void, undefined> {
  const lines = new LineBuffer(report);
  let index = 0;
  for await (const batch of items) {
    for (const item of batch) {
      if (item.type === 'meta') lines.add(`{"meta":${writeMeta(item.meta)}}`);
      else lines.add(writeMessage(item.message, { compatible }), index++);
    }
    const piece = lines.take();
    if (piece !== null) yield piece;
  }
}
