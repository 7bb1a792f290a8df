/** Items → Simple (common-model §B4). */
import { quoteJson } from '@fxlog/json/internal';
import type { EncodeContext, EncodedPiece, ItemBatches } from '../../codec.js';
import { FreeJson } from '../../model/free-json.js';
import { nanosBelowMs, timeWithMs } from '../../model/timestamp.js';
import { toCanonical } from '../../model/tool.js';
import type { Block, Message, TranscriptMeta } from '../../model/transcript.js';
import { prettyJson } from '../../rendering/pretty-json.js';
import { TextBuffer } from '../../text-buffer.js';
import { replaceLoneSurrogates } from '../harness/lone-surrogates.js';
import { type SortedValue, sortedFreeJson, writeSorted } from './sorted-json.js';

/** Depth of an entry in the document. */
const ENTRY_LEVEL = 2;

/** Items → one document: two spaces, keys sorted, a line end behind. */
export async function* encodeSimple(
  items: ItemBatches,
  { report, compatible = false }: EncodeContext,
): AsyncGenerator<EncodedPiece, void, undefined> {
  let index = 0;
  let tail = '';
  const wellFormed = (json: string, message?: number): string => {
    const { text, count } = replaceLoneSurrogates(json);
    if (count > 0)
      report({ code: 'non-utf8-text', where: { message }, detail: 'Half a surrogate pair is U+FFFD.', count });
    return text;
  };
  const text = new TextBuffer();
  for await (const batch of items) {
    for (const item of batch) {
      if (item.type === 'meta') {
        const head = writeHead(item.meta);
        text.add(wellFormed(head.before));
        tail = wellFormed(head.after);
        reportHead(item.meta, report);
      } else {
        const entry = prettyJson(writeSorted(entryOf(item.message, compatible)), ENTRY_LEVEL);
        text.add(`${index === 0 ? '' : ','}\n    ${wellFormed(entry, index)}`);
        index++;
      }
    }
    const bytes = text.take();
    if (bytes !== null) yield { file: null, bytes };
  }
  yield { file: null, bytes: Buffer.from(`${index === 0 ? '' : '\n  '}]${tail}\n}\n`) };
}

/** The members of the document that sort before and behind its messages. */
function writeHead(meta: TranscriptMeta): { readonly before: string; readonly after: string } {
  const { id, cwd, git_branch, title, cli_version, model, timestamp } = meta;
  const write = (members: Readonly<Record<string, string | undefined>>): string[] =>
    Object.entries(members).flatMap(([key, value]) => (value === undefined ? [] : [`"${key}": ${quoteJson(value)}`]));
  const before = write({ cli_version, cwd, git_branch, id: id === '' ? undefined : id });
  const after = write({ model, timestamp: timeWithMs(timestamp), title });
  return {
    before: `{\n${before.map((member) => `  ${member},\n`).join('')}  "messages": [`,
    after: after.map((member) => `,\n  ${member}`).join(''),
  };
}

function reportHead({ lineage, timestamp }: TranscriptMeta, report: EncodeContext['report']): void {
  if (lineage !== undefined) {
    report({
      code: 'dropped-lineage',
      where: {},
      detail: `The session is a ${lineage.relation} of ${lineage.parent}.`,
    });
  }
  if (nanosBelowMs(timestamp) > 0) {
    report({ code: 'dropped-time', where: {}, detail: `The start ${timestamp} is written to the millisecond.` });
  }
}

function entryOf({ role, content, timestamp, model, stop_reason, usage }: Message, compatible: boolean): SortedValue {
  const [first] = content;
  const isText = content.length === 1 && first?.type === 'text';
  const blocks = content.length === 0 ? undefined : content.map((block) => blockOf(block, compatible));
  return {
    role,
    timestamp,
    model,
    stop_reason: typeof stop_reason === 'object' ? { other: stop_reason.other } : stop_reason,
    usage: usage === undefined ? undefined : { ...usage },
    content: isText ? first.text : blocks,
  };
}

function blockOf(block: Block, compatible: boolean): SortedValue {
  const free = (json: FreeJson) => (compatible ? FreeJson.parse(json.toCompatibleText()) : json);
  switch (block.type) {
    case 'text':
    case 'thinking':
      return { ...block };
    case 'tool_use': {
      const { type, id, tool } = block;
      const { name, input } = toCanonical(tool);
      return { type, id, name, input: tool.name === 'Raw' ? free(input) : sortedFreeJson(input) };
    }
    case 'tool_result': {
      const { type, tool_use_id, content, is_error } = block;
      return {
        type,
        tool_use_id,
        content: typeof content === 'string' ? content : free(content),
        is_error: is_error === true ? true : undefined,
      };
    }
    case 'image':
      return { type: block.type, source: { ...block.source } };
    case 'artifact': {
      const { id, name, source } = block.artifact;
      return { type: block.type, artifact: { id, name, source: { ...source } } };
    }
  }
}
