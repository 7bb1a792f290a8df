// @ts-check
// Compiles every package (tsc -b), then bundles the command line into packages/cli/dist/bundle/.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, parse } from 'node:path';
import { build } from 'esbuild';
import { directImports } from './direct-imports.js';
import { markBuilt } from './ensure-built.js';
import { COMMAND, LOWEST_NODE, PACKAGES, ROOT, runNode } from './run.js';

// Loaded from node_modules at run time: native code cannot be bundled, nor can what starts a file of its own as a worker.
const EXTERNAL = ['koffi', 'libsql', '@duckdb/node-api', 'piscina', 'bullmq', 'ioredis', 'pg'];

/**
 * Commander starts other programs for subcommands that are files of their own. fxlog has none of these, and loading what starts programs is a tenth
 * of the time in which it starts itself.
 *
 * @type {import('esbuild').Plugin}
 */
const withoutSubprograms = {
  name: 'without-subprograms',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /[\\/]node_modules[\\/]commander[\\/]/.test(importer)
        ? { path: 'child_process', namespace: 'left-out' }
        : undefined,
    );
    onLoad({ filter: /./, namespace: 'left-out' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** @type {import('esbuild').BuildOptions & { metafile: true }} */
const SHARED_OPTIONS = {
  absWorkingDir: ROOT,
  minifySyntax: true,
  minifyWhitespace: true,
  bundle: true,
  platform: 'node',
  target: `node${LOWEST_NODE}`,
  external: EXTERNAL,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
};

removeOrphans();
const status = runNode('node_modules/typescript/bin/tsc', ['-b']);
if (status !== 0) process.exit(status);
await bundleCommandLine();
markBuilt();

/** Removes outputs whose source is gone, which tsc leaves behind and npm would publish. */
function removeOrphans() {
  for (const name of PACKAGES) {
    const folder = `${ROOT}/${name}`;
    if (!existsSync(`${folder}/dist`)) continue;
    for (const file of readdirSync(`${folder}/dist`, { recursive: true, encoding: 'utf8' })) {
      const source = /^(.*?)(?:\.d\.ts|\.js)(?:\.map)?$/.exec(file)?.[1];
      if (source === undefined || file.startsWith('bundle/')) continue;
      if (!existsSync(`${folder}/src/${source}.ts`) && !existsSync(`${folder}/src/${source}.js`)) {
        rmSync(`${folder}/dist/${file}`);
        // Otherwise tsc would believe that its outputs are all there.
        rmSync(`${folder}/dist/.tsbuildinfo`, { force: true });
      }
    }
  }
}

/**
 * In two parts. What every start needs is one CommonJS file, since Node takes a millisecond for each module and more for the first. Commands are
 * modules that share their parts: what a command does not need it does not load.
 */
async function bundleCommandLine() {
  const outdir = `${ROOT}/${dirname(COMMAND)}`;
  rmSync(outdir, { recursive: true, force: true });
  /** @type {Set<string>} */
  const commands = new Set();
  const start = await build({
    ...SHARED_OPTIONS,
    entryPoints: [{ in: 'packages/cli/src/main.ts', out: parse(COMMAND).name }],
    outdir,
    outExtension: { '.js': extname(COMMAND) },
    format: 'cjs',
    plugins: [withoutSubprograms, directImports, commandsApart(commands)],
  });
  const rest = await build({
    ...SHARED_OPTIONS,
    entryPoints: [
      { in: 'packages/cli/src/batch-worker.ts', out: 'batch-worker' },
      ...[...commands].map((name) => ({ in: `packages/cli/src/commands/${name}.ts`, out: `commands/${name}` })),
    ],
    outdir,
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    format: 'esm',
    // CommonJS dependencies ask for Node's own modules through require().
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module';\nconst require = makeRequire(import.meta.url);",
    },
    plugins: [directImports],
  });
  const inputs = [start, rest].flatMap(({ metafile }) => Object.keys(metafile.inputs));
  writeFileSync(`${outdir}/THIRD-PARTY-LICENSES.txt`, collectLicenses(inputs));
}

/**
 * Leaves commands, which are imported when they run, to a bundle of their own.
 *
 * @param {Set<string>} commands receives their names
 * @returns {import('esbuild').Plugin}
 */
function commandsApart(commands) {
  return {
    name: 'commands-apart',
    setup({ onResolve }) {
      onResolve({ filter: /./ }, ({ kind, path, importer }) => {
        if (kind !== 'dynamic-import') return undefined;
        const name = /^\.\.\/commands\/([a-z-]+)\.js$/.exec(path)?.[1];
        if (name === undefined)
          throw new Error(`${importer} is needed to start, and may import commands alone, not ${path}`);
        commands.add(name);
        return { path: `./commands/${name}.js`, external: true };
      });
    },
  };
}

/**
 * The licence texts of the packages that went into the bundle.
 *
 * @param {string[]} inputs
 * @returns {string}
 */
function collectLicenses(inputs) {
  const folders = inputs.flatMap((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []);
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(`${ROOT}/${folder}/package.json`, 'utf8'));
      const file = readdirSync(`${ROOT}/${folder}`).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? '' : readFileSync(`${ROOT}/${folder}/${file}`, 'utf8').trim();
      return `${name} ${version} (${license})\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
