// @ts-check
// Compiles every package (tsc -b), then bundles the command line into packages/cli/dist/fxlog.js.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build } from 'esbuild';
import { markBuilt } from './ensure-built.js';
import { PACKAGES, ROOT, runNode } from './run.js';

// Loaded from node_modules at run time: native code cannot be bundled.
const NATIVE = ['fs-ext', 'better-sqlite3', '@duckdb/node-api'];

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
      if (source === undefined || source === 'fxlog') continue;
      if (!existsSync(`${folder}/src/${source}.ts`) && !existsSync(`${folder}/src/${source}.js`)) {
        rmSync(`${folder}/dist/${file}`);
        // Otherwise tsc would believe that its outputs are all there.
        rmSync(`${folder}/dist/.tsbuildinfo`, { force: true });
      }
    }
  }
}

async function bundleCommandLine() {
  const outfile = `${ROOT}/packages/cli/dist/fxlog.js`;
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['packages/cli/src/main.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: NATIVE,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    // CommonJS dependencies ask for Node's own modules through require().
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
  });
  mkdirSync(dirname(outfile), { recursive: true });
  writeFileSync(`${dirname(outfile)}/THIRD-PARTY-LICENSES.txt`, collectLicenses(Object.keys(metafile.inputs)));
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
