export {
  type Codec,
  DETECTION_BYTES,
  type DecodeContext,
  type Decoder,
  type EncodeContext,
  type EncodeDefaults,
  type EncodedPiece,
  type Encoder,
  type FindSession,
  type Installation,
  type ItemBatches,
  type ReadAttachment,
  splitMeta,
  type TranscriptView,
} from './codec.js';
export { CodecError } from './codec-error.js';
export { type ConvertOptions, convert, readItems, type TranscriptOptions } from './convert.js';
export { claudeCodeCodec } from './formats/claude-code/claude-code-codec.js';
export { codexCodec } from './formats/codex/codex-codec.js';
export { commonCodec } from './formats/common/common-codec.js';
export { type FxSession, toFxSession } from './formats/fx/encode-session.js';
export { type RewrittenLog, rewriteLog } from './formats/fx/event-log-v1/rewrite/rewrite-log.js';
export { rewriteReasoningFile } from './formats/fx/event-log-v1/rewrite/rewrite-reasoning.js';
export { rewriteUsage } from './formats/fx/event-log-v1/rewrite/rewrite-state.js';
export type { TextRewriter } from './formats/fx/event-log-v1/rewrite/text-rewriter.js';
export { fxCodec } from './formats/fx/fx-codec.js';
export type { HtmlOptions } from './formats/html/encode-html.js';
export { htmlCodec, htmlCodecWith } from './formats/html/html-codec.js';
export { jsonlCodec } from './formats/jsonl/jsonl-codec.js';
export type { MarkdownOptions } from './formats/markdown/encode-markdown.js';
export { markdownCodec, markdownCodecWith } from './formats/markdown/markdown-codec.js';
export { piCodec } from './formats/pi/pi-codec.js';
export { simpleCodec } from './formats/simple/simple-codec.js';
export { transcriptSchemas } from './generated/transcript-schemas.js';
export { codecs, detectCodec, registerCodec } from './known-codecs.js';
export {
  type Loss,
  type LossCode,
  type LossKind,
  type LossPlace,
  LossReport,
  lossToFinding,
  type ReportLoss,
} from './loss.js';
export { FreeJson } from './model/free-json.js';
export { isJsonObject, keysOf, parseForeignJson } from './model/ordered-json.js';
export { readMessage, readMeta, readTranscript } from './model/read-transcript.js';
export { EPOCH, parseTime, type Timestamp, timeFromMs, timeToMs, timeWithMs } from './model/timestamp.js';
export {
  type BashTool,
  type CommandTool,
  type EditTool,
  fromCanonical,
  type MultiEditTool,
  type RawTool,
  type ReadTool,
  type TextEdit,
  type Tool,
  type TypedTool,
  toCanonical,
  type WriteTool,
} from './model/tool.js';
export {
  type Artifact,
  type ArtifactBlock,
  type ArtifactSource,
  artifactDisplayText,
  type Block,
  type ImageBlock,
  type ImageSource,
  type ItemSource,
  type Lineage,
  type Message,
  type MessageItem,
  type MetaItem,
  type StopReason,
  type TextBlock,
  type ThinkingBlock,
  type ToolResultBlock,
  type ToolUseBlock,
  type Transcript,
  type TranscriptItem,
  type TranscriptMeta,
  type Usage,
} from './model/transcript.js';
export { addSaturating, toUint64 } from './model/uint64.js';
export { type WriteOptions, writeMessage, writeMeta, writeTranscript } from './model/write-transcript.js';
export { type PeekedSource, peekSource } from './peek-source.js';
export { CodecRegistry } from './registry.js';
export { messageStage, type Stage, type StageContext } from './stage.js';
export { type AnonymizeOptions, anonymize } from './stages/anonymize/anonymize.js';
export { Anonymizer } from './stages/anonymize/anonymizer.js';
export { type DropToolsOptions, dropTools } from './stages/drop-tools.js';
export { lastTurns, type RangeOptions, range } from './stages/range.js';
export { learnItems, type RedactOptions, redact } from './stages/redact/redact.js';
export { Redactor } from './stages/redact/redactor.js';
export { textOnly } from './stages/text-only.js';
export { type TruncateOptions, truncateOutputs } from './stages/truncate-outputs.js';
