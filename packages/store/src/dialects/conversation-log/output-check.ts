import { type ConversationFrame, type Finding, ruleById } from '@fxlog/format';
import { handlePath, imagePath, judgeOutput, outputPaths, replayPath } from '@fxlog/format/internal';
import { resolveInside, statsOf } from '../../paths/safe-file.js';

/** Compares what the lines of a log name with the files that lie beside it (newer-formats §4.5). Only their sizes are looked at. */
export class OutputCheck {
  readonly findings: Finding[] = [];
  readonly #dir: string;
  readonly #max: number;

  constructor(dir: string, max: number) {
    this.#dir = dir;
    this.#max = max;
  }

  look({ event, seq }: ConversationFrame, offset: number): void {
    if (this.findings.length >= this.#max) return;
    const at = { seq, offset };
    if ('tool_result' in event) {
      const result = event.tool_result;
      this.#output(result, at);
      const diff = result.committed_file_presentation;
      if (diff?.content_handle != null) this.#file(handlePath(diff.content_handle), at);
      if (result.tool_image_handle !== null) this.#file(handlePath(result.tool_image_handle), at);
      if (result.command_replay_ref !== null) this.#file(replayPath(result.command_replay_ref), at);
    } else if ('user' in event) {
      for (const image of event.user.images) {
        if (image.snapshot_path !== null) this.#file(imagePath(image.snapshot_path), at);
      }
    } else if ('interrupted' in event && event.interrupted.command_replay_ref !== null) {
      this.#file(replayPath(event.interrupted.command_replay_ref), at);
    }
  }

  #output(result: Parameters<typeof judgeOutput>[0] & { readonly artifact_ref: string }, at: Place): void {
    const paths = outputPaths(result);
    const sizes = paths.map((path) => this.#sizeOf(path));
    const found = sizes.findIndex((size) => size !== null);
    const state = judgeOutput(result, sizes[found] ?? null);
    if (state === 'missing') this.#file(paths[0] ?? null, at);
    else if (state === 'wrong-size' && found === 0) {
      const detail = `it has ${sizes[found]} bytes, the log tells ${result.stored_bytes}`;
      this.#add('conversation/artifact-size', paths[found] ?? '', detail, at);
    }
  }

  /** A file that has to be there; null where its name is none. */
  #file(path: string | null, at: Place): void {
    if (path === null) {
      const message = 'A handle of the log cannot be the name of a file.';
      this.findings.push({ rule: 'store/handle-invalid', severity: 'warning', message, file: 'events.jsonl', ...at });
    } else if (this.#sizeOf(path) === null) this.#add('conversation/artifact-missing', path, path, at);
  }

  #add(rule: 'conversation/artifact-missing' | 'conversation/artifact-size', file: string, detail: string, at: Place) {
    const { title, severity } = ruleById(rule);
    this.findings.push({ rule, severity, message: `${title}: ${detail}.`, file, ...at });
  }

  #sizeOf(path: string): number | null {
    const place = resolveInside(this.#dir, path);
    const stats = place.state === 'reached' ? statsOf(place.path) : undefined;
    return stats?.isFile() === true ? stats.size : null;
  }
}

interface Place {
  readonly seq: number | bigint;
  readonly offset: number;
}
