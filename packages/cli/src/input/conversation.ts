import { type ConversationOutline, outlineConversation, readConversation } from '@fxlog/assembler';
import type { ConversationEntry, FoldLogOptions } from '@fxlog/assembler/internal';
import type { Finding } from '@fxlog/format';
import type { ReadBlob } from '@fxlog/store/internal';
import type { FileLog } from './log-source.js';

/** Which part of which file is read. */
export interface LogSpan extends Pick<FileLog, 'path' | 'source'> {
  /** What to call the file in messages. */
  readonly name: string;
  readonly end: number | undefined;
  readonly signal: AbortSignal;
  /** Reads the bodies beside the log that its lines name; undefined where they name none. */
  readonly readBlob?: ReadBlob | undefined;
  /** Reads what a file beside the log says of a turn that is under way. */
  readonly unfinished?: FoldLogOptions['unfinished'];
}

/** All of a log that is to be read of a file. */
export function spanOf({ path, source, name, end, readBlob, unfinished }: FileLog, signal: AbortSignal): LogSpan {
  return { path, source, name, end, signal, readBlob, unfinished };
}

/** What {@link entriesOf} will give, as far as the log can be read; why not all of it can goes to `onFinding`. */
export function outlineOf(span: LogSpan, onFinding: (finding: Finding) => void): Promise<ConversationOutline> {
  return outlineConversation(span.source, { ...optionsOf(span), onFinding });
}

/**
 * The turns of the history as the log leaves it, and the compactions between them, in order, as far as they can be read.
 *
 * @param from number of the first, from 1; the one that is running comes in any case
 */
export async function* entriesOf(
  span: LogSpan,
  outline: ConversationOutline,
  from = 1,
): AsyncGenerator<ConversationEntry> {
  for await (const items of readConversation(span.source, { ...optionsOf(span), outline, from: from - 1 })) {
    for (const item of items) if (item.type === 'turn' || item.type === 'compaction') yield item;
  }
}

/** Whether an entry is the turn that has no end yet, which is not among those that are counted. */
export function isRunning(entry: ConversationEntry): boolean {
  return entry.type === 'turn' && entry.turn.end.kind === 'running';
}

/** Its number as a person counts, from 1. */
export function numberOf(entry: ConversationEntry): number {
  return (entry.type === 'turn' ? entry.turn.index : entry.compaction.index) + 1;
}

/** How the log is read. */
export function optionsOf({ name, end, signal, readBlob, unfinished }: LogSpan): FoldLogOptions {
  return { file: name, end, signal, readBlob, unfinished, mode: 'lenient' };
}
