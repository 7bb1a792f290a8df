import { decodeFrame, FrameError } from '@fxlog/format';
import { WriteError } from '../../write-error.js';
import { parseItem } from './log-item.js';

const NO_ID = '0'.repeat(32);

/**
 * Runs something with a value from outside. A value that is not what its type says breaks it somewhere; the error then names the rule that the value
 * breaks, and where.
 *
 * @param index of the item, from 0
 */
export function withItem<T>(item: unknown, index: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof TypeError ? badItem(item, index, error) : error;
  }
}

/** The same for what takes its time. */
export async function withItemAsync<T>(item: unknown, index: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof TypeError ? badItem(item, index, error) : error;
  }
}

function badItem(item: unknown, index: number, cause: TypeError): WriteError {
  if (typeof item !== 'object' || item === null) {
    const message = `Item ${index} is ${nameOf(item)}, not a turn, an event or a state.`;
    return new WriteError({ rule: 'shape/type', message, item: index, path: '' }, { cause });
  }
  const fault = faultOf(item);
  const message = `Item ${index}: ${fault?.message ?? `it cannot be written: ${cause.message}`}`;
  const { rule = 'shape/type', path = '', fxError } = fault ?? {};
  return new WriteError({ rule, message, item: index, path, ...(fxError === undefined ? {} : { fxError }) }, { cause });
}

/** What fx would say of the event that the item stands for. */
function faultOf(item: object): FrameError | null {
  try {
    const event = eventOf(item);
    decodeFrame(Buffer.from(`${JSON.stringify(event, plain)}\n`));
    return null;
  } catch (error) {
    if (error instanceof FrameError) return error;
    // What cannot even be told what it is, or spelled as JSON.
    if (error instanceof TypeError || error instanceof WriteError) return null;
    throw error;
  }
}

function eventOf(item: object): object {
  const envelope = { schema_version: 1, log_generation: NO_ID, seq: 1, event_id: NO_ID, timestamp_ms: 0 };
  const parsed = parseItem(item as Parameters<typeof parseItem>[0]);
  if (parsed.type === 'event') return { ...envelope, kind: parsed.event.kind, payload: parsed.event.payload ?? null };
  if (parsed.type !== 'turn') throw new TypeError('A state is not one event.');
  const payload = {
    conversation_language: 'und',
    total_input_tokens: 0,
    total_output_tokens: 0,
    turn: parsed.draft.turn,
  };
  return { ...envelope, kind: 'history_turn_committed', payload };
}

/** Only shapes are looked at: what JSON has no word for becomes something of the same kind. */
function plain(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return value instanceof Uint8Array ? { encoding: 'base64', data: Buffer.from(value).toString('base64') } : value;
}

/**
 * Looks at who a session is to be, before anything is written.
 *
 * @throws WriteError with the rule and the path below the input
 */
export function checkHeader(session: unknown): void {
  const root = requireObject(session, '/session');
  if (typeof root.workspace_root !== 'string') throw bad('/session/workspace_root', root.workspace_root, 'a text');
  const preferences = requireObject(root.preferences, '/session/preferences');
  if (typeof preferences.model !== 'string') throw bad('/session/preferences/model', preferences.model, 'a text');
}

/**
 * Looks at what a session is to be made of.
 *
 * @throws WriteError with the rule and the path below the input
 */
export function checkInput(input: unknown): void {
  const given = requireObject(input, '');
  if ('turns' in given) {
    requireItems(given.turns, '/turns');
    checkHeader(given.session);
  } else if ('events' in given) requireItems(given.events, '/events');
  else requireObject(given.state, '/state');
}

function requireItems(value: unknown, path: string): void {
  const isList =
    typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value);
  if (!isList) throw bad(path, value, 'a list, or something that gives items one by one');
}

function requireObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw bad(path, value, 'an object');
}

function bad(path: string, value: unknown, wanted: string): WriteError {
  const place = path === '' ? 'The input' : path;
  const rule = value === undefined ? 'shape/missing-key' : 'shape/type';
  return new WriteError({ rule, message: `${place} is ${nameOf(value)}; it must be ${wanted}.`, path });
}

function nameOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
