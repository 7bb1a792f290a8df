import { posix } from 'node:path';
import { durableText, type TurnResult } from '@fxlog/assembler';
import type { JsonObject } from '@fxlog/json';
import type { Session } from '@fxlog/store';
import { recordedContents } from '../dialects/index.js';
import { type ReadCallsOptions, readCalls } from '../recorded-calls.js';

/** What a tool did to a file. */
export type ChangeAction = 'write' | 'edit' | 'delete' | 'rename' | 'copy';

/** A text as it was recorded; null where there was no file. */
export type RecordedText = string | null;

/** One operation on a file that succeeded, in the order of the session (profile-and-tools §3). */
export interface FileOperation {
  /** The turn, from 1, and the call within it, from 1. */
  readonly turn: number;
  readonly call: number;
  readonly callId: string;
  readonly action: ChangeAction;
  /** From the workspace root where it lies below it, else absolute. */
  readonly path: string;
  /** Where it went, for a rename or a copy; null for the others. */
  readonly newPath: string | null;
  /** Lines as they were counted then; null where nobody counted. */
  readonly additions: number | bigint | null;
  readonly deletions: number | bigint | null;
  /** The texts of the file before and after; null where they are not known, or are not what was on the disk. */
  readonly contents: { readonly before: RecordedText; readonly after: RecordedText } | null;
  /** Why there are no contents, or what else is to be known; null for nothing. */
  readonly note: string | null;
}

const ACTIONS: Readonly<Record<string, { readonly action: ChangeAction; readonly keys: readonly string[] }>> = {
  write_file: { action: 'write', keys: ['path'] },
  edit_file: { action: 'edit', keys: ['path'] },
  delete_file: { action: 'delete', keys: ['path'] },
  rename_file: { action: 'rename', keys: ['old_path', 'new_path'] },
  copy_file: { action: 'copy', keys: ['source', 'destination'] },
};
const WRITTEN = /^(?:wrote|edited) .* \((\d+) bytes\)/s;
const MASKED = /\[redacted\]|\[REDACTED\]/;

/**
 * The operations on files of a session, oldest first, with the texts before and after where the session tells them: fx records those of writing and editing; those of the
 * others follow from what was recorded before.
 */
export async function* fileChanges(session: Session, options: ReadCallsOptions = {}): AsyncGenerator<FileOperation> {
  for await (const { operation } of recordedOperations(session, options)) yield operation;
}

/** An operation with what else the log has of it. */
export interface RecordedOperation {
  readonly operation: FileOperation;
  /** The workspace from which relative paths go. */
  readonly root: string;
  /** When it was done, in milliseconds since 1970, UTC; null where that is not recorded. */
  readonly timeMs: number | null;
  /** The part that an edit replaced, and by what; null for other operations. */
  readonly edit: { readonly old: string; readonly new: string } | null;
  /** The texts as they were recorded, where they are not those of the disk for nothing but a masked secret; else null. */
  readonly texts: { readonly before: RecordedText; readonly after: string } | null;
}

/** As {@link fileChanges}, with when and how. */
export async function* recordedOperations(
  session: Session,
  options: ReadCallsOptions = {},
): AsyncGenerator<RecordedOperation> {
  const recorded = await readCalls(session, options);
  if (recorded === null) return;
  const known = new KnownFiles();
  for await (const { turn, step, calls } of recorded.steps()) {
    for (const { number, id, tool, arguments: args, result, resultIndex } of calls) {
      const change = ACTIONS[tool];
      if (change === undefined || result?.status !== 'success') continue;
      const [path, newPath = null] = pathsOf(args, change.keys, recorded.root);
      if (path === undefined) continue;
      const shown = recordedContents(turn.native, step, resultIndex as number);
      const operation = {
        turn: turn.index + 1,
        call: number,
        callId: id,
        action: change.action,
        path,
        newPath,
        additions: result.fileChange?.additions ?? null,
        deletions: result.fileChange?.deletions ?? null,
        ...known.apply(change.action, path, newPath, shown, result),
      };
      const [old, replacement] = [args?.old_string, args?.new_string];
      const isEdit = typeof old === 'string' && typeof replacement === 'string';
      yield {
        operation,
        root: recorded.root,
        timeMs: Number(result.createdAtMs) > 0 ? Number(result.createdAtMs) : null,
        edit: isEdit ? { old, new: replacement } : null,
        texts: operation.contents !== null || shown === null ? null : maskedTexts(shown),
      };
    }
  }
}

/** Paths of a call, each from the workspace root where it lies below it. */
function pathsOf(args: JsonObject | null, keys: readonly string[], root: string): string[] {
  const paths = keys.map((key) => args?.[key]).filter((path): path is string => typeof path === 'string');
  return paths.map((path) => {
    const absolute = posix.resolve(root, path.trim());
    return absolute.startsWith(`${root}/`) ? absolute.slice(root.length + 1) : absolute;
  });
}

/** What is known of the files of a session, one after the other. */
class KnownFiles {
  readonly #texts = new Map<string, RecordedText>();

  apply(
    action: ChangeAction,
    path: string,
    newPath: string | null,
    shown: ReturnType<typeof recordedContents>,
    result: TurnResult,
  ): Pick<FileOperation, 'contents' | 'note'> {
    const before = this.#texts.get(path);
    if (action === 'write' || action === 'edit') {
      const told = faithful(shown, result);
      if (typeof told === 'string') {
        this.#texts.delete(path);
        return { contents: null, note: told };
      }
      this.#texts.set(path, told.after);
      const isBroken = before !== undefined && before !== told.before;
      return { contents: told, note: isBroken ? 'Something else changed the file since the operation before.' : null };
    }
    if (before === undefined || before === null) {
      if (newPath !== null) this.#texts.delete(newPath);
      if (action !== 'copy') this.#texts.set(path, null);
      return { contents: null, note: 'The session does not tell what was in the file.' };
    }
    if (action !== 'copy') this.#texts.set(path, null);
    if (newPath !== null) this.#texts.set(newPath, before);
    return {
      contents:
        action === 'copy' ? { before: null, after: before } : { before, after: action === 'delete' ? null : before },
      note: null,
    };
  }
}

/** The texts of a write where they are those of the disk, else why they are not known. */
function faithful(
  shown: ReturnType<typeof recordedContents>,
  { content }: TurnResult,
): { before: RecordedText; after: string } | string {
  if (shown === null) return 'Nothing of what was written is recorded.';
  if (shown.after === null) return 'The texts were too large to be recorded.';
  if (!shown.isText) return 'The file is no text in UTF-8.';
  if (MASKED.test(shown.after) || (shown.before !== null && MASKED.test(shown.before))) {
    return 'A secret was masked in what was recorded.';
  }
  const output = content.kind === 'inline' ? durableText(content.output).text : '';
  const bytes = WRITTEN.exec(output)?.[1];
  if (bytes !== undefined && Number(bytes) !== Buffer.byteLength(shown.after)) {
    return `What was recorded has ${Buffer.byteLength(shown.after)} bytes, and ${bytes} were written.`;
  }
  return { before: shown.before, after: shown.after };
}

function maskedTexts({ before, after }: NonNullable<ReturnType<typeof recordedContents>>): RecordedOperation['texts'] {
  return after !== null && MASKED.test(`${before ?? ''}\n${after}`) ? { before, after } : null;
}

/** The newest operation that `/undo` reverses (profile-and-tools §3.5): all of these are tracked, so it is the last one. */
export function lastUndoable(operations: readonly FileOperation[]): FileOperation | null {
  return operations.at(-1) ?? null;
}
