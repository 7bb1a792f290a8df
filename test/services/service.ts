import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findPostgres, findRedis } from './find-services.js';

/** A service on this machine, of this test alone, with nothing in it. */
export interface Service {
  /** With a password, where it takes one. */
  readonly address: string;
  /** Ends it at once, as a loss of power would, and starts it again with what it has on disk. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const DEADLINE_MS = 120_000;
/** Below those that systems give to whoever connects: a client that looks for a server that is away must not be given its port. */
const PORTS = { first: 20_000, count: 10_000 };

/** How a server is started and ended. */
interface Server {
  readonly directory: string;
  readonly address: string;
  start(): ChildProcess;
  /** Is it ready for work? While it reads what it has on disk it is not, though it takes connections. */
  isReady(): Promise<boolean>;
  readonly kill: NodeJS.Signals;
}

async function run({ directory, address, start, isReady, kill }: Server): Promise<Service> {
  let child = start();
  const end = async () => {
    const closed = once(child, 'close');
    child.kill(kill);
    await closed;
  };
  await untilReady(isReady, address);
  return {
    address,
    async restart() {
      await end();
      child = start();
      await untilReady(isReady, address);
    },
    async stop() {
      await end();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** @throws when there is no Redis on this machine */
export async function startRedis(): Promise<Service> {
  const program = findRedis();
  if (program === null) throw new Error('there is no Redis on this machine');
  const directory = mkdtempSync(join(tmpdir(), 'fxlog-redis-'));
  const port = await freePort();
  const settings = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '', '--requirepass', 'secret'];
  const args = ['--bind', '127.0.0.1', '--port', String(port), '--dir', directory, ...settings];
  const start = () => spawn(program, args, { stdio: 'ignore' });
  const isReady = async () => (await said(port, 'AUTH secret\r\nPING\r\n')).includes('+PONG');
  return run({ directory, address: `redis://:secret@127.0.0.1:${port}/0`, start, isReady, kill: 'SIGKILL' });
}

/** @throws when there is no PostgreSQL on this machine */
export async function startPostgres(): Promise<Service> {
  const folder = findPostgres();
  if (folder === null) throw new Error('there is no PostgreSQL on this machine');
  const directory = mkdtempSync(join(tmpdir(), 'fxlog-postgres-'));
  const port = await freePort();
  const data = join(directory, 'data');
  mkdirSync(data);
  // It does not run as root.
  const isRoot = process.getuid?.() === 0;
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const as = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (as.uid !== undefined) {
    for (const path of [directory, data]) chownSync(path, as.uid, as.gid);
    chmodSync(directory, 0o755);
  }
  const program = (name: string) => join(folder, name);
  execFileSync(program('initdb'), ['-D', data, '-A', 'trust', '-U', 'fxlog', '--locale=C', '-E', 'UTF8', '--no-sync'], {
    ...as,
    stdio: 'ignore',
  });
  const args = ['-D', data, '-p', String(port), '-k', directory, '-h', '127.0.0.1'];
  const start = () => spawn(program('postgres'), args, { ...as, stdio: 'ignore' });
  const address = `postgres://fxlog:secret@127.0.0.1:${port}/postgres`;
  // At once, without a checkpoint: what it has written to its log is all that is left.
  const isReady = async () => spawnSync(program('pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).status === 0;
  return run({ directory, address, start, isReady, kill: 'SIGQUIT' });
}

async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

async function untilReady(isReady: () => Promise<boolean>, address: string): Promise<void> {
  for (const since = Date.now(); !(await isReady()); await delay(50)) {
    if (Date.now() - since > DEADLINE_MS) throw new Error(`nobody answers at ${address}`);
  }
}

/** What a server says first when it is told something; nothing when there is none. */
async function said(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => socket.end(text));
  try {
    let answer = '';
    for await (const bytes of socket) answer += String(bytes);
    return answer;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return '';
    throw error;
  } finally {
    socket.destroy();
  }
}
