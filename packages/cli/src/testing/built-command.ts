import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../', import.meta.url));
const NODE_MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

/** The sessions that fx itself wrote. */
export const FIXTURES = fileURLToPath(new URL('../../../../test-fixtures/fx-0.0.5/', import.meta.url));

/** The path of the log of one of the bundled sessions, by its shape. */
export function fixtureLog(shape: string): string {
  return join(fixtureSession(shape), 'events.jsonl');
}

/** The directory of one of the bundled sessions, by its shape. */
export function fixtureSession(shape: string): string {
  const id = readdirSync(join(FIXTURES, shape)).find((name) => !name.endsWith('.json'));
  if (id === undefined) throw new Error(`no session in ${shape}`);
  return join(FIXTURES, shape, id);
}

/** The bytes of the log of one of the bundled sessions. */
export function fixtureBytes(shape: string): Buffer {
  return readFileSync(fixtureLog(shape));
}

/** What a run of the command left behind. */
export interface Run {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Run as this user and group. */
  readonly uid?: number;
  /** Limit of the JavaScript heap in MB, to prove that memory is bounded. */
  readonly heapMb?: number;
}

/** The command as it is published, run by Node in a process of its own. Whoever runs the tests has built it (test/build-command.ts). */
export class BuiltCommand {
  private constructor(
    /** A directory for the command and for whatever a test needs; anybody may read it. */
    readonly directory: string,
    readonly file: string,
  ) {}

  /** Copies the command into a temporary directory, as npm would install it. */
  static copy(): BuiltCommand {
    const directory = mkdtempSync(join(tmpdir(), 'fxlog-cli-'));
    const installed = join(directory, 'fxlog');
    for (const part of ['package.json', 'bin', 'dist/bundle']) {
      cpSync(join(CLI, part), join(installed, part), { recursive: true });
    }
    symlinkSync(NODE_MODULES, join(installed, 'node_modules'));
    return new BuiltCommand(directory, join(installed, 'bin/fxlog.js'));
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Starts the command; the caller looks after the process. */
  spawn(args: readonly string[], options: RunOptions = {}): ChildProcess {
    const heap = options.heapMb === undefined ? [] : [`--max-old-space-size=${options.heapMb}`];
    return spawn(process.execPath, [...heap, this.file, ...args], {
      cwd: options.cwd ?? this.directory,
      env: { PATH: process.env.PATH ?? '', HOME: this.directory, ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    });
  }

  /** Runs the command to its end. */
  run(args: readonly string[], options: RunOptions = {}): Promise<Run> {
    const child = this.spawn(args, options);
    return new Promise((resolve, reject) => {
      let stdout = '';
      let stderr = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
      });
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
      });
      // The command may end without reading its input.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(options.stdin ?? '');
      child.on('error', reject);
      child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
    });
  }
}
