// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { PACKAGES, ROOT, runNode, say } from './run.js';

const STAMP_FOLDER = `${ROOT}/node_modules/.cache/fxlog`;
const STAMP = `${STAMP_FOLDER}/built`;

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
  mkdirSync(STAMP_FOLDER, { recursive: true });
  writeFileSync(STAMP, hashSources());
}

/** @param {string} sources @returns {boolean} */
function isBuiltFrom(sources) {
  return (
    existsSync(STAMP) &&
    readFileSync(STAMP, 'utf8') === sources &&
    existsSync(`${ROOT}/packages/cli/dist/bundle/fxlog.js`) &&
    PACKAGES.every((folder) => existsSync(`${ROOT}/${folder}/dist/.tsbuildinfo`))
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
