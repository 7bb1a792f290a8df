/**
 * First pass over a session of Pi: the tree of its entries and what the meta needs, no contents. It takes about 300 bytes of memory per entry.
 */
import type { JsonObject } from '@fxlog/json';
import type { Source } from '@fxlog/reader';
import type { DecodeContext } from '../../codec.js';
import { CodecError } from '../../codec-error.js';
import { toUint64 } from '../../model/uint64.js';
import { objectField, ownField, stringField, textField } from '../harness/harness-fields.js';
import type { LinePlace } from '../harness/json-lines.js';
import { readRecords } from '../harness/read-records.js';

/** An entry of the tree (other-harnesses §3.2). */
export interface Entry extends LinePlace {
  readonly type: string;
  readonly id: string;
  readonly parent: string | null;
  /** Whether it is the result of a call. */
  readonly isResult: boolean;
  /** `compaction`: the first entry that was kept. */
  readonly firstKept: string | null;
  /** `context_edit`: the entry that it changes. */
  readonly target: string | null;
  /** `model_change` and messages of the assistant. */
  readonly model: string | undefined;
}

export interface SessionTree {
  readonly header: JsonObject | null;
  /** By id, in file order. */
  readonly entries: ReadonlyMap<string, Entry>;
  readonly leaf: Entry | null;
  readonly title: string | undefined;
}

/** Reads the tree. @throws CodecError when the header is not the first line that can be read, unless reading is lenient. */
export async function readTree(source: Source, context: DecodeContext): Promise<SessionTree> {
  const { report, signal, mode, file } = context;
  const entries = new Map<string, Entry>();
  const byIndex: string[] = [];
  let header: JsonObject | null = null;
  let isFirst = true;
  let leaf: Entry | null = null;
  let title: string | undefined;
  for await (const batch of readRecords(source, { report, signal, isRecord })) {
    for (const { object, offset, length, line } of batch) {
      const place = { offset, length, line };
      const isHeader = object.type === 'session' && textField(object, 'id') !== undefined;
      if (isFirst && !isHeader && mode === 'strict') {
        throw new CodecError({
          rule: 'codec/invalid-document',
          message: 'The first line is not a header of a session, so that Pi refuses the file.',
          offset,
          line,
          file,
        });
      }
      isFirst = false;
      if (object.type === 'session') {
        if (header === null && isHeader) header = object;
        else report({ code: 'dropped-record', where: { offset, line }, detail: 'A further header.' });
        continue;
      }
      // In files of version 1 the entries have no ids: each follows the one before.
      const isFlat = textField(object, 'id') === undefined;
      const id = textField(object, 'id') ?? `line-${line}`;
      const parent = isFlat ? (leaf?.id ?? null) : (textField(object, 'parentId') ?? null);
      const entry = toEntry(object, place, id, parent, byIndex);
      entries.set(id, entry);
      if (isFlat || toUint64(ownField(header ?? {}, 'version')) === 1) byIndex.push(id);
      leaf = entry;
      if (object.type === 'session_info') title = textField(object, 'name');
    }
  }
  return { header, entries, leaf, title };
}

function isRecord(object: JsonObject): boolean {
  return textField(object, 'type') !== undefined && textField(object, 'timestamp') !== undefined;
}

function toEntry(
  object: JsonObject,
  place: LinePlace,
  id: string,
  parent: string | null,
  byIndex: readonly string[],
): Entry {
  const type = stringField(object, 'type') ?? '';
  const message = type === 'message' ? (objectField(object, 'message') ?? {}) : {};
  // Version 1 counts entries, the header being the first.
  const keptIndex = toUint64(ownField(object, 'firstKeptEntryIndex'));
  return {
    ...place,
    type,
    id,
    parent,
    isResult: message.role === 'toolResult',
    firstKept:
      textField(object, 'firstKeptEntryId') ??
      (keptIndex === undefined ? null : (byIndex[Number(keptIndex) - 1] ?? null)),
    target: type === 'context_edit' ? (textField(object, 'targetId') ?? null) : null,
    model:
      type === 'model_change'
        ? textField(object, 'modelId')
        : message.role === 'assistant'
          ? textField(message, 'model')
          : undefined,
  };
}
