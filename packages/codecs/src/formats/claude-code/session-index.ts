/**
 * First pass over a session of Claude Code: the links between its lines and what the meta needs, no contents. It takes about 300 bytes of
 * memory per line of the conversation.
 */
import type { JsonObject } from '@fxlog/json';
import type { Source } from '@fxlog/reader';
import type { DecodeContext } from '../../codec.js';
import type { Timestamp } from '../../model/timestamp.js';
import { arrayField, objectField, stringField, textField, timeField } from '../harness/harness-fields.js';
import type { LinePlace } from '../harness/json-lines.js';
import { type LossTally, RECORDS } from '../harness/loss-tally.js';
import { readRecords } from '../harness/read-records.js';

const CONVERSATION_TYPES: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'attachment']);

/** A line of the linked list (other-harnesses §1.2). */
export interface ChainLine extends LinePlace {
  readonly type: string;
  readonly uuid: string;
  readonly parent: string | null;
  /** What a compaction cut off. */
  readonly logicalParent: string | null;
  /** The line of the same conversation that was written before this one. */
  readonly before: ChainLine | null;
  readonly sessionId: string | undefined;
  readonly isSidechain: boolean;
  /** Context that the program put in. */
  readonly isMeta: boolean;
  readonly isBoundary: boolean;
  readonly isSummary: boolean;
  /** On the boundary of a compaction: the earlier messages that the model still sees word for word. */
  readonly preserved: Preserved | null;
  /** Lines of the assistant that share it are one message. */
  readonly messageId: string | null;
  readonly model: string | undefined;
  /** Ids of the calls that the line answers. */
  readonly results: readonly string[];
  /** Whether it holds results and nothing else. */
  readonly isResultOnly: boolean;
}

/** Messages that a compaction kept: either each of them, or the first and the last of a chain. */
export interface Preserved {
  /** The line behind which they stand for the model. */
  readonly anchor: string | null;
  readonly uuids: readonly string[] | null;
  readonly head: string | null;
  readonly tail: string | null;
}

export interface SessionIndex {
  /** By uuid, in file order. */
  readonly lines: ReadonlyMap<string, ChainLine>;
  /** The last line of the conversation. */
  readonly leaf: ChainLine | null;
  /** Whether the file is that of a sub-agent: its lines are all beside the main conversation. */
  readonly isOfSubagent: boolean;
  readonly facts: SessionFacts;
}

/** Where a session comes from, as each line says anew. */
export interface SessionOrigin {
  cwd?: string | undefined;
  gitBranch?: string | undefined;
  version?: string | undefined;
}

/** What the lines say about the session; the origin is that of the first line of the user. */
export interface SessionFacts extends SessionOrigin {
  sessionId?: string | undefined;
  /** What other lines say, for sessions in which no line of the user does. */
  withoutUser?: SessionOrigin | undefined;
  /** The earliest time. */
  timestamp?: Timestamp | undefined;
  customTitle?: string | undefined;
  agentName?: string | undefined;
  forkedFrom?: string | undefined;
  readonly summaries: { readonly text: string; readonly leafUuid: string | undefined }[];
}

const NO_RESULTS: readonly string[] = [];

/** Reads the links; what is not part of any conversation is counted in `tally`. @param ownId id of the session, where the name of the file tells it. */
export async function indexSession(
  source: Source,
  { report, signal }: DecodeContext,
  tally: LossTally,
  ownId: string | undefined,
): Promise<SessionIndex> {
  const lines = new Map<string, ChainLine>();
  const main = new Thread();
  const side = new Thread();
  const strings = new Map<string, string>();
  const outside: SessionFacts = { summaries: [] };
  for await (const batch of readRecords(source, { report, signal, isRecord })) {
    for (const { object, offset, length, line } of batch) {
      const where = { offset, line };
      const isConversation = CONVERSATION_TYPES.has(String(object.type));
      const isLink = textField(object, 'uuid') !== undefined && Object.hasOwn(object, 'parentUuid');
      if (!isConversation && !isLink) {
        if (!takeFact(object, outside)) tally.add('dropped-record', RECORDS, where, String(object.type ?? null));
        continue;
      }
      const thread = object.isSidechain === true ? side : main;
      const chainLine = toChainLine(object, { offset, length, line }, thread.last, strings);
      if (chainLine === null) {
        report({ code: 'skipped-entry', where, detail: 'The line has no uuid.' });
        continue;
      }
      lines.set(chainLine.uuid, chainLine);
      thread.take(chainLine, object, isConversation);
    }
  }
  const isOfSubagent = main.last === null && side.last !== null;
  const thread = isOfSubagent ? side : main;
  const { facts } = thread;
  facts.customTitle = outside.customTitle;
  facts.agentName = outside.agentName;
  facts.sessionId ??= outside.sessionId;
  facts.summaries.push(...outside.summaries);
  return { lines, leaf: leafOf(lines, thread.leaves, ownId), isOfSubagent, facts };
}

function isRecord(object: JsonObject): boolean {
  return typeof object.type === 'string' && ['uuid', 'sessionId', 'leafUuid'].some((key) => textField(object, key));
}

/** The lines of the main conversation, or those of sub-agents. */
class Thread {
  last: ChainLine | null = null;
  /** Lines of the conversation that may be its end, by the session that they belong to. */
  readonly leaves = new Map<string | undefined, ChainLine>();
  readonly facts: SessionFacts = { summaries: [] };

  take(line: ChainLine, object: JsonObject, isConversation: boolean): void {
    this.last = line;
    if (!isConversation) return;
    // Behind the lines of its session, so that the last ones are the last of the file.
    this.leaves.delete(line.sessionId);
    this.leaves.set(line.sessionId, line);
    takeFields(object, line.type, this.facts);
  }
}

/**
 * The end of the conversation: the last line of the file, unless it belongs to another session, whose lines can get into a file by a crash or a
 * careless copy. Lines of another session that go on from lines of this one are part of it: so did sessions look that were resumed.
 */
function leafOf(
  lines: ReadonlyMap<string, ChainLine>,
  leaves: ReadonlyMap<string | undefined, ChainLine>,
  ownId: string | undefined,
): ChainLine | null {
  const candidates = [...leaves.values()].reverse();
  const own = ownId !== undefined && leaves.has(ownId) ? ownId : firstSession(lines);
  return candidates.find((line) => touches(line, own, lines)) ?? candidates[0] ?? null;
}

function firstSession(lines: ReadonlyMap<string, ChainLine>): string | undefined {
  for (const { sessionId } of lines.values()) if (sessionId !== undefined) return sessionId;
  return undefined;
}

/** Whether a line belongs to a session, or goes back to a line that does. */
function touches(leaf: ChainLine, session: string | undefined, lines: ReadonlyMap<string, ChainLine>): boolean {
  const seen = new Set<string>();
  for (let line: ChainLine | undefined = leaf; line !== undefined && !seen.has(line.uuid); ) {
    if (line.sessionId === undefined || line.sessionId === session) return true;
    seen.add(line.uuid);
    const parent: string | null = line.parent ?? line.logicalParent;
    line = parent === null ? undefined : lines.get(parent);
  }
  return false;
}

function toChainLine(
  object: JsonObject,
  place: LinePlace,
  before: ChainLine | null,
  strings: Map<string, string>,
): ChainLine | null {
  const uuid = textField(object, 'uuid');
  if (uuid === undefined) return null;
  const type = String(object.type ?? '');
  const message = objectField(object, 'message') ?? {};
  const content = type === 'user' ? (arrayField(message, 'content') ?? []) : [];
  const results: string[] = [];
  for (const block of content) {
    if (typeof block !== 'object' || block === null || !('type' in block) || block.type !== 'tool_result') continue;
    results.push(stringField(block as JsonObject, 'tool_use_id') ?? '');
  }
  // One string for all lines instead of a piece of each line.
  const shared = (text: string | undefined): string | undefined => {
    if (text !== undefined && !strings.has(text)) strings.set(text, text);
    return text === undefined ? undefined : strings.get(text);
  };
  const isBoundary = type === 'system' && object.subtype === 'compact_boundary';
  return {
    ...place,
    type: shared(type) as string,
    uuid,
    parent: textField(object, 'parentUuid') ?? null,
    logicalParent: textField(object, 'logicalParentUuid') ?? null,
    before,
    sessionId: shared(textField(object, 'sessionId')),
    isSidechain: object.isSidechain === true,
    isMeta: object.isMeta === true,
    isBoundary,
    isSummary: object.isCompactSummary === true,
    preserved: isBoundary ? readPreserved(objectField(object, 'compactMetadata') ?? {}) : null,
    messageId: type === 'assistant' ? (textField(message, 'id') ?? null) : null,
    model: type === 'assistant' ? shared(textField(message, 'model')) : undefined,
    results: results.length === 0 ? NO_RESULTS : results,
    isResultOnly: results.length > 0 && results.length === content.length,
  };
}

function readPreserved(metadata: JsonObject): Preserved | null {
  const messages = objectField(metadata, 'preservedMessages');
  const segment = objectField(metadata, 'preservedSegment');
  if (messages === undefined && segment === undefined) return null;
  const from = { ...segment, ...messages };
  const list = arrayField(from, 'allUuids') ?? arrayField(from, 'uuids');
  return {
    anchor: textField(from, 'anchorUuid') ?? null,
    uuids: list?.filter((uuid) => typeof uuid === 'string') ?? null,
    head: textField(from, 'headUuid') ?? null,
    tail: textField(from, 'tailUuid') ?? null,
  };
}

/** Takes what a line outside the chain says about the session; whether it says anything. */
function takeFact(object: JsonObject, facts: SessionFacts): boolean {
  switch (object.type) {
    case 'custom-title':
      facts.customTitle = textField(object, 'customTitle') ?? facts.customTitle;
      facts.sessionId ??= textField(object, 'sessionId');
      return true;
    case 'agent-name':
      facts.agentName = textField(object, 'agentName') ?? facts.agentName;
      return true;
    case 'summary': {
      const text = textField(object, 'summary');
      if (text !== undefined) facts.summaries.push({ text, leafUuid: textField(object, 'leafUuid') });
      return true;
    }
    default:
      return false;
  }
}

function takeFields(object: JsonObject, type: string, facts: SessionFacts): void {
  const time = timeField(object, 'timestamp');
  if (time !== undefined && (facts.timestamp === undefined || time < facts.timestamp)) facts.timestamp = time;
  facts.sessionId ??= textField(object, 'sessionId');
  if (type === 'user') takeOrigin(object, facts);
  else facts.withoutUser = takeOrigin(object, facts.withoutUser ?? {});
  const forkedFrom = objectField(object, 'forkedFrom');
  if (forkedFrom !== undefined) facts.forkedFrom ??= textField(forkedFrom, 'sessionId');
}

function takeOrigin(object: JsonObject, origin: SessionOrigin): SessionOrigin {
  origin.cwd ??= textField(object, 'cwd');
  origin.gitBranch ??= textField(object, 'gitBranch');
  origin.version ??= textField(object, 'version');
  return origin;
}
