import type { MessageItem, TranscriptItem } from '../model/transcript.js';
import type { Stage } from '../stage.js';

export interface RangeOptions {
  /** First turn to keep, from 0. Default 0. */
  readonly from?: number | undefined;
  /** Turn to stop before. Default: none. */
  readonly to?: number | undefined;
}

/**
 * Keeps some turns. A turn begins with what the user says and goes up to the next prompt, so that no call is separated from its results.
 * Reading stops with the last turn that is wanted.
 *
 * @throws RangeError for numbers that are not a range.
 */
export function range({ from = 0, to = Number.POSITIVE_INFINITY }: RangeOptions): Stage {
  if (!Number.isInteger(from) || from < 0 || !(to >= from))
    throw new RangeError(`There are no turns from ${from} to ${to}.`);
  return async function* (items, { report }) {
    let turn = -1;
    let index = 0;
    for await (const batch of items) {
      const kept: TranscriptItem[] = [];
      for (const item of batch) {
        if (item.type === 'meta') {
          kept.push(item);
          continue;
        }
        const where = { message: index++ };
        for (const part of splitMixed(item)) {
          turn = turnOf(part, turn);
          if (turn >= to) {
            report({ code: 'dropped-message', where, detail: `Everything from turn ${to} on was left out, as asked.` });
            if (kept.length > 0) yield kept;
            return;
          }
          if (turn >= from) kept.push(part);
          else
            report({ code: 'dropped-message', where, detail: `Messages before turn ${from} were left out, as asked.` });
        }
      }
      if (kept.length > 0) yield kept;
    }
  };
}

/**
 * Keeps the last turns. As many of them are held in memory, since only the end of the transcript says which they are.
 *
 * @throws RangeError for a number that is not a count.
 */
export function lastTurns(count: number): Stage {
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`There are no last ${count} turns.`);
  return async function* (items, { report }) {
    const held: { readonly turn: number; readonly index: number; readonly part: MessageItem }[] = [];
    let turn = -1;
    let first = -1;
    let index = 0;
    for await (const batch of items) {
      const kept = batch.filter((item) => item.type === 'meta');
      for (const item of batch) {
        if (item.type === 'meta') continue;
        for (const part of splitMixed(item)) {
          turn = turnOf(part, turn);
          held.push({ turn, index, part });
        }
        index++;
      }
      first = Math.max(first, turn - count + 1);
      const gone = held.findIndex((one) => one.turn >= first);
      for (const { index: message } of held.splice(0, Math.max(gone, 0))) {
        const detail = `Messages before the last ${count} turns were left out, as asked.`;
        report({ code: 'dropped-message', where: { message }, detail });
      }
      if (kept.length > 0) yield kept;
    }
    if (held.length > 0) yield held.map(({ part }) => part);
  };
}

/** The turn that a message belongs to, given the one before it. */
function turnOf({ message, source }: MessageItem, before: number): number {
  if (source?.turn !== undefined) return source.turn;
  const isPrompt = message.role === 'user' && message.content.some(({ type }) => type !== 'tool_result');
  return isPrompt ? before + 1 : Math.max(before, 0);
}

/** Of a message with results and more, the results belong to the turn before. */
function splitMixed(item: MessageItem): MessageItem[] {
  const { message } = item;
  const results = message.content.filter(({ type }) => type === 'tool_result');
  if (message.role !== 'user' || results.length === 0 || results.length === message.content.length) return [item];
  const rest = message.content.filter(({ type }) => type !== 'tool_result');
  return [results, rest].map((content) => ({ ...item, message: { ...message, content } }));
}
