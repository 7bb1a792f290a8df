/** What other packages of fxlog build on: single codecs, detection, pieces of the model. It may change with every version. */
export {
  DETECTION_BYTES,
  type EncodedPiece,
  type FindSession,
  type Installation,
  type ItemBatches,
  type ReadAttachment,
  type TranscriptView,
} from './codec.js';
export { claudeCodeCodec } from './formats/claude-code/claude-code-codec.js';
export { codexCodec } from './formats/codex/codex-codec.js';
export { commonCodec } from './formats/common/common-codec.js';
export { type RewrittenContent, rewriteContent } from './formats/fx/conversation-log/rewrite-content.js';
export { rewriteReasoningFile } from './formats/fx/event-log-v1/rewrite/rewrite-reasoning.js';
export { type FxContent, toFxContent } from './formats/fx/event-log-v1/session-content.js';
export { fxCodec } from './formats/fx/fx-codec.js';
export { rewriteUsage } from './formats/fx/rewrite/rewrite-usage.js';
export type { TextRewriter } from './formats/fx/rewrite/text-rewriter.js';
export { htmlCodec } from './formats/html/html-codec.js';
export { jsonlCodec } from './formats/jsonl/jsonl-codec.js';
export { markdownCodec } from './formats/markdown/markdown-codec.js';
export { piCodec } from './formats/pi/pi-codec.js';
export { simpleCodec } from './formats/simple/simple-codec.js';
export { isLossRule, lossToFinding, type ReportLoss } from './loss.js';
export { keysOf, parseForeignJson } from './model/ordered-json.js';
export { readMessage, readMeta } from './model/read-transcript.js';
export { EPOCH, timeToMs, timeWithMs } from './model/timestamp.js';
export type {
  BashTool,
  CommandTool,
  EditTool,
  MultiEditTool,
  RawTool,
  ReadTool,
  TextEdit,
  TypedTool,
  WriteTool,
} from './model/tool.js';
export { artifactDisplayText } from './model/transcript.js';
export { addSaturating, toUint64 } from './model/uint64.js';
export { writeMessage, writeMeta } from './model/write-transcript.js';
export { type PeekedSource, peekSource } from './peek-source.js';
export { placeholderFor } from './stages/anonymize/placeholder-images.js';
export { learnItems } from './stages/redact/redact.js';
