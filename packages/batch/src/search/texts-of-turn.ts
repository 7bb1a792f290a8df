import { durableText, type HistoryEntry, loggedOutput, type Turn } from '@fxlog/assembler';
import type { DurableBytes } from '@fxlog/format';
import type { SearchKind } from './search-options.js';

/** A text of a turn. */
export interface TurnText {
  readonly kind: SearchKind;
  readonly step: number | null;
  readonly tool: string | null;
  readonly text: string;
}

/**
 * Everything in a turn or a compaction that can be searched, in the order in which it was said. Whole outputs that fx keeps in side files are not
 * part of it.
 */
export function* textsOfEntry(entry: HistoryEntry): Generator<TurnText, void, undefined> {
  if (entry.type === 'turn') yield* textsOfTurn(entry.turn);
  else yield said('assistant', null, entry.compaction.summary);
}

function* textsOfTurn({ user, steps, steering, end, files }: Turn): Generator<TurnText, void, undefined> {
  yield said('user', null, user.text);
  for (const { path } of user.images) yield said('path', null, path);
  for (const { text, afterSteps } of steering) if (afterSteps === 0) yield said('user', null, text);
  for (const [i, { text, calls, results }] of steps.entries()) {
    const step = i + 1;
    if (text !== null) yield said('assistant', step, text);
    for (const call of calls) {
      const tool = durableText(call.name).text;
      yield said('call', step, call.name, tool);
      yield said('call', step, call.argumentsJson, tool);
      if (call.providerResult !== null) yield said('output', step, call.providerResult, tool);
    }
    for (const result of results) {
      const tool = durableText(result.toolName).text;
      const output = loggedOutput(result);
      if (output !== null) yield said('output', step, output, tool);
      for (const feedback of result.permissionFeedback) yield said('user', step, feedback, tool);
      if (result.fileChange !== null) yield said('path', step, result.fileChange.path, tool);
    }
    for (const { text: words, afterSteps } of steering) if (afterSteps === step) yield said('user', step, words);
  }
  for (const { path, newPath, toolName: name } of files) {
    const tool = durableText(name).text;
    yield said('path', null, path, tool);
    if (newPath !== null) yield said('path', null, newPath, tool);
  }
  switch (end.kind) {
    case 'completed':
      yield said('assistant', null, end.text);
      return;
    case 'interrupted':
      if (end.text !== null) yield said('assistant', null, end.text);
      if (end.call !== null) {
        const tool = durableText(end.call.name).text;
        yield said('call', null, end.call.name, tool);
        yield said('call', null, end.call.argumentsJson, tool);
      }
      return;
    case 'running':
      if (end.text !== null) yield said('assistant', null, end.text);
      return;
    case 'background_command':
      if (end.text !== null) yield said('assistant', null, end.text);
      yield said('path', null, end.logPath);
      if (end.url !== null) yield said('output', null, end.url);
  }
}

function said(kind: SearchKind, step: number | null, bytes: DurableBytes, tool: string | null = null): TurnText {
  return {
    kind,
    step,
    tool,
    text: durableText(bytes).text,
  };
}
