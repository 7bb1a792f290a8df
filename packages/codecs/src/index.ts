export { type Codec, type DecodeContext, type Decoder, type EncodeContext, type Encoder, splitMeta } from './codec.js';
export { CodecError } from './codec-error.js';
export { type ConvertOptions, convert, readItems, type TranscriptOptions } from './convert.js';
export { type FxSession, toFxSession } from './formats/fx/encode-session.js';
export { type RewrittenLog, rewriteLog } from './formats/fx/event-log-v1/rewrite/rewrite-log.js';
export { htmlCodecWith } from './formats/html/html-codec.js';
export { markdownCodecWith } from './formats/markdown/markdown-codec.js';
export { transcriptSchemas } from './generated/transcript-schemas.js';
export { codecs, detectCodec, registerCodec } from './known-codecs.js';
export { type Loss, type LossCode, type LossKind, LossReport } from './loss.js';
export { FreeJson } from './model/free-json.js';
export { readTranscript } from './model/read-transcript.js';
export { parseTime, type Timestamp, timeFromMs } from './model/timestamp.js';
export { fromCanonical, type Tool, toCanonical } from './model/tool.js';
export type {
  Artifact,
  Block,
  ImageBlock,
  Message,
  TextBlock,
  ThinkingBlock,
  ToolResultBlock,
  ToolUseBlock,
  Transcript,
  TranscriptItem,
  TranscriptMeta,
  Usage,
} from './model/transcript.js';
export { type WriteOptions, writeTranscript } from './model/write-transcript.js';
export { CodecRegistry } from './registry.js';
export { messageStage, type Stage } from './stage.js';
export { type AnonymizeOptions, anonymize } from './stages/anonymize/anonymize.js';
export { Anonymizer } from './stages/anonymize/anonymizer.js';
export { dropTools } from './stages/drop-tools.js';
export { lastTurns, range } from './stages/range.js';
export { type RedactOptions, redact } from './stages/redact/redact.js';
export { Redactor } from './stages/redact/redactor.js';
export { textOnly } from './stages/text-only.js';
export { truncateOutputs } from './stages/truncate-outputs.js';
