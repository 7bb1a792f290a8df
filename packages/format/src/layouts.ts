import { conversationLogLayout } from './dialects/conversation-log/layout.js';
import { eventLogLayout } from './dialects/event-log-v1/layout.js';
import { sessionsV2Layout } from './dialects/sessions-v2/layout.js';
import type { SessionLayout } from './session-layout.js';

/** How each dialect lays out the directory of a session. */
const LAYOUTS: readonly SessionLayout[] = [eventLogLayout, conversationLogLayout, sessionsV2Layout];

/** Whether any dialect keeps a file of this name directly in a session directory. */
export function isSessionFile(name: string): boolean {
  return LAYOUTS.some((layout) => layout.isOwnFile(name));
}

/** Whether any dialect keeps its conversation in a file of this name. */
export function isLogFile(name: string): boolean {
  return LAYOUTS.some(({ log }) => log === name);
}

/** Whether a file of this name makes a directory a session of some dialect, or what is left of one. */
export function isSessionMark(name: string): boolean {
  return LAYOUTS.some(({ marks }) => marks.includes(name));
}

/** Whether any dialect keeps a directory of this name inside a session. */
export function isManagedDirectory(name: string): boolean {
  return LAYOUTS.some(({ directories }) => directories.includes(name));
}

/** Whether any dialect keeps something at this `/`-separated path below a session directory. */
export function isManagedPath(path: string): boolean {
  return LAYOUTS.some((layout) => layout.isManagedPath(path));
}
