/**
 * Payloads that were recognised, in outline: what the order of lines depends on, and the files beside a log, read where it stands. Nothing else is
 * decoded, which costs a small part of what building the payload does.
 */
import type { AnyConversationPayload, ConversationPayload, ConversationTag } from './frame.js';
import type { FilePresentation, ProviderReplay } from './generated/types.js';

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const SMALL_C = 0x63;
const SMALL_N = 0x6e;
const SMALL_P = 0x70;
const SMALL_S = 0x73;

/** Stands for a text that is not empty. */
const SOME_TEXT = '…';
const SOME_REPLAY: ProviderReplay = { source: { provider: 'gateway', model: SOME_TEXT }, parts_json: SOME_TEXT };

const NO_REPLAY = [true, false].map((is) => Buffer.from(`,"provider_replay":null,"standalone_response":${is}}`));
const NO_IMAGES = Buffer.from(',"images":[],"work_id":null}');
const PRESENTATION = Buffer.from(',"committed_file_presentation":');
const REPLAY_REF = Buffer.from(',"command_replay_ref":');
const CONTENT_HANDLE = Buffer.from(',"content_handle":');

/**
 * The outline of a payload that was recognised and lies from `start` to `end`; null where it is to be built after all, which is rare.
 *
 * These are true in it: of a prompt the images; of a text of the model whether it is empty, whether it has data to continue from, and whether it is
 * a step of its own; of a call its id and its tool; of a result these, its handles, their sizes, and whether the output is complete. Whatever else
 * belongs to the payload is there with a value that means nothing.
 */
export function outlinePayload(
  tag: ConversationTag,
  bytes: Buffer,
  start: number,
  end: number,
): AnyConversationPayload | null {
  switch (tag) {
    case 'user':
      return endsWith(bytes, end, NO_IMAGES) ? { text: SOME_TEXT, images: [], work_id: null } : null;
    case 'assistant':
      return outlineAssistant(bytes, start, end);
    case 'tool_call':
      return outlineCall(new Members(bytes, start));
    case 'tool_result':
      return outlineResult(new Members(bytes, start), bytes, end);
    case 'turn_completed':
      return { files: [], turn_summary: null };
    default:
      return null;
  }
}

function outlineAssistant(bytes: Buffer, start: number, end: number): ConversationPayload<'assistant'> {
  const isEmpty = bytes[start + '{"text":"'.length] === QUOTE;
  const isWithoutReplay = NO_REPLAY.some((suffix) => endsWith(bytes, end, suffix));
  return {
    text: isEmpty ? '' : SOME_TEXT,
    provider_replay: isWithoutReplay ? null : SOME_REPLAY,
    standalone_response: bytes[end - ':true}'.length] === COLON,
  };
}

function outlineCall(members: Members): ConversationPayload<'tool_call'> | null {
  const call_id = members.skip('{"call_id":').text();
  const tool_name = members.skip(',"tool_name":').text();
  if (members.isEscaped) return null;
  return {
    call_id,
    tool_name,
    arguments_json: SOME_TEXT,
    argument_integrity: 'valid',
    provisional_id: null,
    provider_result: null,
    final_identity: 'valid',
    provenance: 'fx_local',
  };
}

function outlineResult(members: Members, bytes: Buffer, end: number): ConversationPayload<'tool_result'> | null {
  const call_id = members.skip('{"call_id":').text();
  const tool_name = members.skip(',"tool_name":').text();
  const status = members.skip(',"status":"').byte === SMALL_S ? 'success' : 'failure';
  const artifact_ref = members.skip(`success","artifact_ref":`).text();
  const tool_image_handle = members.skip(',"tool_image_handle":').textOrNull();
  const output_bytes = members.skip(',"output_bytes":').integerOrNull();
  const stored_bytes = members.skip(',"stored_bytes":').integer();
  const { byte } = members.skip(',"completeness":"');
  const completeness = byte === SMALL_C ? 'complete' : byte === SMALL_P ? 'partial' : 'unknown';
  // In a text the quotes of a key would be escaped, so that these bytes are what they seem to be.
  members.at = bytes.lastIndexOf(PRESENTATION, end) + PRESENTATION.length;
  const presentation = members.isNull ? null : outlinePresentation(members, bytes, end);
  if (presentation === null) members.skip('null');
  const command_replay_ref = members.skip(',"command_replay_ref":').textOrNull();
  const command_replay_bytes = members.skip(',"command_replay_bytes":').integerOrNull();
  if (members.isEscaped) return null;
  return {
    call_id,
    tool_name,
    status,
    artifact_ref,
    tool_image_handle,
    output_bytes,
    stored_bytes,
    completeness,
    preview: null,
    provider_native: false,
    review_feedback: false,
    created_at_ms: 0,
    permission_feedback: [],
    committed_file_presentation: presentation,
    command_replay_ref,
    command_replay_bytes,
    command_process_presentation: null,
    terminal_action_presentation: null,
  };
}

/** Leaves `members` behind it. What is looked for is there, and not far: there may be a megabyte of other lines before it. */
function outlinePresentation(members: Members, bytes: Buffer, end: number): FilePresentation {
  const next = bytes.lastIndexOf(REPLAY_REF, end);
  let content_handle: string | null = null;
  // Its last member, and the only one that may end it with a text.
  if (bytes[next - '"}'.length] === QUOTE) {
    members.at = bytes.lastIndexOf(CONTENT_HANDLE, next) + CONTENT_HANDLE.length;
    content_handle = members.text();
  }
  members.at = next;
  return {
    path: SOME_TEXT,
    kind: 'edited',
    lines: [],
    additions: 0,
    deletions: 0,
    truncated: false,
    previous_content: null,
    after_content: null,
    lifecycle_id: null,
    content_handle,
  };
}

/** Reads members of an object one after the other, of which it is known that they are there and spelled without blanks. */
class Members {
  /** Where the next byte lies. */
  at: number;
  /** Whether a text had an escape, so that what was read of it is not the text. */
  isEscaped = false;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  get byte(): number {
    return this.#bytes[this.at]!;
  }

  /** Whether the next value is null: no other begins so. */
  get isNull(): boolean {
    return this.byte === SMALL_N;
  }

  /** Passes over what is known to stand there. */
  skip({ length }: string): this {
    this.at += length;
    return this;
  }

  text(): string {
    const bytes = this.#bytes;
    const start = this.at + 1;
    let end = start;
    let all = 0;
    for (let byte = bytes[end]!; byte !== QUOTE; byte = bytes[++end]!) {
      all |= byte;
      if (byte !== BACKSLASH) continue;
      this.isEscaped = true;
      end++;
    }
    this.at = end + 1;
    return bytes.toString(all < 0x80 ? 'latin1' : 'utf8', start, end);
  }

  textOrNull(): string | null {
    if (!this.isNull) return this.text();
    this.skip('null');
    return null;
  }

  /** What is recognised has no more digits than a double holds. */
  integer(): number {
    let value = 0;
    for (let digit = this.byte - 0x30; digit >= 0 && digit < 10; digit = this.byte - 0x30) {
      value = value * 10 + digit;
      this.at++;
    }
    return value;
  }

  integerOrNull(): number | null {
    if (!this.isNull) return this.integer();
    this.skip('null');
    return null;
  }
}

function endsWith(bytes: Buffer, end: number, suffix: Buffer): boolean {
  const start = end - suffix.length;
  for (let index = suffix.length - 1; index >= 0; index--) if (bytes[start + index] !== suffix[index]) return false;
  return true;
}
