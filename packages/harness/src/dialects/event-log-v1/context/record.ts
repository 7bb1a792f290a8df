/**
 * The record that takes the place of older turns in what the model receives (model-view §3).
 */
import { durableText } from '@fxlog/assembler';
import type { DurableBytes, HistoryTurn } from '@fxlog/format';
import type { CompactedSummaryTurn, ToolResult } from '@fxlog/format/internal';
import { exactInteger, trimOf } from '@fxlog/json/internal';

const MAX_LINES = 24;
const MAX_BYTES = 1200;
/** Bytes of a request or an answer that the record quotes. */
const QUOTED_BYTES = 156;
/** Bytes of the preview of a result that it quotes. */
const PREVIEW_BYTES = 96;

const BLANKS = ' \t\n\r';

/** The text of a saved field; bytes that are not UTF-8 come as U+FFFD. */
export function plain(bytes: DurableBytes): string {
  return durableText(bytes).text;
}

export function trimBlanks(text: string): string {
  return trimOf(text, BLANKS);
}

/** One line of a text: every run of blanks one space, cut at a character so that it has no more than `max` bytes. */
export function squeeze(text: string, max: number): string {
  let out = '';
  let size = 0;
  let isSpaceDue = false;
  for (const character of text) {
    if (character === ' ' || character === '\t' || character === '\n' || character === '\r') {
      isSpaceDue = size > 0;
      continue;
    }
    if (isSpaceDue && size < max) {
      out += ' ';
      size++;
    }
    isSpaceDue = false;
    const bytes = Buffer.byteLength(character);
    if (size >= max || bytes > max - size) break;
    out += character;
    size += bytes;
  }
  return trimBlanks(out);
}

/** Puts lines together: at most 24 of them and 1,200 bytes, none twice; what is left out is counted in a last line if that fits. */
export function packLines(lines: readonly string[]): string {
  const seen = new Set<string>();
  const taken: string[] = [];
  let size = 0;
  let omitted = 0;
  for (const untrimmed of lines) {
    const line = trimBlanks(untrimmed);
    if (line === '') continue;
    const cost = Buffer.byteLength(line) + Number(taken.length > 0);
    if (seen.has(line) || taken.length >= MAX_LINES || size + cost > MAX_BYTES) {
      // A line that does not fit is not taken later either.
      seen.add(line);
      omitted++;
      continue;
    }
    seen.add(line);
    taken.push(line);
    size += cost;
  }
  const note = `- ... ${omitted} additional line(s) omitted.`;
  const fits = size + note.length + Number(taken.length > 0) <= MAX_BYTES;
  if (omitted > 0 && taken.length < MAX_LINES && fits) taken.push(note);
  return taken.join('\n');
}

/** The line that a result has in a record (model-view §3.4). */
function resultLine(result: ToolResult): string {
  const { tool_name, status, stored_output_bytes, output_handle, preview } = result;
  const handle = output_handle === null ? '' : `, handle=${plain(output_handle)}`;
  const quoted =
    output_handle === null || preview === null ? '' : `, preview=${squeeze(plain(preview), PREVIEW_BYTES)}`;
  return `- ${plain(tool_name)} ${status} (${stored_output_bytes} stored bytes${handle}${quoted})`;
}

/** The lines of a record that tell what tools did: results, then files, in the order of the turn. */
export function* evidenceLines(turn: HistoryTurn): Generator<string> {
  const execution = turn.kind === 'compacted_summary' ? undefined : turn.execution;
  for (const step of execution?.tool_steps ?? []) yield* step.tool_results.map(resultLine);
  for (const { action, path, stale } of execution?.files ?? []) {
    yield `- file ${action}: ${plain(path)}${stale ? ', stale' : ''}`;
  }
}

/** A list under a heading that takes its first entries and no more. */
class Section {
  readonly lines: string[] = [];

  constructor(
    readonly heading: string,
    readonly limit: number,
  ) {}

  add(line: string): void {
    if (this.lines.length < this.limit) this.lines.push(line);
  }
}

/** Condenses turns into a record, oldest first, one at a time: no more is kept of them than what the record quotes. */
export class RecordBuilder {
  readonly #requests = new Section('- Recent user requests:', 4);
  readonly #outcomes = new Section('- Assistant outcomes:', 3);
  readonly #evidence = new Section('- Tool execution evidence:', 4);
  readonly #background = new Section('- Background activity:', 3);
  readonly #interruptions = new Section('- Incomplete turns:', 3);
  #removed = 0;

  /** @param existing an earlier record, which is taken over line by line. */
  constructor(readonly existing: CompactedSummaryTurn | null) {}

  /** Entries that were condensed. */
  get removed(): number {
    return this.#removed;
  }

  add(turn: HistoryTurn): void {
    this.#removed++;
    if (turn.kind === 'compacted_summary') return;
    const request = squeeze(plain(turn.user.text), QUOTED_BYTES);
    if (request !== '') this.#requests.add(`- ${request}`);
    const answer = squeeze(plain(turn.assistant ?? ''), QUOTED_BYTES);
    if (answer !== '') this.#outcomes.add(`- ${answer}`);
    for (const line of evidenceLines(turn)) {
      if (this.#evidence.lines.length >= this.#evidence.limit) break;
      this.#evidence.add(line);
    }
    if (turn.kind === 'background_command') {
      const pending = turn.expect_url ? ', local server started (URL pending)' : '';
      const url = turn.url === null ? pending : `, url=${plain(turn.url)}`;
      this.#background.add(`- log=${plain(turn.log_path)}${url}`);
    }
    if (turn.kind === 'interrupted') this.#interruptions.add(`- ${turn.terminal_reason ?? 'cancelled'}`);
  }

  /** The record as a turn of its own; it is never saved. */
  build(): CompactedSummaryTurn {
    const { existing } = this;
    const lines = ['Conversation summary:', `- Earlier turns compacted: ${this.#removed}`];
    if (existing !== null) {
      lines.push('- Previously compacted context:', ...plain(existing.summary).split('\n').map(trimBlanks));
    }
    for (const section of [this.#requests, this.#outcomes, this.#evidence, this.#background, this.#interruptions]) {
      if (section.lines.length > 0) lines.push(section.heading, ...section.lines);
    }
    if (lines.length <= 2) lines.push('- Earlier conversation context compacted.');
    return {
      kind: 'compacted_summary',
      summary: packLines(lines),
      removed_turn_count: exactInteger(BigInt(existing?.removed_turn_count ?? 0) + BigInt(this.#removed)),
      compaction_count: exactInteger(BigInt(existing?.compaction_count ?? 0) + 1n),
    };
  }
}
