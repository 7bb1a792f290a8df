import type { SessionState } from '@fxlog/assembler';
import { statsOf } from '../../../paths/safe-file.js';
import type { SessionRead, SessionSettings } from '../../../session.js';
import type { SessionDirectory } from '../../../session-directory.js';
import { EventLogSession } from '../event-log-session.js';
import { migratedLog } from './migrated-log.js';

const FILE = 'session.json';
/** What fx takes where the settings say nothing (session-directory §7.2). */
const DEFAULT_MODEL = 'anthropic/claude-opus-4.7';

/** A session from before event logs: what is read of it is the event log that fx makes of it. */
export class LegacySession extends EventLogSession {
  /** @internal See `openSession`. */
  constructor(directory: SessionDirectory) {
    super(directory, 'legacy-snapshot');
  }

  override read(): SessionRead {
    const migrated = migratedLog(this.dir, this.id);
    if (!migrated.ok) return migrated;
    const path = `${this.dir}/${FILE}`;
    const size = statsOf(path)?.size ?? 0;
    return { ok: true, path, source: migrated.bytes, file: FILE, size, end: undefined, last: null, findings: [] };
  }

  /** A copy that fx goes on with needs a model. */
  override settings(state: SessionState | null): SessionSettings {
    const settings = super.settings(state);
    return { ...settings, head: { ...settings.head, model: DEFAULT_MODEL } };
  }
}
