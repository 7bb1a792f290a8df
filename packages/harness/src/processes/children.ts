/** The sessions that a session started (profile-and-tools §6, newer-formats §4.8, §7.5). */

import { dirname, join } from 'node:path';
import { durableText, loggedOutput } from '@fxlog/assembler';
import type { NativeState } from '@fxlog/assembler/internal';
import { isSessionId } from '@fxlog/format/internal';
import { JsonError, type JsonObject } from '@fxlog/json';
import { openSession, type Session, StoreError } from '@fxlog/store';
import { childrenInState } from '../dialects/index.js';
import { jsonObjectOf, type RecordedCall } from '../recorded-calls.js';
import { integerIn, objectIn, objectOf, objectsIn, recordIn, textIn } from './json-fields.js';
import { NO_OUTPUT, type ProcessEvent, type ProcessState, type SessionProcess } from './session-process.js';

/** Longest record of a child, and of the children of a session, in bytes. */
const MAX_RECORD_BYTES = 524_288;

/** What the calls of a session, its own records and those of its children say of them. */
export class Children {
  readonly #session: Session;
  readonly #found = new Map<string, Child>();

  constructor(session: Session) {
    this.#session = session;
  }

  /** Takes in a call of the tool `subagent`. */
  call(turn: number, { number, arguments: args, result }: RecordedCall): void {
    const command = objectIn(args, 'command');
    const [branch] = command === null ? [] : Object.keys(command);
    const output = result === null ? null : loggedOutput(result);
    const answer = output === null ? null : jsonObjectOf(durableText(output).text);
    const id = textIn(answer, 'child_id');
    if (branch === undefined || id === null || branch === 'inspect') return;
    const child = this.#child(id);
    const asked = objectIn(command, branch);
    const timeMs = result?.createdAtMs ?? null;
    const outcome = textIn(answer, 'status');
    if (branch === 'create' && outcome === 'created') {
      child.start = { turn, call: number };
      child.name ??= textIn(asked, 'name');
    }
    child.events.push({ timeMs, turn, call: number, name: nameOf(branch, asked), outcome });
  }

  /** All of them, in the order in which they were first heard of. */
  async end(state: NativeState | null): Promise<readonly SessionProcess[]> {
    const stated = state === null ? null : childrenInState(state);
    for (const child of stated ??
      objectsIn(recordIn(this.#session, 'subagent/children.json', MAX_RECORD_BYTES), 'children')) {
      const id = textIn(child, 'id');
      if (id !== null) this.#child(id).recorded(child);
    }
    for (const [id, child] of this.#found) await child.look(this.#session, id);
    return [...this.#found].map(([id, child]) => child.report(id));
  }

  #child(id: string): Child {
    const known = this.#found.get(id) ?? new Child();
    this.#found.set(id, known);
    return known;
  }
}

class Child {
  readonly events: ProcessEvent[] = [];
  start: { readonly turn: number; readonly call: number } | null = null;
  name: string | null = null;
  #state: ProcessState | null = null;

  /** What the session itself keeps of it. */
  recorded(child: JsonObject): void {
    const said = objectIn(child, 'persistent') ?? objectIn(child, 'spawn_data');
    this.name ??= textIn(said, 'agent');
    const outcome = textIn(child, 'outcome') ?? textIn(child, 'last_outcome');
    const isOpen = child.open === true;
    const phase = textIn(child, 'phase');
    const name = isOpen ? 'running' : (outcome ?? phase);
    if (name !== null) this.#tell(name, null, phase === null ? 'log' : 'record');
    if (phase !== null && phase !== name) {
      this.events.push({ timeMs: null, turn: null, call: null, name: 'phase', outcome: phase });
    }
  }

  /** The record in the directory of the child, where that lies beside the one of its parent. */
  async look(session: Session, id: string): Promise<void> {
    if (!isSessionId(id)) return;
    const record = await controlOf(join(dirname(session.dir), id));
    if (record === null) return;
    this.name ??= textIn(objectIn(record, 'configuration'), 'name');
    const state = textIn(record, 'state');
    if (state !== null) this.#tell(state, integerIn(record, 'updated_at_ms'), 'record');
    for (const event of objectsIn(record, 'events')) {
      const name = textIn(event, 'kind') ?? Object.keys(objectOf(event.kind) ?? {})[0] ?? 'event';
      const detail = objectIn(objectOf(event.kind), name) ?? event;
      const timeMs = integerIn(event, 'timestamp_ms');
      this.events.push({ timeMs, turn: null, call: null, name, outcome: textIn(detail, 'current') });
    }
  }

  #tell(name: string, asOfMs: ProcessState['asOfMs'], from: ProcessState['from']): void {
    this.#state = { name, exitCode: null, signal: null, asOfMs, from };
  }

  report(id: string): SessionProcess {
    return {
      ...{ kind: 'child', turn: this.start?.turn ?? null, call: this.start?.call ?? null, id },
      ...{ command: this.name, cwd: null, state: this.#state, lifetime: null, output: NO_OUTPUT },
      events: this.events,
    };
  }
}

async function controlOf(dir: string): Promise<JsonObject | null> {
  try {
    return recordIn(await openSession(dir), 'subagent/control.json', MAX_RECORD_BYTES);
  } catch (error) {
    if (error instanceof StoreError || error instanceof JsonError) return null;
    throw error;
  }
}

/** `message send`, `lifecycle close`, … */
function nameOf(branch: string, asked: JsonObject | null): string {
  const more = branch === 'message' ? Object.keys(asked ?? {})[0] : textIn(asked, 'action');
  return more === undefined || more === null ? branch : `${branch} ${more}`;
}
