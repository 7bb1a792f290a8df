import type { Int64 } from '@fxlog/format';

/** Something that a session ran. What is null is not recorded. */
export interface SessionProcess {
  /**
   * `command`: ran to its end within a call. `background`: outlived its turn, as versions before 0.0.5 started them. `terminal`: outlives turns
   * until it ends, is closed or its host dies. `child`: a session that this one started.
   */
  readonly kind: 'command' | 'background' | 'terminal' | 'child';
  /** The turn, from 1, and the call within it, from 1, that started it. */
  readonly turn: number | null;
  readonly call: number | null;
  /** The record of a background command, the terminal, the child session. */
  readonly id: string | null;
  /** The command as it was recorded, which may be masked; the name of a child. */
  readonly command: string | null;
  /** Where it ran, as it was recorded. */
  readonly cwd: string | null;
  readonly state: ProcessState | null;
  /** What `/clear` (and `/new`) and `/reset` do to it; null where it does not run any more, or where that is not known. */
  readonly lifetime: ProcessLifetime | null;
  /** Where its output is kept, and what of it can be played again. */
  readonly output: ProcessOutput;
  /** What happened to it after its start, in order. */
  readonly events: readonly ProcessEvent[];
}

/** How a process was when it was last heard of. */
export interface ProcessState {
  /** In the words of fx: `exited`, `signal`, `running`, `stale`, `lost`, `idle`, … A process that was `running` may have ended since. */
  readonly name: string;
  readonly exitCode: Int64 | null;
  readonly signal: Int64 | null;
  /** When that was, in milliseconds since 1970, UTC. */
  readonly asOfMs: Int64 | null;
  /** What says so: the result of a call, the turn that was interrupted, a file beside the log, the end of its own log, the log itself. */
  readonly from: 'call' | 'turn' | 'record' | 'output' | 'log';
}

/** profile-and-tools §7.1: `/clear` and `/new` keep what runs; `/reset` stops and forgets what runs in the workspace. */
export interface ProcessLifetime {
  readonly clear: 'kept';
  /** Null where the directory of the command is not recorded. */
  readonly reset: 'forgotten' | 'kept' | null;
}

/** Where the output of a process is kept. */
export interface ProcessOutput {
  /** The file as the session names it. */
  readonly log: string | null;
  /** The address of a server that was seen at its start. */
  readonly url: string | null;
  readonly replay: ProcessReplay | null;
}

/** The recording of what a command wrote, stream by stream. */
export type ProcessReplay =
  /** It could not be recorded. */
  | { readonly state: 'unavailable' }
  | { readonly state: 'unreadable'; readonly handle: string; readonly reason: string }
  | {
      readonly state: 'decoded';
      readonly handle: string;
      readonly frames: number;
      readonly stdoutBytes: number;
      readonly stderrBytes: number;
    };

/** Something that happened to a process. */
export interface ProcessEvent {
  /** Milliseconds since 1970, UTC. */
  readonly timeMs: Int64 | null;
  /** The turn and the call, from 1; null for what no call did. */
  readonly turn: number | null;
  readonly call: number | null;
  /** `write`, `wait`, `signal`, `close`, `lifecycle`, `message`, … */
  readonly name: string;
  /** What came of it. */
  readonly outcome: string | null;
}

export const NO_OUTPUT: ProcessOutput = { log: null, url: null, replay: null };
