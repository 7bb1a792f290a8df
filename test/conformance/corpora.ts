import { conversationFrames } from './conversation-frames.js';
import { conversationLogs } from './conversation-logs.js';
import { conversationManifests } from './conversation-manifests.js';
import type { Corpus } from './corpus.js';
import { directoryCases } from './directory-cases.js';
import { dirs } from './dirs.js';
import { eventLogCases } from './event-log-cases.js';
import { frames, framesMutated } from './frames.js';
import { logs } from './logs.js';
import { permissionCases } from './permission-cases.js';
import { states } from './states.js';
import { v2Lines } from './v2-lines.js';
import { v2Logs } from './v2-logs.js';

/** Every corpus we can run, in the order of the report. */
export const CORPORA: readonly Corpus[] = [
  frames,
  framesMutated,
  states,
  logs,
  eventLogCases,
  dirs,
  directoryCases,
  conversationFrames,
  conversationManifests,
  conversationLogs,
  v2Lines,
  v2Logs,
  permissionCases,
];
