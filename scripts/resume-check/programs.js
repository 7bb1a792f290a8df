// @ts-check
// The three programs: where they come from, how they are started so that they talk to the mock service and to nothing else.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages of the npm registry, at the versions that the formats were described for. */
export const PACKAGES = {
  node: 'node@22.23.3',
  'claude-code': '@anthropic-ai/claude-code@2.1.332',
  codex: '@openai/codex@0.171.0',
  pi: '@earendil-works/pi-coding-agent@1.6.0',
};

/**
 * @typedef {object} Place
 * @property {string} home Home folder of the program.
 * @property {string} cwd Where it runs.
 * @property {number} port Port of the mock service.
 * @property {string} prompt What the user says.
 * @property {string} sessionId
 *
 * @typedef {object} Program
 * @property {'claude-code' | 'codex' | 'pi'} codec
 * @property {(tools: string) => string | null} find Its executable below the folder of the packages, null when it is not there.
 * @property {string} sessions Folder of its sessions below its home.
 * @property {(place: Place) => void} prepare Writes its settings.
 * @property {(place: Place) => string[]} args
 * @property {(place: Place) => Record<string, string>} env
 */

/** @type {readonly Program[]} */
export const PROGRAMS = [
  {
    codec: 'claude-code',
    find: (tools) =>
      executable(`${tools}/node_modules/@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`),
    sessions: '.claude/projects',
    prepare: () => undefined,
    args: ({ sessionId, prompt }) => ['-p', '--resume', sessionId, prompt],
    env: ({ home, port }) => ({
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
      ANTHROPIC_API_KEY: 'mock',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
    }),
  },
  {
    codec: 'codex',
    find: (tools) => {
      const folder = `${tools}/node_modules/@openai/codex-${process.platform}-${process.arch}/vendor`;
      const triple = process.arch === 'arm64' ? 'aarch64-unknown-linux-musl' : 'x86_64-unknown-linux-musl';
      return executable(`${folder}/${triple}/bin/codex`);
    },
    sessions: '.codex/sessions',
    prepare({ home, port }) {
      mkdirSync(join(home, '.codex'), { recursive: true });
      const provider = [
        '[model_providers.mock]',
        'name = "mock"',
        `base_url = "http://127.0.0.1:${port}/v1"`,
        'wire_api = "responses"',
        'env_key = "MOCK_API_KEY"',
      ];
      writeFileSync(
        join(home, '.codex/config.toml'),
        ['model = "gpt-5"', 'model_provider = "mock"', ...provider, ''].join('\n'),
      );
    },
    args: ({ sessionId, prompt }) => ['exec', '--skip-git-repo-check', 'resume', sessionId, prompt],
    env: ({ home }) => ({ CODEX_HOME: join(home, '.codex'), MOCK_API_KEY: 'mock' }),
  },
  {
    codec: 'pi',
    find: (tools) => executable(`${tools}/node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js`),
    sessions: '.pi/agent/sessions',
    prepare({ home, port }) {
      mkdirSync(join(home, '.pi/agent'), { recursive: true });
      const providers = {
        anthropic: { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'mock' },
        openai: { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'mock' },
      };
      writeFileSync(join(home, '.pi/agent/models.json'), JSON.stringify({ providers }));
    },
    args: ({ sessionId, prompt }) => [
      '--print',
      '--session',
      sessionId,
      '--model',
      'anthropic/claude-sonnet-4-5',
      prompt,
    ],
    env: ({ home }) => ({ PI_CODING_AGENT_DIR: join(home, '.pi/agent'), PI_OFFLINE: '1', PI_TELEMETRY: '0' }),
  },
];

/**
 * Installs the programs below a folder, unless they are there. Install scripts are not run, but for that of the package `node`, which fetches
 * its binary as a package of the registry.
 *
 * @param {string} tools
 */
export function installPrograms(tools) {
  mkdirSync(tools, { recursive: true });
  const manifest = join(tools, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{"private":true}\n');
  const packages = Object.values(PACKAGES);
  if (packages.some((spec) => !isInstalled(tools, spec))) {
    const npm = spawnSync(
      'npm',
      ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', ...packages],
      {
        cwd: tools,
        stdio: ['ignore', 'inherit', 'inherit'],
        shell: process.platform === 'win32',
      },
    );
    if (npm.status !== 0) throw new Error(`npm could not install ${packages.join(' ')}.`);
  }
  if (existsSync(nodeOf(tools))) return;
  const setup = spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
    cwd: join(tools, 'node_modules/node'),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (setup.status !== 0) throw new Error(`The binary of ${PACKAGES.node} could not be installed.`);
}

/** Node 22 or later, which the programs need. @param {string} tools @returns {string} */
export function nodeOf(tools) {
  return join(tools, 'node_modules/node/bin/node');
}

/** @param {string} tools @param {string} spec */
function isInstalled(tools, spec) {
  const at = spec.lastIndexOf('@');
  const manifest = join(tools, 'node_modules', spec.slice(0, at), 'package.json');
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === spec.slice(at + 1);
}

/** @param {string} path @returns {string | null} */
function executable(path) {
  return existsSync(path) ? path : null;
}

/**
 * Runs a program to its end, with nothing on standard input.
 *
 * @param {string} tools
 * @param {string} file
 * @param {string[]} args
 * @param {{ cwd: string, env: Record<string, string>, home: string, limitMs: number }} options
 * @returns {Promise<{ status: number | null, output: string }>} `status` is null when it took too long
 */
export function runProgram(tools, file, args, { cwd, env, home, limitMs }) {
  const isScript = file.endsWith('.js');
  const path = `${join(tools, 'node_modules/node/bin')}:${process.env.PATH ?? ''}`;
  const child = spawn(isScript ? nodeOf(tools) : file, isScript ? [file, ...args] : args, {
    cwd,
    env: { HOME: home, PATH: path, TERM: 'dumb', LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output }));
  });
}
