export { RawJson } from '../../loose/raw-json.js';
export {
  type BlobFault,
  type BlobReader,
  blobError,
  blobOfHandle,
  blobReference,
  type HandleFolder,
  isBlobName,
  type MovedFiles,
  nameOfBlob,
  readBlob,
  readMovedFiles,
  referencedBlob,
} from './blob.js';
export { sessionsV2 } from './dialect.js';
export { encodeLine, type LineToEncode } from './encode-line.js';
export type { Compaction as SessionCompaction, SessionState as SessionV2State } from './generated/types.js';
export { type HostVerdict, isSessionsV2Id, judgeForHost } from './host-check.js';
export {
  type CataloguedSession,
  encodeIndexRecord,
  type IndexRecord,
  readIndexRecord,
  SessionCatalogue,
} from './index-record.js';
export { outlineSessionItem, readSessionCompaction, readSessionItem, type SessionItem } from './item.js';
export type { SessionItemType } from './item-types.js';
export { MAX_BLOB_BYTES } from './limits.js';
export { readLine, type SessionEvent, SessionLine } from './line.js';
export { renumberLine } from './line-frame.js';
export { LINE_KINDS, type LineBody, type LineKind } from './line-kinds.js';
export { readSessionPrefs } from './prefs.js';
export { emptySessionState, encodeSessionState, readSessionState } from './state.js';
export { readSessionUsage, type SessionUsage } from './usage.js';
