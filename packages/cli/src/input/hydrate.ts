import { isUtf8 } from 'node:buffer';
import { durableText, type TurnResult, type TurnStep } from '@fxlog/assembler';
import type { ConversationEntry } from '@fxlog/assembler/internal';
import { openSession, type Session } from '@fxlog/store';
import type { CommandContext } from '../command-context.js';
import { countOf } from '../output/measures.js';
import { terminalText } from '../output/terminal-text.js';

/** Fills in outputs of tools that a session keeps in files beside its log. */
export class Hydration {
  /** Names of files that are not there or cannot be read, each once. */
  readonly missing = new Set<string>();
  readonly #session: Session | null;

  private constructor(session: Session | null) {
    this.#session = session;
  }

  /** @param sessionDir null for a log alone, beside which nothing is looked for */
  static async of(sessionDir: string | null): Promise<Hydration> {
    return new Hydration(sessionDir === null ? null : await openSession(sessionDir));
  }

  /** The entry with all outputs that can be had. */
  fill(entry: ConversationEntry): ConversationEntry {
    if (this.#session === null || entry.type !== 'turn') return entry;
    const session = this.#session;
    const { turn } = entry;
    return { ...entry, turn: { ...turn, steps: turn.steps.map((step) => this.#step(session, step)) } };
  }

  #step(session: Session, step: TurnStep): TurnStep {
    const isWhole = step.results.every(({ content }) => content.kind === 'inline' || content.handle === null);
    return isWhole ? step : { ...step, results: step.results.map((result) => this.#result(session, result)) };
  }

  #result(session: Session, result: TurnResult): TurnResult {
    const { content } = result;
    if (content.kind === 'inline' || content.handle === null || content.handle.length === 0) return result;
    const name = durableText(content.handle).text;
    const artifact = session.toolResult(name);
    if (!artifact.ok) {
      this.missing.add(name);
      return result;
    }
    const { bytes } = artifact;
    const output = isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString() : bytes;
    return { ...result, content: { kind: 'inline', output } };
  }
}

/** Says which outputs could not be had. */
export function sayMissing({ output }: CommandContext, { missing }: Hydration): void {
  const [first, ...others] = missing;
  if (first === undefined) return;
  const rest = others.length === 0 ? '' : `, and ${countOf(others.length, 'more', 'more')}`;
  output.note(terminalText(`warning: an output is not there: ${first}${rest} [store/artifact-missing]`));
}
