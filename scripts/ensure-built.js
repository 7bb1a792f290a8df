// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { COMMAND, PACKAGES, ROOT, runNode, say } from './run.js';

/** Holds the digest of the sources of the last build; relative to the top of the checkout. */
export const STAMP = 'node_modules/.cache/fxlog/built';

/**
 * Builds unless the build was made from the sources as they are now. Exits with the compiler's status when it fails.
 */
export function ensureBuilt() {
  const sources = hashSources();
  if (isBuiltFrom(sources)) return;
  say('Building …');
  const status = runNode('scripts/build.js', []);
  if (status !== 0) process.exit(status);
}

/** Notes that the build is made from the sources as they are now. */
export function markBuilt() {
  mkdirSync(dirname(`${ROOT}/${STAMP}`), { recursive: true });
  writeFileSync(`${ROOT}/${STAMP}`, hashSources());
}

/** What a build leaves behind, and without which it has to be done again; relative to the top of the checkout. */
export const OUTPUTS = [COMMAND, ...PACKAGES.map((folder) => `${folder}/dist/.tsbuildinfo`)];

/**
 * @param {string} sources digest of the sources
 * @param {string} [root] top of the checkout
 * @returns {boolean}
 */
export function isBuiltFrom(sources, root = ROOT) {
  const stamp = `${root}/${STAMP}`;
  return (
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === sources &&
    OUTPUTS.every((output) => existsSync(`${root}/${output}`))
  );
}

/** Digest over everything that goes into the build. @returns {string} */
function hashSources() {
  const hash = createHash('sha256');
  const files = [
    'package-lock.json',
    'tsconfig.base.json',
    'tsconfig.json',
    'scripts/build.js',
    'scripts/direct-imports.js',
    ...listFiles('schemas'),
    ...listFiles('test/conformance'),
    ...PACKAGES.flatMap((folder) => [
      `${folder}/package.json`,
      `${folder}/tsconfig.json`,
      ...listFiles(`${folder}/src`),
    ]),
  ];
  for (const file of files) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(`${ROOT}/${file}`))
      .update('\0');
  }
  return hash.digest('hex');
}

/** The sources below a folder, tests left out, in a fixed order. @param {string} folder @returns {string[]} */
function listFiles(folder) {
  return readdirSync(`${ROOT}/${folder}`, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return entry.name === 'dist' ? [] : listFiles(path);
      return entry.name.endsWith('.test.ts') ? [] : [path];
    });
}
