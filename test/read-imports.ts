import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** The top of the checkout. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** Names of the folders of the packages; what another branch left behind is not one. */
export const PACKAGES: readonly string[] = readdirSync(join(ROOT, 'packages'))
  .filter((name) => existsSync(join(ROOT, 'packages', name, 'package.json')))
  .sort();

/** One import in a source file. */
export interface Import {
  /** The importing file, relative to the top of the checkout. */
  readonly from: string;
  /** What stands between the quotes. */
  readonly specifier: string;
  /** The imported file, relative to the top of the checkout, when the specifier is a relative one. */
  readonly file: string | undefined;
  /** Gone after compilation: `import type`, `export type`, or `import('…').Name` in a type. */
  readonly isType: boolean;
}

/** TypeScript sources below a folder, relative to the top of the checkout. */
export function listSources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.m?[jt]s$/.test(file) && !file.endsWith('.d.ts') && !/(^|\/)(dist|node_modules)\//.test(file))
    .map((file) => join(folder, file))
    .sort();
}

/**
 * Every import and re-export of a source file, types included. Read with the parser that vite brings: dependency-cruiser
 * needs a TypeScript with a JavaScript API, which TypeScript 7 has not, and the compiled files have lost their type imports.
 */
export function readImports(from: string): Import[] {
  const { module, program, errors } = parseSync(from, readFileSync(join(ROOT, from), 'utf8'));
  if (errors[0] !== undefined) throw new Error(`${from}: ${errors[0].message}`);
  const imports: Import[] = [];
  const add = (specifier: string, isType: boolean) => {
    imports.push({ from, specifier, file: resolveFile(from, specifier), isType });
  };
  for (const { moduleRequest, entries } of module.staticImports) {
    add(moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType));
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) if (moduleRequest) add(moduleRequest.value, isType);
  }
  visit(program, (node) => {
    const source = node.type === 'NewExpression' ? readWorkerUrl(node) : node.source;
    if (!['ImportExpression', 'NewExpression', 'TSImportType'].includes(node.type)) return;
    if (isNode(source) && typeof source.value === 'string') add(source.value, node.type === 'TSImportType');
  });
  return imports;
}

function resolveFile(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const file = join(dirname(from), specifier);
  const source = file.replace(/\.js$/, '.ts');
  return existsSync(join(ROOT, source)) ? source : file;
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** The first argument of `new URL('./worker.js', import.meta.url)`: a file that is run, if not imported. */
function readWorkerUrl({ callee, arguments: args }: Node): unknown {
  const first: unknown = Array.isArray(args) && args.length === 2 ? args[0] : undefined;
  const isUrl = isNode(callee) && callee.type === 'Identifier' && callee.name === 'URL';
  return isUrl && isNode(first) && /\.js$/.test(String(first.value)) ? first : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function visit(value: unknown, act: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) act(value);
  for (const child of Object.values(value)) visit(child, act);
}
