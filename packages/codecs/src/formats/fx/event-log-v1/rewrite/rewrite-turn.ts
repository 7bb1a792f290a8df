/** Turns of fx with other text: every key stays, every list keeps its length (event-log §3.8 to §3.11). */
import type { DurableBytes, HistoryTurn } from '@fxlog/format';
import type {
  Execution,
  FileEvidence,
  FilePresentation,
  RecoveryCheckpoint,
  ToolCall,
  ToolResult,
  UserTurn,
} from '@fxlog/format/internal';
import { utf8ByteLength } from '@fxlog/json/internal';
import { rewriteDurable, rewriteOptional } from '../../rewrite/rewrite-durable.js';
import type { TextRewriter } from '../../rewrite/text-rewriter.js';
import type { LogFiles } from './log-files.js';

/** Rewrites turns and the files that they name. */
export class TurnRewriter {
  readonly #rewriter: TextRewriter;
  readonly #files: LogFiles;

  constructor(rewriter: TextRewriter, files: LogFiles) {
    this.#rewriter = rewriter;
    this.#files = files;
  }

  async turn(turn: HistoryTurn): Promise<HistoryTurn> {
    switch (turn.kind) {
      case 'assistant':
        return {
          ...turn,
          user: await this.#user(turn.user),
          execution: await this.#execution(turn.execution),
          assistant: this.#text(turn.assistant),
        };
      case 'interrupted':
        return {
          ...turn,
          user: await this.#user(turn.user),
          ...(turn.execution === undefined ? {} : { execution: await this.#execution(turn.execution) }),
          assistant: this.#optional(turn.assistant),
          tool_call: turn.tool_call === null ? null : this.#call(turn.tool_call),
          completed_tool_names: turn.completed_tool_names.map((name) => this.#toolName(name)),
          ...(turn.cancelled_command === undefined
            ? {}
            : { cancelled_command: await this.#files.cancelledCommand(turn.cancelled_command) }),
        };
      case 'background_command':
        return {
          ...turn,
          user: await this.#user(turn.user),
          ...(turn.execution === undefined ? {} : { execution: await this.#execution(turn.execution) }),
          ...(turn.assistant === undefined ? {} : { assistant: this.#optional(turn.assistant) }),
          log_path: this.#path(turn.log_path),
          url: turn.url === null ? null : this.#path(turn.url),
        };
      case 'compacted_summary':
        return {
          ...turn,
          summary: this.#text(turn.summary),
          ...(turn.root_user_messages === undefined
            ? {}
            : { root_user_messages: turn.root_user_messages.map((text) => this.#text(text)) }),
          ...(turn.permission_feedback === undefined
            ? {}
            : { permission_feedback: turn.permission_feedback.map((text) => this.#text(text)) }),
        };
    }
  }

  async checkpoint(checkpoint: RecoveryCheckpoint): Promise<RecoveryCheckpoint> {
    return {
      ...checkpoint,
      user: await this.#user(checkpoint.user),
      execution: await this.#execution(checkpoint.execution),
      assistant_source: this.#text(checkpoint.assistant_source),
      route_model: rewriteDurable(checkpoint.route_model, this.#rewriter, (text) => this.#rewriter.model(text)),
    };
  }

  async #user(user: UserTurn): Promise<UserTurn> {
    const images = [];
    for (const image of user.images) images.push(await this.#files.image(image));
    const text = this.#text(user.text);
    return {
      ...user,
      text,
      images,
      ...(user.work_id === undefined ? {} : { work_id: this.#rewriter.id(user.work_id) }),
    };
  }

  async #execution(execution: Execution): Promise<Execution> {
    const tool_steps = [];
    for (const { assistant, tool_calls, tool_results } of execution.tool_steps) {
      const results = [];
      for (const result of tool_results) results.push(await this.#result(result));
      tool_steps.push({
        assistant: this.#optional(assistant),
        tool_calls: tool_calls.map((call) => this.#call(call)),
        tool_results: results,
      });
    }
    return { ...execution, tool_steps, files: execution.files.map((file) => this.#evidence(file)) };
  }

  #call(call: ToolCall): ToolCall {
    return {
      id: this.#id(call.id),
      name: this.#toolName(call.name),
      arguments_json: this.#json(call.arguments_json),
      provider_result: call.provider_result === null ? null : this.#json(call.provider_result),
    };
  }

  async #result(result: ToolResult): Promise<ToolResult> {
    const { output_handle: handle, stored_output_bytes: size, committed_file_presentation: file, ...rest } = result;
    const { command_output_replay: replay, permission_feedback: feedback } = result;
    const output = this.#text(result.output);
    const stored =
      handle === null
        ? { output_handle: null, stored_output_bytes: size === byteLength(result.output) ? byteLength(output) : size }
        : await this.#files.toolResult(handle, size);
    return {
      ...rest,
      ...stored,
      tool_call_id: this.#id(result.tool_call_id),
      tool_name: this.#toolName(result.tool_name),
      output,
      preview: this.#optional(result.preview),
      ...(feedback === undefined ? {} : { permission_feedback: feedback.map((text) => this.#text(text)) }),
      ...(file === undefined ? {} : { committed_file_presentation: file === null ? null : this.#presentation(file) }),
      ...(replay === undefined
        ? {}
        : { command_output_replay: replay === null ? null : await this.#files.replay(replay) }),
    };
  }

  /** The contents first: of a secret of several lines only they show that it is one. */
  #presentation(file: FilePresentation): FilePresentation {
    return {
      ...file,
      previous_content: this.#optional(file.previous_content),
      after_content: this.#optional(file.after_content),
      path: this.#path(file.path),
      lines: file.lines.map((line) => ({ ...line, text: this.#text(line.text) })),
      lifecycle_id:
        file.lifecycle_id === null ? null : { ...file.lifecycle_id, call_id: this.#id(file.lifecycle_id.call_id) },
    };
  }

  #evidence(file: FileEvidence): FileEvidence {
    return {
      ...file,
      path: this.#path(file.path),
      new_path: file.new_path === null ? null : this.#path(file.new_path),
      tool_call_id: this.#id(file.tool_call_id),
      tool_name: this.#toolName(file.tool_name),
    };
  }

  #text(value: DurableBytes): DurableBytes {
    return rewriteDurable(value, this.#rewriter);
  }

  #optional(value: DurableBytes | null): DurableBytes | null {
    return rewriteOptional(value, this.#rewriter);
  }

  #path(value: DurableBytes): DurableBytes {
    return rewriteDurable(value, this.#rewriter, (text) => this.#rewriter.path(text));
  }

  #id(value: DurableBytes): DurableBytes {
    return rewriteDurable(value, this.#rewriter, (text) => this.#rewriter.id(text));
  }

  #toolName(value: DurableBytes): DurableBytes {
    return rewriteDurable(value, this.#rewriter, (text) => this.#rewriter.toolName(text));
  }

  #json(value: DurableBytes): DurableBytes {
    return rewriteDurable(value, this.#rewriter, (text) => this.#rewriter.json(text));
  }
}

function byteLength(value: DurableBytes): number {
  return typeof value === 'string' ? utf8ByteLength(value) : value.length;
}
