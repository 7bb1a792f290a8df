// @ts-check
// The three programs: where they come from, and how they are started so that they talk to the mock service and to nothing else.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages of the npm registry, at the versions that the formats were described for. */
export const PACKAGES = {
  node: 'node@22.23.3',
  'claude-code': '@anthropic-ai/claude-code@2.1.332',
  codex: '@openai/codex@0.171.0',
  pi: '@earendil-works/pi-coding-agent@1.6.0',
};

/** How long a program may take for one thing. */
export const LIMIT_MS = 120_000;

/**
 * @typedef {object} Place
 * @property {string} tools Folder of the packages.
 * @property {string} home Home folder of the program.
 * @property {string} cwd Where it runs.
 * @property {number} port Port of the mock service.
 *
 * @typedef {'claude-code' | 'codex' | 'pi'} ProgramName
 *
 * @typedef {object} Program
 * @property {ProgramName} name That of its codec.
 * @property {string} title
 * @property {(tools: string) => string} file Its executable below the folder of the packages.
 * @property {string} sessions Folder of its sessions below its home.
 * @property {(place: Place) => Record<string, string>} settle Writes its settings and gives its environment.
 * @property {(sessionId: string, prompt: string, knowsModel: boolean) => string[]} resume Arguments with which it goes on with a session.
 */

/** @type {Readonly<Record<ProgramName, Program>>} */
export const PROGRAMS = {
  'claude-code': {
    name: 'claude-code',
    title: 'Claude Code',
    file: (tools) => `${tools}/node_modules/@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`,
    sessions: '.claude/projects',
    settle: ({ port }) => ({
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
      ANTHROPIC_API_KEY: 'mock',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      // Without it no tool runs unasked for the superuser.
      IS_SANDBOX: '1',
    }),
    resume: (sessionId, prompt) => ['-p', '--model', 'claude-sonnet-4-5', '--resume', sessionId, prompt],
  },
  codex: {
    name: 'codex',
    title: 'Codex',
    file(tools) {
      const folder = `${tools}/node_modules/@openai/codex-${process.platform}-${process.arch}/vendor`;
      const triple = process.arch === 'arm64' ? 'aarch64-unknown-linux-musl' : 'x86_64-unknown-linux-musl';
      return `${folder}/${triple}/bin/codex`;
    },
    sessions: '.codex/sessions',
    settle({ home, port }) {
      const folder = join(home, '.codex');
      mkdirSync(folder, { recursive: true });
      // What a shape of session needs of servers stands in a file of its own.
      const servers = join(folder, 'servers.toml');
      const lines = [
        'model = "gpt-5"',
        'model_provider = "mock"',
        '[model_providers.mock]',
        'name = "mock"',
        `base_url = "http://127.0.0.1:${port}/v1"`,
        'wire_api = "responses"',
        'env_key = "MOCK_API_KEY"',
        existsSync(servers) ? readFileSync(servers, 'utf8') : '',
      ];
      writeFileSync(join(folder, 'config.toml'), lines.join('\n'));
      return { MOCK_API_KEY: 'mock' };
    },
    resume: (sessionId, prompt) => [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      'resume',
      sessionId,
      prompt,
    ],
  },
  pi: {
    name: 'pi',
    title: 'Pi',
    file: (tools) => `${tools}/node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js`,
    sessions: '.pi/agent/sessions',
    settle({ home, port }) {
      mkdirSync(join(home, '.pi/agent'), { recursive: true });
      const providers = {
        anthropic: { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'mock' },
        openai: { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'mock' },
      };
      writeFileSync(join(home, '.pi/agent/models.json'), JSON.stringify({ providers }));
      return { PI_OFFLINE: '1', PI_TELEMETRY: '0' };
    },
    resume: (sessionId, prompt, knowsModel) => [
      '--print',
      '--session',
      sessionId,
      ...(knowsModel ? [] : ['--model', 'anthropic/claude-sonnet-4-5']),
      prompt,
    ],
  },
};

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

/**
 * Starts a program.
 *
 * @param {Program} program
 * @param {Place} place
 * @param {string[]} args
 * @returns {import('node:child_process').ChildProcessWithoutNullStreams}
 */
function startProgram(program, place, args) {
  const { tools, home, cwd } = place;
  const file = program.file(tools);
  if (!existsSync(file)) throw new Error(`${program.title} is not there for this system: ${file}`);
  const isScript = file.endsWith('.js');
  return spawn(isScript ? nodeOf(tools) : file, isScript ? [file, ...args] : args, {
    cwd,
    env: {
      HOME: home,
      PATH: `${join(tools, 'node_modules/node/bin')}:${process.env.PATH ?? ''}`,
      SHELL: '/bin/bash',
      TERM: 'dumb',
      LANG: 'C.UTF-8',
      ...program.settle(place),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/**
 * Runs a program to its end, with nothing on standard input.
 *
 * @param {Program} program
 * @param {Place} place
 * @param {string[]} args
 * @returns {Promise<{ status: number | null, output: string }>} `status` is null when it took too long
 */
export function runProgram(program, place, args) {
  const child = startProgram(program, place, args);
  child.stdin.end();
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve({ status, output });
    });
  });
}

/** A program that takes JSON lines on standard input and gives them on standard output. */
export class TalkingProgram {
  #child;
  #ended;
  #unread = '';
  #complaints = '';
  /** @type {{ isIt: (message: any) => boolean, resolve: (message: any) => void }[]} */
  #waiting = [];
  /** Called for every message. @type {(message: any) => void} */
  onMessage = () => undefined;

  /** @param {Program} program @param {Place} place @param {string[]} args */
  constructor(program, place, args) {
    this.#child = startProgram(program, place, args);
    this.#child.stdout.setEncoding('utf8').on('data', (text) => this.#read(text));
    this.#child.stderr.on('data', (chunk) => {
      this.#complaints += chunk;
    });
    this.#ended = new Promise((resolve) => this.#child.on('close', resolve));
  }

  /** @param {object} message */
  send(message) {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /**
   * The next message of a kind.
   *
   * @param {(message: any) => boolean} isIt
   * @returns {Promise<any>}
   */
  next(isIt) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`The program did not say what it was waited for: ${this.#complaints.slice(-500)}`));
      }, LIMIT_MS);
      this.#waiting.push({
        isIt,
        resolve(message) {
          clearTimeout(timer);
          resolve(message);
        },
      });
    });
  }

  /** @returns {Promise<void>} */
  async end() {
    this.#child.stdin.end();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 15_000);
    await this.#ended;
    clearTimeout(timer);
  }

  /** @param {string} text */
  #read(text) {
    const lines = (this.#unread + text).split('\n');
    this.#unread = lines.pop() ?? '';
    for (const line of lines) {
      // Programs also print what is not JSON.
      if (!line.startsWith('{')) continue;
      const message = JSON.parse(line);
      this.onMessage(message);
      const heard = this.#waiting.filter(({ isIt }) => isIt(message));
      this.#waiting = this.#waiting.filter((waiting) => !heard.includes(waiting));
      for (const { resolve } of heard) resolve(message);
    }
  }
}

/** Waits until something holds. @param {() => boolean} holds @returns {Promise<void>} */
export async function until(holds) {
  const end = Date.now() + LIMIT_MS;
  while (!holds()) {
    if (Date.now() > end) throw new Error('What was waited for did not come about.');
    await pause(50);
  }
}

/** @param {number} ms @returns {Promise<void>} */
export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Files below a folder, in the order of their paths. @param {string} folder @returns {string[]} */
export function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/**
 * Runs a script with this very Node, with another home.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {string} home
 * @returns {{ status: number | null, stdout: string, stderr: string }}
 */
export function runScript(file, args, home) {
  const env = { HOME: home, PATH: process.env.PATH ?? '' };
  return spawnSync(process.execPath, [file, ...args], { cwd: home, env, encoding: 'utf8', maxBuffer: 1 << 28 });
}
