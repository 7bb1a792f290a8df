/**
 * Compiles the recogniser of a dialect (src/recogniser/interpreter.ts with the hooks of the dialect, over assembly/platform.ts) to WebAssembly
 * with AssemblyScript.
 */
import { readFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';
import { loadCodes } from './load-codes.mjs';

const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

/** AssemblyScript knows i32 and f64 by itself, has all modules in one folder, and resolves them without their ending. */
const toAssembly = (text) =>
  text
    .replace(/^import type .*;\n/gm, '')
    .replace(/(?<=[{,]\s*)type (?:f64|i32),?\s*/g, '')
    .replace(/from '[^']*?([\w-]+)\.js'/g, "from './$1'");

/** Numbers as a module: counts and places are integers, fractions are not. */
const toModule = (codes, type) =>
  Object.entries(codes)
    .map(([name, value]) => `export const ${name}: ${Number.isInteger(value) ? type : 'f64'} = ${value};\n`)
    .join('');

/**
 * @param {string} dialect the folder of the dialect below src/dialects/
 * @returns {Promise<string>} the text of its generated/matcher-wasm.ts
 */
export async function generateMatcher(dialect = 'event-log-v1') {
  const folder = `dialects/${dialect}`;
  const codes = loadCodes('recogniser/codes.ts');
  const memory = Object.fromEntries(
    Object.entries(codes).filter(([name]) => /_AT$|^RECORD_BYTES$|^PADDING$/.test(name)),
  );
  const sources = {
    'interpreter.ts': `${toAssembly(read('src/recogniser/interpreter.ts'))}\nexport { setInput } from './platform';\n`,
    'scan.ts': toAssembly(read('src/recogniser/scan.ts')),
    'hooks.ts': toAssembly(read(`src/${folder}/recogniser-hooks.ts`)),
    'codes.ts': toModule(codes, 'i32'),
    'recogniser-codes.ts': toModule(loadCodes(`${folder}/recogniser-codes.ts`), 'i32'),
    'limits.ts': toModule(loadCodes(`${folder}/limits.ts`), 'i32'),
    'memory.ts': toModule(memory, 'usize'),
    'platform.ts': read('assembly/platform.ts'),
  };
  let wasm;
  const flags = ['-O3', '--converge', '--runtime', 'stub', '--noAssert', '--enable', 'simd', '--initialMemory', '8'];
  const { error, stderr } = await asc.main(['interpreter.ts', ...flags, '-o', 'matcher.wasm'], {
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
  return `// Generated from src/recogniser/, recogniser-hooks.ts and assembly/platform.ts by "npm run generate -w @fxlog/format"; do not edit.

/** The recogniser as a WebAssembly module, base64. */
export const MATCHER_WASM: string =
${text};
`;
}
