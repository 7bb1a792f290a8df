/**
 * First pass over a session of Claude Code: the links between its lines and what the meta needs, no contents. It takes about 300 bytes of
 * memory per line of the conversation.
 */
import type { JsonObject } from '@fxlog/json';
import type { Source } from '@fxlog/reader';
import type { DecodeContext } from '../../codec.js';
import type { Timestamp } from '../../model/timestamp.js';
import { arrayField, objectField, stringField, textField, timeField } from '../harness/harness-fields.js';
import { type LinePlace, parseJsonLine, readRawLines } from '../harness/json-lines.js';

const CONVERSATION_TYPES = ['user', 'assistant', 'system', 'attachment'] as const;

/** A line of the linked list (other-harnesses §1.2). */
export interface ChainLine extends LinePlace {
  readonly type: (typeof CONVERSATION_TYPES)[number];
  readonly uuid: string;
  readonly parent: string | null;
  /** What a compaction cut off. */
  readonly logicalParent: string | null;
  readonly isSidechain: boolean;
  /** Context that the program put in. */
  readonly isMeta: boolean;
  readonly isBoundary: boolean;
  readonly isSummary: boolean;
  /** Lines of the assistant that share it are one message. */
  readonly messageId: string | null;
  readonly model: string | undefined;
  /** Ids of the calls that the line answers. */
  readonly results: readonly string[];
  /** Whether it holds results and nothing else. */
  readonly isResultOnly: boolean;
}

export interface SessionIndex {
  /** By uuid, in file order. */
  readonly lines: ReadonlyMap<string, ChainLine>;
  /** The last line of the main conversation. */
  readonly leaf: ChainLine | null;
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

/** Reads the links; what is no part of any conversation is reported. */
export async function indexSession(source: Source, context: DecodeContext): Promise<SessionIndex> {
  const { report, signal } = context;
  const lines = new Map<string, ChainLine>();
  const facts: SessionFacts = { summaries: [] };
  const models = new Map<string, string>();
  let leaf: ChainLine | null = null;
  for await (const batch of readRawLines(source, signal)) {
    for (const raw of batch) {
      const object = parseJsonLine(raw.bytes, raw, report);
      if (object === null) continue;
      const { offset, length, line } = raw;
      const type = CONVERSATION_TYPES.find((known) => known === object.type);
      if (type === undefined) {
        if (!takeFact(object, facts)) {
          const detail = `A line of type ${JSON.stringify(object.type ?? null)} is no part of the conversation.`;
          report({ code: 'dropped-record', where: { offset, line }, detail });
        }
        continue;
      }
      const chainLine = toChainLine(object, type, { offset, length, line }, models);
      if (chainLine === null) {
        report({ code: 'skipped-entry', where: { offset, line }, detail: 'The line has no uuid.' });
        continue;
      }
      lines.set(chainLine.uuid, chainLine);
      if (chainLine.isSidechain) continue;
      leaf = chainLine;
      takeFields(object, type, facts);
    }
  }
  return { lines, leaf, facts };
}

function toChainLine(
  object: JsonObject,
  type: ChainLine['type'],
  place: LinePlace,
  models: Map<string, string>,
): ChainLine | null {
  const uuid = textField(object, 'uuid');
  if (uuid === undefined) return null;
  const message = objectField(object, 'message') ?? {};
  const content = type === 'user' ? (arrayField(message, 'content') ?? []) : [];
  const results: string[] = [];
  for (const block of content) {
    if (typeof block !== 'object' || block === null || !('type' in block) || block.type !== 'tool_result') continue;
    results.push(stringField(block as JsonObject, 'tool_use_id') ?? '');
  }
  const model = type === 'assistant' ? textField(message, 'model') : undefined;
  if (model !== undefined && !models.has(model)) models.set(model, model);
  return {
    ...place,
    type,
    uuid,
    parent: textField(object, 'parentUuid') ?? null,
    logicalParent: textField(object, 'logicalParentUuid') ?? null,
    isSidechain: object.isSidechain === true,
    isMeta: object.isMeta === true,
    isBoundary: type === 'system' && object.subtype === 'compact_boundary',
    isSummary: object.isCompactSummary === true,
    messageId: type === 'assistant' ? (textField(message, 'id') ?? null) : null,
    // One string for all lines instead of a piece of each line.
    model: model === undefined ? undefined : models.get(model),
    results: results.length === 0 ? NO_RESULTS : results,
    isResultOnly: results.length > 0 && results.length === content.length,
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

function takeFields(object: JsonObject, type: ChainLine['type'], facts: SessionFacts): void {
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
