/**
 * Compiles the scanner of session lines (assembly/session-lines.ts) to WebAssembly with AssemblyScript.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const SOURCE = new URL('../assembly/session-lines.ts', import.meta.url);

/** Where the generated file stands. */
export const SCANNER_PATH = fileURLToPath(
  new URL('../src/dialects/sessions-v2/generated/scanner-wasm.ts', import.meta.url),
);

/** @returns {Promise<string>} the text of src/dialects/sessions-v2/generated/scanner-wasm.ts */
export async function generateScanner() {
  let wasm;
  const flags = ['-O3', '--converge', '--runtime', 'stub', '--noAssert', '--enable', 'simd', '--initialMemory', '8'];
  const { error, stderr } = await asc.main(['session-lines.ts', ...flags, '-o', 'scanner.wasm'], {
    readFile: (name) => (name === 'session-lines.ts' ? readFileSync(SOURCE, 'utf8') : null),
    writeFile: (_name, contents) => {
      wasm = contents;
    },
    listFiles: () => [],
  });
  if (error) throw new Error(`The scanner does not compile:\n${stderr}`);
  const text = Buffer.from(wasm)
    .toString('base64')
    .replace(/.{1,120}/g, "  '$&' +\n")
    .replace(/ \+\n$/, '');
  return `// Generated from assembly/session-lines.ts by "npm run generate -w @fxlog/format"; do not edit.

/** The scanner as a WebAssembly module, base64. */
export const SCANNER_WASM: string =
${text};
`;
}
