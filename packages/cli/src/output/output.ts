import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { JsonValue } from '@fxlog/json';
import { stringifyJson } from '@fxlog/json';
import pc from 'picocolors';
import { type CommandError, OutputClosed } from '../exit-code.js';
import type { TerminalCapabilities } from './terminal-capabilities.js';
import { escapeJsonForTerminal, terminalText } from './terminal-text.js';

/** Lines are gathered up to so many characters, or until the event loop turns: of thousands of short ones each would cost a system call. */
const HELD_CHARACTERS = 16_384;

/** Colour functions; all of them the identity where colours are off. */
export type Paint = ReturnType<typeof pc.createColors>;

/**
 * Everything that a command prints goes through here: results to stdout with back-pressure, the rest to stderr. Commands never
 * touch `process`, so tests run them with two in-memory streams.
 */
export class Output {
  readonly paint: Paint;
  /** Colours for messages on stderr. */
  readonly stderrPaint: Paint;
  #stdout: Writable;
  readonly #stderr: Writable;
  #failure: Error | null = null;
  #held = '';

  constructor(
    stdout: Writable,
    stderr: Writable,
    readonly terminal: TerminalCapabilities,
  ) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.paint = pc.createColors(terminal.color);
    this.stderrPaint = pc.createColors(terminal.stderrColor);
    this.#watch(stdout);
    // Nobody is left to be told when stderr breaks.
    stderr.on('error', () => undefined);
  }

  /** Columns that a line may take; Infinity when stdout is not a terminal. */
  get columns(): number {
    return this.terminal.columns;
  }

  /**
   * Writes a piece of the result. Resolves when the stream takes more, so whoever awaits it never piles up output.
   * @throws OutputClosed when the reader of stdout is gone
   */
  async write(text: string | Uint8Array): Promise<void> {
    this.#throwFailure();
    if (text.length === 0) return;
    if (typeof text === 'string' && this.#held.length + text.length < HELD_CHARACTERS) {
      if (this.#held === '') setImmediate(() => this.release());
      this.#held += text;
    } else {
      this.release();
      this.#stdout.write(text);
    }
    if (this.#stdout.writableNeedDrain) await this.#drained();
  }

  /** Writes the lines that were held back. */
  release(): void {
    const text = this.#held;
    this.#held = '';
    if (text !== '' && !this.#stdout.destroyed) this.#stdout.write(text);
  }

  /** Writes one line of the result. */
  line(text = ''): Promise<void> {
    return this.write(`${text}\n`);
  }

  /** Writes one value as one line of JSON; on a terminal with everything escaped that it would act on. */
  json(value: JsonValue): Promise<void> {
    return this.jsonLines(`${stringifyJson(value)}\n`);
  }

  /** Like {@link json}, for lines that are JSON already, each with its LF, or for a piece of one. */
  jsonLines(lines: string | Uint8Array): Promise<void> {
    if (!this.terminal.stdoutIsTerminal) return this.write(lines);
    return this.write(escapeJsonForTerminal(typeof lines === 'string' ? lines : Buffer.from(lines).toString('utf8')));
  }

  /** Tells the person something that is not part of the result. The text must be safe to print. */
  note(text: string): void {
    this.release();
    this.#stderr.write(`${text}\n`);
  }

  /** Tells the person that something went wrong; the message may quote anything. */
  problem(message: string): void {
    this.note(`${this.stderrPaint.red('fxlog:')} ${terminalText(message)}`);
  }

  /** Tells the person what went wrong and what to do next. */
  failure(error: CommandError): void {
    this.problem(error.message);
    if (error.hint !== undefined) this.note(terminalText(error.hint, { multiline: true }));
  }

  /** Sends results elsewhere, for example into a pager, until the returned function is called. */
  redirect(stdout: Writable): () => void {
    this.release();
    const previous = this.#stdout;
    this.#stdout = stdout;
    this.#watch(stdout);
    return () => {
      this.release();
      this.#stdout = previous;
    };
  }

  /** Resolves when everything written so far has left this process. */
  async flush(): Promise<void> {
    this.release();
    await new Promise<void>((resolve, reject) => {
      this.#stdout.write('', (error) => (error ? reject(this.#translate(error)) : resolve()));
    });
  }

  #watch(stream: Writable): void {
    stream.on('error', (error: Error) => {
      if (stream === this.#stdout) this.#failure ??= this.#translate(error);
    });
  }

  async #drained(): Promise<void> {
    try {
      await once(this.#stdout, 'drain');
    } catch (error) {
      throw error instanceof Error ? this.#translate(error) : error;
    }
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure;
    if (this.#stdout.destroyed) throw new OutputClosed();
  }

  #translate(error: NodeJS.ErrnoException): Error {
    return error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED' ? new OutputClosed() : error;
  }
}
