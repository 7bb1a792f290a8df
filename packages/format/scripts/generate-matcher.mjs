/**
 * Compiles the recogniser (src/recogniser/matcher.ts over assembly/platform.ts) to WebAssembly with AssemblyScript.
 */
import { readFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';

const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

/** @returns {Promise<string>} the text of src/dialects/event-log-v1/generated/matcher-wasm.ts */
export async function generateMatcher() {
  const sources = {
    // AssemblyScript knows i32 and f64 by itself, and resolves modules without their ending.
    'matcher.ts': `${read('src/recogniser/matcher.ts')
      .replace(/^ {2}type (f64|i32),\n/gm, '')
      .replace("'./platform.js'", "'./platform'")}\nexport { setInput } from './platform';\n`,
    'platform.ts': read('assembly/platform.ts'),
  };
  let wasm;
  const flags = ['-O3', '--converge', '--runtime', 'stub', '--noAssert', '--enable', 'simd', '--initialMemory', '8'];
  const { error, stderr } = await asc.main(['matcher.ts', ...flags, '-o', 'matcher.wasm'], {
    readFile: (name) => sources[name] ?? null,
    writeFile: (_name, contents) => {
      wasm = contents;
    },
    listFiles: () => [],
  });
  if (error) throw new Error(`The recogniser does not compile:\n${stderr}`);
  const text = Buffer.from(wasm)
    .toString('base64')
    .replace(/.{1,120}/g, "  '$&' +\n")
    .replace(/ \+\n$/, '');
  return `// Generated from src/recogniser/matcher.ts and assembly/platform.ts by "npm run generate -w @fxlog/format"; do not edit.

/** The recogniser as a WebAssembly module, base64. */
export const MATCHER_WASM: string =
${text};
`;
}
