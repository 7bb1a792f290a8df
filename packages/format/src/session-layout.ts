/** How one dialect lays out the directory of a session. */
export interface SessionLayout {
  /** Name of the file that holds the conversation. */
  readonly log: string;
  /** Files of which any one makes a directory a session, or what is left of one. */
  readonly marks: readonly string[];
  /** Directories that fx keeps directly inside a session; everything in them belongs to the session. */
  readonly directories: readonly string[];
  /** Whether a file of this name, directly in a session directory, is one of fx's. */
  isOwnFile(name: string): boolean;
  /** Whether fx keeps something at this `/`-separated path below a session directory. */
  isManagedPath(path: string): boolean;
}

const SEGMENT = /^[A-Za-z0-9._-]{1,255}$/;
const HANDLE = /^[A-Za-z0-9_.-]{1,160}$/;

/** Whether a name can stand for a file in a managed directory: 1 to 255 of `A–Z a–z 0–9 . _ -`, not `.` or `..`. */
export function isSegment(name: string): boolean {
  return SEGMENT.test(name) && name !== '.' && name !== '..';
}

/** Whether a name can be a session id (session-directory §1.3); whether it is free to be one is up to the store. */
export function isSessionId(name: string): boolean {
  return isSegment(name);
}

/** Whether a handle of a tool result or a command replay can be the name of a file of fx (session-directory §4.5). */
export function isHandle(name: string): boolean {
  return HANDLE.test(name) && !name.includes('..');
}
