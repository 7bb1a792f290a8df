/**
 * The common transcript model (common-model Part A): what every codec reads into and writes from. The values have the shape and the key names of
 * Common JSON, with three differences: free JSON is a {@link FreeJson}, 64-bit integers are exact, times are in one form. Values are never
 * changed once made; a stage makes new ones.
 */
import type { Uint64 } from '@fxlog/format';
import type { FreeJson } from './free-json.js';
import type { Timestamp } from './timestamp.js';
import type { Tool } from './tool.js';

/** Who the session is (common-model §A1). What is not known is absent. */
export interface TranscriptMeta {
  /** Session id in the program it comes from; may be empty. */
  readonly id: string;
  /** Start of the session. */
  readonly timestamp: Timestamp;
  /** Working directory. */
  readonly cwd?: string | undefined;
  readonly git_branch?: string | undefined;
  readonly title?: string | undefined;
  /** Version of the program that wrote the source. */
  readonly cli_version?: string | undefined;
  readonly model?: string | undefined;
  readonly lineage?: Lineage | undefined;
}

/** The session this one came from. */
export interface Lineage {
  readonly parent: string;
  readonly relation: 'fork' | 'continue' | 'spawn';
}

/** One message. Results of tools travel in messages of role `user` (common-model §A1). */
export interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: readonly Block[];
  readonly timestamp: Timestamp;
  /** Model that produced the message. */
  readonly model?: string | undefined;
  readonly stop_reason?: StopReason | undefined;
  /** Tokens of this message alone. */
  readonly usage?: Usage | undefined;
}

export type Block = TextBlock | ThinkingBlock | ToolUseBlock | ToolResultBlock | ImageBlock | ArtifactBlock;

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

/** Reasoning. */
export interface ThinkingBlock {
  readonly type: 'thinking';
  readonly text: string;
  /** The provider's signature over the text. */
  readonly signature?: string | undefined;
  /** Opaque blob of the provider. */
  readonly encrypted?: string | undefined;
}

export interface ToolUseBlock {
  readonly type: 'tool_use';
  readonly id: string;
  readonly tool: Tool;
}

export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  /** Plain text, or structured output; the text `null` and the value null differ. */
  readonly content: string | FreeJson;
  readonly is_error?: boolean | undefined;
}

export interface ImageBlock {
  readonly type: 'image';
  readonly source: ImageSource;
}

export interface ImageSource {
  /** `base64` with the bytes in `data`, without line breaks; `url` with an address in `data` occurs. */
  readonly type: string;
  readonly media_type: string;
  readonly data: string;
}

/** A named attachment or product. */
export interface ArtifactBlock {
  readonly type: 'artifact';
  readonly artifact: Artifact;
}

export interface Artifact {
  readonly id: string;
  readonly name: string;
  readonly source: ArtifactSource;
}

export type ArtifactSource =
  | { readonly type: 'text'; readonly text: string; readonly media_type?: string | undefined }
  | { readonly type: 'base64'; readonly data: string; readonly media_type?: string | undefined }
  | { readonly type: 'path'; readonly path: string; readonly media_type?: string | undefined };

/** The stop reasons that have a word (common-model §A4). */
export const STOP_REASONS = ['end_turn', 'tool_use', 'max_tokens', 'stop_sequence', 'aborted', 'error'] as const;

export type StopReason = (typeof STOP_REASONS)[number] | { readonly other: string };

/** Tokens of one message; `input_tokens` excludes what came from or went into a cache (common-model §A4). */
export interface Usage {
  readonly input_tokens: Uint64;
  readonly output_tokens: Uint64;
  readonly cache_read_input_tokens?: Uint64 | undefined;
  readonly cache_creation_input_tokens?: Uint64 | undefined;
}

/** Where in the source a message was born. */
export interface ItemSource {
  /** Byte offset of the line or frame. */
  readonly offset?: number | undefined;
  /** Its length in bytes. */
  readonly length?: number | undefined;
  /** Its line, from 1. */
  readonly line?: number | undefined;
  /** `seq` of its frame, in an fx log. */
  readonly seq?: Uint64 | undefined;
  /** Index of the turn it belongs to, in an fx log, from 0. */
  readonly turn?: number | undefined;
}

/** Head of the stream: comes once, before everything else. */
export interface MetaItem {
  readonly type: 'meta';
  readonly meta: TranscriptMeta;
}

/** One message of the conversation, in order. */
export interface MessageItem {
  readonly type: 'message';
  readonly message: Message;
  readonly source?: ItemSource | undefined;
}

/** A transcript as a stream: the meta, then messages one at a time, so that its length is no matter. */
export type TranscriptItem = MetaItem | MessageItem;

/** A transcript as one value. */
export interface Transcript {
  readonly meta: TranscriptMeta;
  readonly messages: readonly Message[];
}

/** The text of an artifact for a target that has none (common-model §A2). */
export function artifactDisplayText({ name, source }: Artifact): string {
  switch (source.type) {
    case 'text':
      return `[artifact: ${name}]\n${source.text}`;
    case 'base64':
      return `[artifact: ${name}]`;
    case 'path':
      return `[artifact: ${name}] ${source.path}`;
  }
}
