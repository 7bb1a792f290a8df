import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { ROOT, run, say } from './run.js';

// npm keeps here what it has really put into node_modules.
const INSTALLED = `${ROOT}/node_modules/.package-lock.json`;
const NODE_ABI = `${ROOT}/node_modules/.cache/fxlog/node-abi`;

/**
 * Installs the dependencies with `npm ci` unless node_modules already holds what package-lock.json asks for, built for
 * this version of Node. Exits with npm's status when the installation fails.
 */
export function ensureInstalled() {
  if (!isInstalled()) {
    say('Installing dependencies (npm ci) …');
    const status = run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { quiet: true });
    if (status !== 0) process.exit(status);
  }
  if (!existsSync(NODE_ABI)) {
    mkdirSync(`${ROOT}/node_modules/.cache/fxlog`, { recursive: true });
    writeFileSync(NODE_ABI, process.versions.modules);
  }
}

/** @returns {boolean} */
function isInstalled() {
  if (!existsSync(INSTALLED)) return false;
  // Native packages are compiled for one ABI.
  if (existsSync(NODE_ABI) && readFileSync(NODE_ABI, 'utf8') !== process.versions.modules) return false;
  const wanted = readPackages(`${ROOT}/package-lock.json`);
  const installed = readPackages(INSTALLED);
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
