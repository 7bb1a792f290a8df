import type { Hooks } from './hooks.js';

/** What the recogniser of a dialect is made of; all but the hooks is generated from its schemas. */
export interface Grammar {
  /** Words of the program, see codes.ts. */
  readonly program: Int32Array;
  /** Literal bytes that the program refers to. */
  readonly literals: Uint8Array;
  /** The interpreter with the hooks of the dialect as a WebAssembly module, base64. */
  readonly wasm: string;
  /** The same hooks for JavaScript. */
  readonly hooks: Hooks;
}
