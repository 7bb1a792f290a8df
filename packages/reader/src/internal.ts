/** What other packages of fxlog build on beside the root: it may change with every version. */
export { type FrameRun, runOfFrames } from './frame.js';
export { FrameReader } from './frame-reader.js';
export type { LogErrorInit } from './log-error.js';
export { mendText } from './mend-text.js';
export { nameLineFault } from './name-line-fault.js';
export type { StartPosition } from './read-options.js';
export { startAfter } from './resume-from.js';
export { checkToken, type FileIdentity, type PlainJson, positionOf, toToken } from './resume-token.js';
export { type FileBeginning, isFileBeginning, sourceChunks } from './source.js';
export type { SourceErrorInit } from './source-error.js';
