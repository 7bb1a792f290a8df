// @ts-check
// npm run release:check: packs every package as npm would publish it, looks at what is in the tarballs, installs them in a layout where a package finds
// only what it declares, and uses them there. Needs the registry, for the packages that they depend on. Ends with status 1 when something is wrong.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { ensureBuilt } from './ensure-built.js';
import { ensureInstalled } from './ensure-installed.js';
import { PACKAGES, ROOT, say } from './run.js';

const SESSIONS = `${ROOT}/test-fixtures/fx-0.0.5/profile`;
/** The module systems of those who use the libraries. */
const RESOLUTIONS = { node16: 'node16', bundler: 'esnext' };

/** @typedef {{ name: string, version: string, bin?: object, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Manifest */

ensureInstalled();
ensureBuilt();
const work = mkdtempSync(join(tmpdir(), 'fxlog-release-'));
/** @type {string[]} */
const problems = [];
try {
  say('Packing …');
  const tarballs = packAll();
  for (const [name, tarball] of tarballs) {
    const folder = unpack(name, tarball);
    problems.push(
      ...(await readMessages(name)),
      ...missingFiles(folder),
      ...danglingMaps(folder),
      ...undeclared(folder),
    );
  }
  say('Installing …');
  const consumer = installAll(tarballs);
  say('Using what is installed …');
  for (const check of [runCommand, importAll, compile]) problems.push(...check(consumer, [...tarballs.keys()]));
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const problem of problems) say(problem);
say(problems.length === 0 ? `${PACKAGES.length} packages are ready for release.` : `${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** @returns {Map<string, string>} the tarballs by the names of the packages */
function packAll() {
  const output = npm(['pack', '--workspaces', '--json', '--pack-destination', work], ROOT);
  const packed = /** @type {{ name: string, filename: string }[]} */ (Object.values(JSON.parse(output)));
  return new Map(packed.map(({ name, filename }) => [name, join(work, filename)]));
}

/** @param {string} name @param {string} tarball @returns {string} the folder with the contents of the tarball */
function unpack(name, tarball) {
  const folder = join(work, 'unpacked', name.replace('/', '-'));
  mkdirSync(folder, { recursive: true });
  succeed('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'], work);
  return folder;
}

/** What publint says. @param {string} name @returns {Promise<string[]>} */
async function readMessages(name) {
  const folder = `${ROOT}/packages/${name === 'fxlog' ? 'cli' : name.replace('@fxlog/', '')}`;
  const { messages } = await publint({ pkgDir: folder, level: 'suggestion', strict: true, pack: 'npm' });
  const manifest = readManifest(folder);
  return messages.map((message) => `${name}: ${formatMessage(message, manifest, { color: false })}`);
}

/** @param {string} folder @returns {string[]} */
function missingFiles(folder) {
  const { name } = readManifest(folder);
  return ['LICENSE', 'README.md']
    .filter((file) => !existsSync(join(folder, file)))
    .map((file) => `${name}: no ${file}`);
}

/** Source maps that point to files which are neither in the map nor in the tarball. @param {string} folder @returns {string[]} */
function danglingMaps(folder) {
  return listFiles(folder).flatMap((file) => {
    const url = /\n\/\/# sourceMappingURL=(\S+)\s*$/.exec(readFileSync(file, 'utf8').slice(-300))?.[1];
    if (url === undefined) return [];
    const map = resolve(dirname(file), url);
    if (!existsSync(map)) return [`${file} names ${url}, which is not there`];
    const { sources, sourcesContent = [] } = JSON.parse(readFileSync(map, 'utf8'));
    return sources
      .filter((/** @type {string} */ source, /** @type {number} */ i) => {
        return typeof sourcesContent[i] !== 'string' && !existsSync(resolve(dirname(map), source));
      })
      .map((/** @type {string} */ source) => `${map} points to ${source}, which is not there`);
  });
}

/** Packages that the code loads and package.json does not declare, or declares for nothing. @param {string} folder @returns {string[]} */
function undeclared(folder) {
  const { name, dependencies, optionalDependencies } = readManifest(folder);
  const declared = Object.keys({ ...dependencies, ...optionalDependencies });
  const loaded = new Set(listFiles(folder).flatMap((file) => loadedPackages(readFileSync(file, 'utf8'))));
  loaded.delete(name);
  return [
    ...[...loaded]
      .filter((wanted) => !declared.includes(wanted))
      .map((wanted) => `${name} loads ${wanted}, undeclared`),
    ...declared.filter((wanted) => !loaded.has(wanted)).map((wanted) => `${name} declares ${wanted} for nothing`),
  ];
}

/** @param {string} code @returns {string[]} names of the packages that a script loads */
function loadedPackages(code) {
  const text = code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const loads = /(?:\bfrom|\bimport|\bimport\(|\brequire\(|\(import\.meta\.url\)\()\s*(["'])([@a-z][\w@/.-]*)\1/g;
  return [...text.matchAll(loads)]
    .map((match) => /^(?:@[^/]+\/)?[^/]+/.exec(match[2] ?? '')?.[0] ?? '')
    .filter((name) => name !== '' && !builtinModules.includes(name));
}

/**
 * A project that depends on all packages. Each is installed with its own dependencies below it, so that it cannot find what only another declares.
 *
 * @param {Map<string, string>} tarballs
 * @returns {string} its folder
 */
function installAll(tarballs) {
  const folder = join(work, 'consumer');
  mkdirSync(folder);
  const files = Object.fromEntries([...tarballs].map(([name, tarball]) => [name, `file:${tarball}`]));
  const manifest = { private: true, type: 'module', dependencies: files, overrides: asReferences(Object.keys(files)) };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  npm(
    ['install', '--install-strategy=nested', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'],
    folder,
  );
  return folder;
}

/** @param {string[]} names @returns {Record<string, string>} each is what the project itself depends on under the name */
function asReferences(names) {
  return Object.fromEntries(names.map((name) => [name, `$${name}`]));
}

/** @param {string} folder @returns {string[]} */
function runCommand(folder) {
  const runs = [
    ['list', '--all', '--root', SESSIONS],
    // With workers, and with SQLite: what is not in the bundle.
    ['verify', '--jobs', '2', '--quiet', `${SESSIONS}/sessions`],
    ['export', '--to', 'sqlite', '--output', join(folder, 'sessions.db'), '--root', SESSIONS, '--quiet'],
  ];
  return runs.flatMap((args) => failure(join(folder, 'node_modules/.bin/fxlog'), args, folder));
}

/** @param {string} folder @param {string[]} names @returns {string[]} */
function importAll(folder, names) {
  const libraries = names.filter((name) => name !== 'fxlog');
  const script = libraries.map((name) => `await import('${name}');`).join('\n');
  return failure(process.execPath, ['--input-type=module', '--eval', script], folder);
}

/** The types, declarations included, as those see them who use the libraries. @param {string} folder @param {string[]} names @returns {string[]} */
function compile(folder, names) {
  const libraries = names.filter((name) => name !== 'fxlog');
  const imports = libraries.map((name, i) => `import * as library${i} from '${name}';\nexport { library${i} };`);
  writeFileSync(join(folder, 'consumer.ts'), imports.join('\n'));
  return Object.entries(RESOLUTIONS).flatMap(([moduleResolution, module]) => {
    const types = { typeRoots: [`${ROOT}/node_modules/@types`], types: ['node'] };
    const compilerOptions = { target: 'es2022', module, moduleResolution, strict: true, noEmit: true, ...types };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
    return failure(process.execPath, [`${ROOT}/node_modules/typescript/bin/tsc`, '-p', folder], folder);
  });
}

/** @param {string} folder @returns {string[]} JavaScript and declarations */
function listFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:[cm]?js|d\.ts)$/.test(file))
    .map((file) => join(folder, file));
}

/** @param {string} folder @returns {Manifest} */
function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** @param {string[]} args @param {string} cwd @returns {string} */
function npm(args, cwd) {
  return succeed('npm', [...args, '--loglevel=error'], cwd);
}

/** @param {string} program @param {string[]} args @param {string} cwd @returns {string} stdout */
function succeed(program, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw error ?? new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

/** What a program says when it fails. @param {string} program @param {string[]} args @param {string} cwd @returns {string[]} */
function failure(program, args, cwd) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  return status === 0 ? [] : [`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`];
}
