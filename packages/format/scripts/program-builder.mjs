/**
 * Puts the words and literals of a program of the recogniser (src/recogniser/interpreter.ts) together.
 */
import { loadCodes } from './load-codes.mjs';

const CODES = loadCodes('recogniser/codes.ts');

export class ProgramBuilder {
  /** Word 0 is nobody's: as a child it means that there is none. */
  program = [0];
  literals = [];
  #offsets = new Map();

  /** Adds words; returns where they begin. */
  emit(...words) {
    this.program.push(...words);
    return this.program.length - words.length;
  }

  /** Place and length of a text among the literals. */
  literal(text) {
    let at = this.#offsets.get(text);
    if (at === undefined) {
      at = this.literals.length;
      this.#offsets.set(text, at);
      this.literals.push(...Buffer.from(text));
    }
    return [at, Buffer.byteLength(text)];
  }

  /** An object of members `[key, node, presence]`; a node that is a literal becomes a part of its key. */
  members(list) {
    const words = list.flatMap(([key, node, presence], index) => {
      const text = `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`;
      if (this.program[node] !== CODES.LITERAL) return [...this.literal(text), presence, node];
      const [at, length] = this.program.slice(node + 1, node + 3);
      const value = Buffer.from(this.literals.slice(at, at + length)).toString();
      return [...this.literal(text + value), presence, 0];
    });
    return this.emit(CODES.OBJECT, list.length, ...words);
  }

  /** The program and its literals, which have to fit the memory. */
  finish() {
    const room = {
      program: (CODES.LITERALS_AT - CODES.PROGRAM_AT) / 4,
      literals: CODES.RECORDS_AT - CODES.LITERALS_AT,
    };
    const { program, literals } = this;
    if (program.length > room.program)
      throw new Error(`The program has ${program.length} words; there is room for ${room.program}.`);
    if (literals.length > room.literals)
      throw new Error(`The literals have ${literals.length} bytes; there is room for ${room.literals}.`);
    return { program, literals };
  }
}

/** The text of a generated program.ts. */
export function programText({ program, literals, roots, kinds }) {
  return `// Generated from schemas/ by "npm run generate -w @fxlog/format"; do not edit.

/** Literal bytes of the canonical spelling, one after the other. */
export const LITERALS: Uint8Array = Uint8Array.from(
  Buffer.from(${JSON.stringify(Buffer.from(literals).toString('base64'))}, 'base64'),
);

/** The program of src/recogniser/interpreter.ts. */
export const PROGRAM: Int32Array = Int32Array.from([${program.join(',')}]);

/** Where the grammars begin. */
export const ROOTS = ${JSON.stringify(roots)} as const;

/** Event kinds by the tag that the recogniser gives. */
export const KINDS = ${JSON.stringify(kinds)} as const;
`;
}
