/** Which lines of a session are the conversation, in which order, and which of them are one message (other-harnesses §1.3). */
import type { TranscriptView } from '../../codec.js';
import type { ReportLoss } from '../../loss.js';
import { type LossTally, RECORDS } from '../harness/loss-tally.js';
import type { ChainLine, Preserved, SessionIndex } from './session-index.js';

/** Lines that become messages together: those of one message of the assistant, else a single one. */
export interface PlanStep {
  readonly lines: ChainLine[];
  /** Whether the usage of the message belongs here; it is repeated on each of its lines. */
  readonly hasUsage: boolean;
}

/** The lines from the root to the leaf, without what a view leaves out. */
export function conversationOf(
  index: SessionIndex,
  view: TranscriptView,
  report: ReportLoss,
  tally: LossTally,
): ChainLine[] {
  const { chain, cutOff } = walkToRoot(index, view, report);
  const recovered = recoverParallelLines(index, view === 'model' ? withPreserved(index, chain, report) : chain);
  countTheRest(index, recovered, cutOff, tally);
  return recovered.filter((line) => {
    if (line.isBoundary) return false;
    return !(view === 'archive' && line.isSummary);
  });
}

/** Groups the lines of a conversation into messages. */
export function planMessages(conversation: readonly ChainLine[]): PlanStep[] {
  const steps: { lines: ChainLine[]; hasUsage: boolean }[] = [];
  const lastOf = new Map<string, number>();
  for (const line of conversation) {
    const at = line.messageId === null ? -1 : findOwnMessage(steps, line.messageId);
    if (at >= 0) steps[at]?.lines.push(line);
    else steps.push({ lines: [line], hasUsage: true });
    if (line.messageId === null) continue;
    const step = at >= 0 ? at : steps.length - 1;
    const before = lastOf.get(line.messageId);
    if (before !== undefined && before !== step) (steps[before] as { hasUsage: boolean }).hasUsage = false;
    lastOf.set(line.messageId, step);
  }
  return steps;
}

/** The message that a further line of the assistant belongs to: the one in front, with nothing but its results in between. */
function findOwnMessage(steps: readonly PlanStep[], messageId: string): number {
  for (let at = steps.length - 1; at >= 0; at--) {
    const line = steps[at]?.lines[0];
    if (line?.messageId === messageId) return at;
    if (line === undefined || line.type === 'assistant' || (line.type === 'user' && !line.isResultOnly)) return -1;
  }
  return -1;
}

function walkToRoot(
  { lines, leaf }: SessionIndex,
  view: TranscriptView,
  report: ReportLoss,
): { readonly chain: ChainLine[]; readonly cutOff: ReadonlySet<string> } {
  const seen = new Set<string>();
  const chain: ChainLine[] = [];
  const cutOff = new Set<string>();
  let isCutOff = false;
  for (let line = leaf; line !== null; ) {
    const { offset, line: number } = line;
    if (seen.has(line.uuid)) {
      const detail = 'The lines refer to each other in a circle: what lies before is not read.';
      report({ code: 'broken-chain', where: { offset, line: number }, detail });
      break;
    }
    seen.add(line.uuid);
    if (isCutOff) cutOff.add(line.uuid);
    else chain.push(line);
    if (line.isBoundary) {
      if (view === 'model') isCutOff = true;
      line = beforeBoundary(line, lines);
      continue;
    }
    const parent: string | null = line.parent ?? line.logicalParent;
    if (parent === null) break;
    if (line.parent === null && view === 'model') isCutOff = true;
    const next: ChainLine | undefined = lines.get(parent);
    // Claude Code goes on with the line before, too.
    const before = next === undefined ? lineBefore(line) : null;
    if (next === undefined) {
      const found = before === null ? 'nothing is before it' : `line ${before.line} was taken for it`;
      const detail = `The line that this one follows, ${parent}, is not in the file: ${found}.`;
      report({ code: 'broken-chain', where: { offset, line: number }, detail });
    }
    line = next ?? before;
  }
  return { chain: chain.reverse(), cutOff };
}

/** The line of the same session that was written before. */
function lineBefore({ before, sessionId }: ChainLine): ChainLine | null {
  let line = before;
  while (line !== null && line.sessionId !== sessionId) line = line.before;
  return line;
}

/** What a compaction summed up: the line that it names, if the lines that were written last follow it, else the last of them. */
function beforeBoundary(boundary: ChainLine, lines: SessionIndex['lines']): ChainLine | null {
  const { logicalParent, before } = boundary;
  const named = logicalParent === null ? undefined : lines.get(logicalParent);
  if (named === undefined || before === null) return named ?? before;
  const seen = new Set<string>();
  for (let line: ChainLine | undefined = before; line !== undefined && !seen.has(line.uuid); ) {
    if (line === named) return named;
    if (line.isBoundary) return before;
    seen.add(line.uuid);
    line = line.parent === null ? undefined : lines.get(line.parent);
  }
  // The last line is not of a later compaction: it was on a branch that had been given up.
  return hasBoundaryBetween(named, boundary) ? before : named;
}

function hasBoundaryBetween(from: ChainLine, to: ChainLine): boolean {
  for (let line = to.before; line !== null && line.line > from.line; line = line.before)
    if (line.isBoundary) return true;
  return false;
}

/** The conversation behind a compaction, with the earlier messages that the compaction kept. */
function withPreserved({ lines }: SessionIndex, chain: readonly ChainLine[], report: ReportLoss): readonly ChainLine[] {
  const boundary = chain[0];
  const preserved = boundary?.preserved ?? null;
  if (boundary === undefined || preserved === null) return chain;
  const inChain = new Set(chain);
  const kept = preservedLines(preserved, boundary, lines, report).filter((line) => !inChain.has(line));
  const anchor = chain.findIndex(({ uuid }) => uuid === preserved.anchor);
  const at = anchor < 0 ? chain.findLastIndex(({ isSummary }) => isSummary) + 1 || 1 : anchor + 1;
  return [...chain.slice(0, at), ...kept, ...chain.slice(at)];
}

function preservedLines(
  { uuids, head, tail }: Preserved,
  { offset, line: number }: ChainLine,
  lines: SessionIndex['lines'],
  report: ReportLoss,
): ChainLine[] {
  const lose = (uuid: string): void => {
    const detail = `The message ${uuid}, which the compaction kept for the model, is not in the file.`;
    report({ code: 'missing-history', where: { offset, line: number }, detail });
  };
  if (uuids !== null) {
    return uuids.flatMap((uuid) => {
      const line = lines.get(uuid);
      if (line === undefined) lose(uuid);
      return line ?? [];
    });
  }
  const segment: ChainLine[] = [];
  const seen = new Set<string>();
  for (let uuid = tail; uuid !== null && !seen.has(uuid); ) {
    seen.add(uuid);
    const line: ChainLine | undefined = lines.get(uuid);
    if (line === undefined) {
      lose(uuid);
      break;
    }
    segment.unshift(line);
    if (uuid === head) break;
    uuid = line.parent;
  }
  return segment;
}

/**
 * Calls that ran side by side leave a fork for each: the chain goes through one of them, the results of the others, and some lines of the
 * message itself, hang beside it. They belong to the conversation all the same.
 */
function recoverParallelLines({ lines }: SessionIndex, chain: readonly ChainLine[]): ChainLine[] {
  if (chain.length === lines.size) return [...chain];
  const inChain = new Set(chain.map(({ uuid }) => uuid));
  const answered = new Set(chain.flatMap(({ results }) => results));
  const messageIds = new Set(chain.flatMap(({ messageId }) => messageId ?? []));
  const siblings = new Map<string, ChainLine[]>();
  const children = new Map<string, ChainLine[]>();
  for (const line of lines.values()) {
    if (inChain.has(line.uuid) || line.isSidechain) continue;
    if (line.messageId !== null && messageIds.has(line.messageId)) append(siblings, line.messageId, line);
    if (line.results.some((id) => !answered.has(id)) && line.parent !== null) append(children, line.parent, line);
  }
  if (siblings.size === 0 && children.size === 0) return [...chain];
  const lastLineOf = new Map(chain.map((line) => [line.messageId, line]));
  const all: ChainLine[] = [];
  for (const line of chain) {
    all.push(line);
    if (line.type !== 'assistant') continue;
    const isLastOfMessage = line.messageId !== null && lastLineOf.get(line.messageId) === line;
    const beside = isLastOfMessage ? (siblings.get(line.messageId as string) ?? []) : [];
    const results = [line, ...beside].flatMap(({ uuid }) => children.get(uuid) ?? []);
    all.push(...beside, ...results);
  }
  return all;
}

function append<Key>(map: Map<Key, ChainLine[]>, key: Key, line: ChainLine): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [line]);
  else list.push(line);
}

function countTheRest(
  { lines, leaf, isOfSubagent }: SessionIndex,
  conversation: readonly ChainLine[],
  cutOff: ReadonlySet<string>,
  tally: LossTally,
): void {
  if (conversation.length === lines.size) return;
  const inConversation = new Set(conversation.map(({ uuid }) => uuid));
  const sessions = new Set(conversation.map(({ sessionId }) => sessionId));
  for (const { uuid, offset, line, isSidechain, sessionId, type } of lines.values()) {
    if (inConversation.has(uuid)) continue;
    const where = { offset, line };
    if (cutOff.has(uuid)) tally.add('compaction-applied', 'Lines that lie before the last compaction', where);
    else if (isSidechain && !isOfSubagent) tally.add('skipped-entry', 'Lines that belong to sub-agents', where);
    else if (leaf !== null && sessionId !== undefined && !sessions.has(sessionId))
      tally.add('other-session', 'Lines of other sessions in the file were left out', where, sessionId);
    else if (!MESSAGE_TYPES.has(type)) tally.add('dropped-record', RECORDS, where, type);
    else tally.add('compaction-applied', 'Lines that belong to branches that were given up', where);
  }
}

const MESSAGE_TYPES: ReadonlySet<string> = new Set(['user', 'assistant']);
