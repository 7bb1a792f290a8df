import { EventLogSession } from '../dialects/event-log-v1/event-log-session.js';
import { openSession } from '../session.js';

/** A session that is known to be of fx up to 0.0.7, with its control files. */
export async function openEventLog(dir: string): Promise<EventLogSession> {
  const session = await openSession(dir);
  if (!(session instanceof EventLogSession)) throw new TypeError(`${dir} is of another format`);
  return session;
}
