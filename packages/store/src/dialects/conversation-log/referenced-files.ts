import { createHash } from 'node:crypto';
import { type Finding, ruleById } from '@fxlog/format';
import {
  type ConversationFrame,
  type ConversationPayload,
  FILE_LIMITS,
  handlePath,
  imagePath,
  judgeOutput,
  outputPaths,
  replayPath,
} from '@fxlog/format/internal';
import { ImageIds } from '../../image-ids.js';
import { readChildDirectory } from '../../paths/child-directories.js';
import { explainRead, readBelow } from '../../paths/read-below.js';
import { type InsidePath, lookAtFile, reachDirectory } from '../../paths/safe-file.js';
import { LOG } from './control-files.js';

/** Findings of one kind are enough to see what is wrong; the rest is counted. */
const MAX_FINDINGS = 1000;
const DIRECTORIES = ['tool-results', 'logs/commands', 'subagent'];

/** What a look at a file below the session came to: its size, or why there is none. */
type Look = { readonly size: number } | { readonly finding: Finding };

/** The files that lines refer to: whether they are there, and of the size that the lines tell (newer-formats §4.5). */
export class ReferencedFiles {
  readonly #dir: string;
  readonly #readsImages: boolean;
  readonly #findings: Finding[] = [];
  /** The way into each directory, which is looked at once. */
  readonly #ways = new Map<string, InsidePath>();
  readonly #ids = new ImageIds();
  #turns = 0;
  #omitted = 0;

  constructor(dir: string, readsImages: boolean) {
    this.#dir = dir;
    this.#readsImages = readsImages;
  }

  /** Looks for what a line refers to. */
  look({ event, seq }: ConversationFrame): void {
    const place = { seq };
    if ('tool_result' in event) this.#result(event.tool_result, place);
    else if ('user' in event) {
      for (const image of event.user.images) {
        this.#image(image, place);
        this.#ids.look(image.id, this.#turns, { file: LOG, seq });
      }
      this.#turns++;
    } else if ('interrupted' in event) {
      const { command_replay_ref: replay, command_artifact_ref: artifact } = event.interrupted;
      if (replay !== null) this.#file(replayPath(replay), replay, place);
      if (artifact !== null) this.#commandOutput(artifact, place);
    }
  }

  /** All that was found, and what is wrong with the directories themselves. */
  findings(): Finding[] {
    const directories = DIRECTORIES.flatMap((directory) => readChildDirectory(this.#dir, directory)?.findings ?? []);
    const more: Finding[] =
      this.#omitted === 0
        ? []
        : [
            {
              rule: 'store/more-findings',
              severity: 'info',
              message: `${this.#omitted} more files are missing or changed.`,
            },
          ];
    return [...this.#ids.findings, ...this.#findings, ...directories, ...more];
  }

  #result(result: ConversationPayload<'tool_result'>, place: Place): void {
    const { artifact_ref: handle, stored_bytes: stored } = result;
    const paths = outputPaths(result);
    if (paths.length === 0) this.#badHandle(handle, place);
    else {
      const looks = paths.map((path) => this.#lookAt(path));
      const found = looks.find((look) => 'size' in look);
      const unsafe = looks.find((look) => 'finding' in look && look.finding.rule !== 'store/artifact-missing');
      const [first = handle] = paths;
      if (found === undefined && unsafe !== undefined && 'finding' in unsafe) this.#add(unsafe.finding, place);
      else {
        const size = found !== undefined && 'size' in found ? found.size : null;
        const state = judgeOutput(result, size);
        if (state === 'missing')
          this.#note('conversation/artifact-missing', first, 'there is a preview at most', place);
        else if (state === 'wrong-size') {
          const detail = `it has ${size} bytes, the log says ${stored}`;
          this.#note('conversation/artifact-size', first, detail, place);
        }
      }
    }
    const { tool_image_handle: images, command_replay_ref: replay, command_replay_bytes: bytes } = result;
    if (images !== null) this.#file(handlePath(images), images, place);
    if (replay !== null && replay !== handle) this.#file(replayPath(replay), replay, place, bytes);
    const contents = result.committed_file_presentation?.content_handle ?? null;
    if (contents !== null) this.#file(handlePath(contents), String(contents), place);
  }

  /** The output of the command that was cancelled lies where those of results do. */
  #commandOutput(handle: string, place: Place): void {
    const paths = outputPaths({ artifact_ref: handle });
    const found = paths.find((path) => 'size' in this.#lookAt(path));
    this.#file(found ?? paths[0] ?? null, handle, place);
  }

  #image({ id, snapshot_path, snapshot_sha256 }: ConversationPayload<'user'>['images'][number], place: Place): void {
    if (snapshot_path === null) return;
    const path = imagePath(snapshot_path);
    if (path === null) {
      const message = `images: image ${id} has no copy under a name that can lie there.`;
      this.#add({ rule: 'store/image-locator', severity: 'warning', message, file: 'images' }, place);
      return;
    }
    if (!this.#readsImages) {
      this.#file(path, path, place);
      return;
    }
    const read = readBelow(this.#dir, path, FILE_LIMITS.image);
    if (read.state !== 'read') {
      const { rule, reason } = explainRead(read);
      this.#add({ rule, severity: 'warning', message: `${path}: ${reason}.`, file: path }, place);
    } else if (typeof snapshot_sha256 === 'string') {
      const digest = createHash('sha256').update(read.bytes).digest('hex');
      if (digest === snapshot_sha256.toLowerCase()) return;
      const message = `${path}: its digest is not the one in the log.`;
      this.#add({ rule: 'store/image-digest', severity: 'warning', message, file: path }, place);
    }
  }

  #file(path: string | null, name: string, place: Place, stated: number | bigint | null = null): void {
    if (path === null) {
      this.#badHandle(name, place);
      return;
    }
    const look = this.#lookAt(path);
    if ('finding' in look) {
      if (look.finding.rule === 'store/artifact-missing') {
        this.#note('conversation/artifact-missing', path, 'the log names it', place);
      } else this.#add(look.finding, place);
    } else if (stated !== null && BigInt(stated) !== BigInt(look.size)) {
      this.#note('conversation/artifact-size', path, `it has ${look.size} bytes, the log says ${stated}`, place);
    }
  }

  #lookAt(file: string): Look {
    const cut = file.lastIndexOf('/');
    const inside = this.#wayInto(file.slice(0, cut));
    const look = inside.state === 'reached' ? lookAtFile(`${inside.path}${file.slice(cut)}`) : inside;
    if (look.state === 'file') return { size: look.stats.size };
    const { rule, reason } = explainRead(look);
    return { finding: { rule, severity: 'warning', message: `${file}: ${reason}.`, file } };
  }

  #wayInto(folder: string): InsidePath {
    const known = this.#ways.get(folder);
    if (known !== undefined) return known;
    const way = reachDirectory(this.#dir, folder.split('/'));
    this.#ways.set(folder, way);
    return way;
  }

  #badHandle(handle: string, place: Place): void {
    const message = `tool-results: the handle ${JSON.stringify(handle.slice(0, 200))} cannot be a file name.`;
    this.#add({ rule: 'store/handle-invalid', severity: 'warning', message, file: 'tool-results' }, place);
  }

  #note(
    rule: 'conversation/artifact-missing' | 'conversation/artifact-size',
    file: string,
    detail: string,
    place: Place,
  ): void {
    const { title, severity } = ruleById(rule);
    this.#add({ rule, severity, message: `${title}: ${file}: ${detail}.`, file }, place);
  }

  #add(finding: Finding, { seq }: Place): void {
    if (this.#findings.length >= MAX_FINDINGS) this.#omitted++;
    else this.#findings.push({ ...finding, seq });
  }
}

/** The line that refers to a file. */
interface Place {
  readonly seq: number | bigint;
}
