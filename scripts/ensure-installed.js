// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { ROOT, run, say } from './run.js';

const LOCK = `${ROOT}/package-lock.json`;
// npm keeps here what it has really put into node_modules.
const INSTALLED = `${ROOT}/node_modules/.package-lock.json`;
// The digest of the lock file of the last installation that was found good.
const STAMP_FOLDER = `${ROOT}/node_modules/.cache/fxlog`;
const STAMP = `${STAMP_FOLDER}/installed`;

/**
 * Installs the dependencies with `npm ci` unless node_modules already holds what package-lock.json asks for. Exits with npm's status when the
 * installation fails.
 */
export function ensureInstalled() {
  const wanted = createHash('sha256').update(readFileSync(LOCK)).digest('hex');
  if (existsSync(INSTALLED) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  // Someone may have called npm himself.
  if (!existsSync(INSTALLED) || !holdsWhatIsLocked(readPackages(LOCK), readPackages(INSTALLED))) {
    say('Installing dependencies (npm ci) …');
    // Nothing has to be compiled: no package needs its scripts.
    const status = run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      quiet: true,
    });
    if (status !== 0) process.exit(status);
  }
  mkdirSync(STAMP_FOLDER, { recursive: true });
  writeFileSync(STAMP, wanted);
}

/**
 * @param {Record<string, LockedPackage>} wanted the packages of package-lock.json, by path
 * @param {Record<string, LockedPackage>} installed those that npm has put into node_modules
 * @returns {boolean}
 */
export function holdsWhatIsLocked(wanted, installed) {
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    // Packages for other platforms are left out.
    if (found === undefined) return entry.optional === true || entry.devOptional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} LockedPackage
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
