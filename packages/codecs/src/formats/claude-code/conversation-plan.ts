/** Which lines of a session are the conversation, in which order, and which of them are one message (other-harnesses §1.3). */
import type { TranscriptView } from '../../codec.js';
import type { ReportLoss } from '../../loss.js';
import type { ChainLine, SessionIndex } from './session-index.js';

/** Lines that become messages together: those of one message of the assistant, else a single one. */
export interface PlanStep {
  readonly lines: ChainLine[];
  /** Whether the usage of the message belongs here; it is repeated on each of its lines. */
  readonly hasUsage: boolean;
}

/** The lines from the root to the leaf, without what a view leaves out. */
export function conversationOf(index: SessionIndex, view: TranscriptView, report: ReportLoss): ChainLine[] {
  const { chain, cutOff } = walkToRoot(index, view, report);
  const recovered = recoverParallelLines(index, chain);
  reportTheRest(index, recovered, cutOff, report);
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
    if (seen.has(line.uuid)) {
      const { offset, line: number } = line;
      report({
        code: 'skipped-entry',
        where: { offset, line: number },
        detail: 'The lines refer to each other in a circle.',
      });
      break;
    }
    seen.add(line.uuid);
    if (isCutOff) cutOff.add(line.uuid);
    else chain.push(line);
    const isRoot = line.isBoundary || line.parent === null;
    const parent: string | null = isRoot ? line.logicalParent : line.parent;
    if (parent === null) break;
    if (isRoot && view === 'model') isCutOff = true;
    const next: ChainLine | undefined = lines.get(parent);
    if (next === undefined) {
      const where = { offset: line.offset, line: line.line };
      report({ code: 'skipped-entry', where, detail: 'The line before this one is not in the file.' });
    }
    line = next ?? null;
  }
  return { chain: chain.reverse(), cutOff };
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

function reportTheRest(
  { lines }: SessionIndex,
  conversation: readonly ChainLine[],
  cutOff: ReadonlySet<string>,
  report: ReportLoss,
): void {
  if (conversation.length === lines.size) return;
  const inConversation = new Set(conversation.map(({ uuid }) => uuid));
  for (const { uuid, offset, line, isSidechain } of lines.values()) {
    if (inConversation.has(uuid)) continue;
    const where = { offset, line };
    if (cutOff.has(uuid)) {
      report({ code: 'compaction-applied', where, detail: 'The line lies before the last compaction.' });
    } else if (isSidechain) {
      report({ code: 'skipped-entry', where, detail: 'The line belongs to a sub-agent.' });
    } else report({ code: 'compaction-applied', where, detail: 'The line belongs to a branch that was given up.' });
  }
}
