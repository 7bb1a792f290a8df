import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { sourceAliases } from '#test/source-aliases';

const CACHE = fileURLToPath(new URL('../../../../node_modules/.cache/fxlog/', import.meta.url));

/** Bundles a file of this folder from the sources, to a place from where packages are found; workers cannot run TypeScript. */
export async function buildForNode(name: string): Promise<URL> {
  mkdirSync(CACHE, { recursive: true });
  const outfile = join(CACHE, `${name}-${process.pid}.mjs`);
  await build({
    entryPoints: [fileURLToPath(new URL(`./${name}.ts`, import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20.3',
    format: 'esm',
    // Whatever else there is starts faster from one file.
    external: ['koffi', 'libsql', 'piscina', 'pg-native', 'redis'],
    alias: sourceAliases(),
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module';\nconst require = makeRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  return pathToFileURL(outfile);
}
