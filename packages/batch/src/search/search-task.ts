import { readConversation } from '@fxlog/assembler';
import type { ConversationEntry } from '@fxlog/assembler/internal';
import { describeSession } from '@fxlog/store/internal';
import type { Task, TaskOutcome } from '../model/task.js';
import { findSessionLog } from '../rows/session-log.js';
import { hitsInText } from './hits-in-text.js';
import { createMatcher, type Matcher } from './matcher.js';
import { Prefilter } from './prefilter.js';
import type { SearchHit, SearchOptions, SearchRow } from './search-options.js';
import { textsOfEntry } from './texts-of-turn.js';

/** Hits of one session that are reported; all are counted. */
const MAX_HITS = 10_000;
const CLEAN = { error: 0, warning: 0, info: 0 };

/** Searches the history of one session, also of a damaged one, as far as it can be read. */
export const searchTask: Task<SearchOptions, SearchRow> = {
  name: 'search',
  async *run(input, options, { signal }) {
    const matcher = createMatcher(options);
    const log = await findSessionLog(input);
    const prefilter = Prefilter.of(options);
    // What a file beside the log says is not in its bytes.
    const counts = { ...CLEAN };
    for (const { severity } of log.findings) counts[severity] += 1;
    const isFiltered = prefilter !== null && !log.mayBeUnderWay && log.source === log.path;
    if (isFiltered && !(await prefilter.mayContain(log.path, log.end, signal))) {
      return { counts, bytes: log.end ?? input.bytes ?? 0 };
    }
    let failure: TaskOutcome['failure'];
    const reading = readConversation(log.source, {
      mode: 'lenient',
      file: log.file,
      end: log.end,
      readBlob: log.readBlob,
      unfinished: log.unfinished,
      signal,
      onFinding: ({ severity, rule, message }) => {
        counts[severity] += 1;
        if (severity === 'error') failure ??= { rule, reason: message };
      },
    });
    let found = 0;
    for (;;) {
      const batch = await reading.next();
      if (batch.done === true) {
        if (found > MAX_HITS) yield [{ type: 'more', hits: found - MAX_HITS }];
        return { counts, bytes: batch.value.bytesConsumed, ...(failure !== undefined && { failure }) };
      }
      const rows: SearchRow[] = [];
      for (const item of batch.value) {
        if (item.type !== 'turn' && item.type !== 'compaction') continue;
        for (const hit of hitsInEntry(item, matcher, options)) {
          found += 1;
          if (found === 1)
            rows.push({ type: 'session', title: log.session === null ? null : describeSession(log.session.dir).title });
          if (found <= MAX_HITS) rows.push({ type: 'hit', hit });
        }
      }
      if (rows.length > 0) yield rows;
    }
  },
};

function* hitsInEntry(
  entry: ConversationEntry,
  matcher: Matcher,
  { kinds, context }: SearchOptions,
): Generator<SearchHit> {
  const { index, source, timeMs } = entry.type === 'turn' ? entry.turn : entry.compaction;
  const { seq, offset, length } = source;
  const isRunning = entry.type === 'turn' && entry.turn.end.kind === 'running';
  for (const { kind, step, tool, text } of textsOfEntry(entry)) {
    if (!kinds.includes(kind)) continue;
    for (const place of hitsInText(text, matcher, context)) {
      yield { kind, turn: index + 1, timeMs, isRunning, step, tool, source: { seq, offset, length }, ...place };
    }
  }
}
