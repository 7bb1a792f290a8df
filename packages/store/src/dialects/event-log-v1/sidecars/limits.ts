/** Sizes of the files of a session directory, in bytes (session-directory Appendix A). */

/** Largest file that fx's log reader (opening by id) takes. Its discovery reader (listing, classification) takes one byte less. */
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
  deferredToken: 4_096,
  control: 524_287,
  legacySnapshot: 268_435_456,
  image: 20_971_520,
  toolResult: 8_388_607,
  /** fx reads a command's output frame by frame; this cap only keeps one file from filling the memory. */
  commandOutput: 134_217_728,
  replayFrame: 1_048_576,
  webFetchArtifact: 52_428_800,
  backgroundRecord: 262_143,
} as const;

/** Most web-fetch artifacts in one session. */
export const MAX_WEB_FETCH_ARTIFACTS = 1024;
/** Most deferred tokens that fx writes; more are not looked at. */
export const MAX_DEFERRED_TOKENS = 4096;
/** Growth of a log after which fx compacts it (session-directory §3.6). */
export const COMPACTION_EVENTS = 4096;
export const COMPACTION_BYTES = 134_217_728;
