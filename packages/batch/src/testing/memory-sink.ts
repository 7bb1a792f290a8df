import type { PlainJson } from '@fxlog/reader/internal';
import type { SessionResult } from '../model/session-result.js';
import type { Sink, SinkSession } from '../model/sink.js';

/** Keeps everything, and minds the contract. */
export class MemorySink<Row> implements Sink<Row> {
  readonly sessions: { readonly key: string; readonly rows: Row[]; readonly result: SessionResult }[] = [];
  readonly calls: string[] = [];
  #open: { readonly session: SinkSession; readonly rows: Row[] } | null = null;

  begin(session: SinkSession): Promise<void> {
    if (this.#open !== null) throw new Error('begin before the end of another');
    this.#open = { session, rows: [] };
    this.calls.push('begin');
    return Promise.resolve();
  }

  write(rows: readonly Row[]): Promise<void> {
    if (this.#open === null) throw new Error('write before begin');
    this.#open.rows.push(...rows);
    return Promise.resolve();
  }

  commit(result: SessionResult): Promise<PlainJson | undefined> {
    if (this.#open === null) throw new Error('commit before begin');
    this.sessions.push({ key: this.#open.session.key, rows: this.#open.rows, result });
    this.#open = null;
    this.calls.push('commit');
    return Promise.resolve(undefined);
  }

  abort(): Promise<void> {
    if (this.#open === null) throw new Error('abort before begin');
    this.#open = null;
    this.calls.push('abort');
    return Promise.resolve();
  }

  flush(): Promise<PlainJson | undefined> {
    this.calls.push('flush');
    return Promise.resolve(undefined);
  }

  close(): Promise<void> {
    this.calls.push('close');
    return Promise.resolve();
  }
}
