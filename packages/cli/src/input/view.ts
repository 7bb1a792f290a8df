import { type ConversationOutline, readConversation } from '@fxlog/assembler';
import type { ConversationEntry } from '@fxlog/assembler/internal';
import { type ModelView, modelView } from '@fxlog/harness';
import { recordAsCompaction } from '@fxlog/harness/internal';
import { entriesOf, isRunning, type LogSpan, optionsOf } from './conversation.js';

/** Which conversation of a log is shown; undefined: the history as the log leaves it. */
export type ConversationView = 'model' | 'archive' | undefined;

/** The entries of a view, and how many of them have ended. */
export interface ViewedConversation {
  readonly turns: number;
  entries(): AsyncGenerator<ConversationEntry>;
}

/**
 * What a person wants to see of a log: the history as it stands; all that was ever said in it (`archive`); or what the model receives of it for the next prompt (`model`): by the
 * rules of fx where they are known, else what the newest summary leaves. Entries of the archive are numbered anew.
 */
export async function viewOf(
  view: ConversationView,
  span: LogSpan,
  outline: ConversationOutline,
): Promise<ViewedConversation> {
  const entries = () => entriesOf(span, outline);
  switch (view) {
    case undefined:
      return { turns: outline.turns, entries };
    case 'archive': {
      let turns = 0;
      for await (const entry of archiveOf(span)) if (!isRunning(entry)) turns++;
      return { turns, entries: () => archiveOf(span) };
    }
    case 'model': {
      const seen = await modelView(
        { read: () => ({ ...span, ok: true, file: span.name, size: 0, last: null, findings: [] }) },
        span,
      );
      if (!('reason' in seen)) return { turns: outline.turns, entries: () => seenBy(seen, entries()) };
      const cut = await findCut(entries(), Number(outline.state?.contextHistoryStart ?? 0));
      return { turns: outline.turns, entries: () => behind(entries(), cut) };
    }
  }
}

async function* archiveOf(span: LogSpan): AsyncGenerator<ConversationEntry> {
  let index = 0;
  for await (const items of readConversation(span.source, { ...optionsOf(span), view: 'archive' })) {
    for (const item of items) {
      if (item.type === 'turn') yield { ...item, turn: { ...item.turn, index: index++ } };
      if (item.type === 'compaction') yield { ...item, compaction: { ...item.compaction, index: index++ } };
    }
  }
}

/** The entries that a model view keeps; the record that it makes of others stands where the last of them was. */
async function* seenBy(
  { entries: kept }: ModelView,
  entries: AsyncIterable<ConversationEntry>,
): AsyncGenerator<ConversationEntry> {
  const turns = new Set(kept.flatMap(({ index, isKept }) => (isKept && index !== null ? [index] : [])));
  const record = kept.find(({ covers, isKept }) => covers !== null && isKept);
  for await (const entry of entries) {
    const known = entry.type === 'turn' ? entry.turn : entry.compaction;
    if (turns.has(known.index) || isRunning(entry)) yield entry;
    else if (record?.covers?.last === known.index) {
      const compaction = recordAsCompaction(record, known);
      if (compaction !== null) {
        const { before, model, committedIndex } = entry;
        yield { type: 'compaction', compaction, before, model, committedIndex };
      }
    }
  }
}

/** What of a history the model does not see any more. */
interface Cut {
  /** Turns at its beginning. */
  readonly turns: number;
  /** Entries at its beginning, whatever they are, but for the newest summary. */
  readonly entries: number;
}

async function findCut(entries: AsyncIterable<ConversationEntry>, contextStart: number): Promise<Cut> {
  let turns = 0;
  let count = 0;
  let cut: Cut = { turns: 0, entries: contextStart };
  for await (const entry of entries) {
    if (entry.type === 'turn') turns++;
    else {
      const { coveredTurns, removedTurns } = entry.compaction;
      cut = { turns: Math.min(turns, Number(coveredTurns ?? removedTurns)), entries: Math.max(contextStart, count) };
    }
    count++;
  }
  return cut;
}

/** Turns that a summary kept stand in front of it in the log, and behind it for the model. */
async function* behind(entries: AsyncIterable<ConversationEntry>, cut: Cut): AsyncGenerator<ConversationEntry> {
  const kept: ConversationEntry[] = [];
  let turns = 0;
  let count = 0;
  for await (const entry of entries) {
    const isSeen = entry.type === 'turn' ? turns++ >= cut.turns : count >= cut.entries;
    const isBefore = count++ < cut.entries;
    if (!isSeen) continue;
    if (isBefore) kept.push(entry);
    else {
      yield entry;
      yield* kept.splice(0);
    }
  }
  yield* kept;
}
