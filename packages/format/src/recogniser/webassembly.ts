/** The linear memory of an instance. */
export interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** What is used of WebAssembly. */
export interface WebAssemblyInterface {
  readonly CompileError: new () => Error;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: Record<string, Record<string, unknown>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}

/**
 * The part of WebAssembly that is used here, typed by hand: TypeScript has its types only together with those of browsers. Undefined in
 * runtimes that were started without it (`node --jitless`).
 */
export function findWebAssembly(): WebAssemblyInterface | undefined {
  return (globalThis as { readonly WebAssembly?: WebAssemblyInterface }).WebAssembly;
}
