/** What lies in the directory of a session, under which names, and how large it may be (session-directory §1.2 and Appendix A). */
import type { SessionLayout } from '../../session-layout.js';

/** Where the files that a history refers to lie; every file there belongs to some turn. */
export const REFERENCED_DIRECTORIES: readonly string[] = ['images', 'tool-results', 'logs/commands'];

/** The child directories that fx wants to be real directories of mode 0700 with files of mode 0600. */
export const PRIVATE_DIRECTORIES: readonly string[] = [
  'background',
  'background/logs',
  'logs/commands',
  'artifacts/browser',
  'tool-results',
  'subagent',
  'terminal/state',
  'terminal/proofs',
];

/** Every child directory that holds files; the modes of `images` and `artifacts/web-fetch` are not checked by fx. */
export const CHILD_DIRECTORIES: readonly string[] = ['images', ...PRIVATE_DIRECTORIES, 'artifacts/web-fetch'];

/** What a repair sets aside; fx passes it over. */
export const QUARANTINE_DIRECTORY = 'quarantine';

/** Reasoning, for which fx has no place; it passes the file over (common-model §C4). */
export const REASONING_FILE = 'txcript-meta.json';

/** Files beside the log that a writer is given and does not make. */
export const GIVEN_FILES: readonly string[] = ['session.legacy.json', REASONING_FILE];

const OWN_FILES =
  /^(?:events\.jsonl|authority\.json|authority\.pending\.json|session\.json|session\.legacy\.json|checkpoint\.json|display\.json|usage-v2\.json|resume-view\.bin|session\.lock|commit\.lock|commit\.[^/]+\.json|events\.compact\.[^/]+\.tmp)$/;

const MANAGED_PATHS =
  /^(?:images\/image-[^/]+\.bin|tool-results\/[^/]+|logs\/commands\/[^/]+|artifacts\/(?:browser|web-fetch)\/.+|background\/(?:[^/]+\.json|logs\/.+)|subagent\/.+|terminal\/(?:state|proofs)\/.+)$/;

/** The directory of a session whose conversation is an event log. */
export const eventLogLayout: SessionLayout = {
  log: 'events.jsonl',
  marks: ['events.jsonl', 'session.json', 'authority.json', 'authority.pending.json'],
  directories: ['images', 'tool-results', 'logs', 'artifacts', 'background', 'subagent', 'terminal'],
  isOwnFile: (name) => OWN_FILES.test(name),
  isManagedPath: (path) => MANAGED_PATHS.test(path),
};

/**
 * The largest files that fx's log reader (opening by id) takes, in bytes; its discovery reader (listing, classification) takes one byte less of
 * `manifest`, `authority` and `intent`.
 */
export const FILE_LIMITS = {
  manifest: 65_536,
  authority: 16_384,
  intent: 32_768,
  watermark: 16_384,
  checkpoint: 33_554_432,
  /** What is read; one byte more can be written. */
  display: 16_383,
  usage: 262_655,
  resumeView: 132_000,
  index: 16_777_215,
  latestPointer: 8_191,
  control: 524_287,
  legacySnapshot: 268_435_456,
  image: 20_971_520,
  /** What fx takes as a new image: 5242880 bytes of base64. */
  newImage: 3_932_160,
  toolResult: 8_388_607,
  /** fx reads a command's output frame by frame; this cap only keeps one file from filling the memory. */
  commandOutput: 134_217_728,
  replayFrame: 1_048_576,
  webFetchArtifact: 52_428_800,
  /** Reasoning beside a log, which fxlog writes. */
  reasoning: 67_108_864,
} as const;

/** Most web-fetch artifacts in one session. */
export const MAX_WEB_FETCH_ARTIFACTS = 1024;
/** Most deferred tokens that fx writes below `latest/deferred`; with more it believes no cache. */
export const MAX_DEFERRED_TOKENS = 4096;
/** Growth of a log, in events and in bytes, after which fx compacts it (session-directory §3.6). */
export const COMPACTION_EVENTS = 4096;
export const COMPACTION_BYTES = 134_217_728;
