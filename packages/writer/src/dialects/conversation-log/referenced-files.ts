import type { ConversationEvent, Finding, RuleId, Uint64 } from '@fxlog/format';
import { handlePath, imagePath, outputPaths, replayPath } from '@fxlog/format/internal';
import type { AttachmentPlace } from '../../attachment-place.js';
import { sha256Hex } from '../../content-names.js';
import type { SessionContent } from '../../dialect.js';

/** A file that a line names. */
interface Reference {
  /** Where it may lie, the likeliest place first; none where the name cannot be that of a file. */
  readonly paths: readonly string[];
  /** As the line has it. */
  readonly name: string;
  /** Size in bytes, where the line states it. */
  readonly bytes?: Uint64 | null | undefined;
  /** SHA-256 in hex, where the line states it. */
  readonly sha256?: string | null | undefined;
}

/** Brings the files that lines name into a session directory, each once. What is not at hand is a finding: fx opens the session all the same. */
export class ReferencedFiles {
  readonly #place: AttachmentPlace;
  readonly #readFile: SessionContent['readFile'];
  readonly #findings: Finding[];
  /** Those that were looked for in vain. */
  readonly #missing = new Set<string>();

  constructor(place: AttachmentPlace, readFile: SessionContent['readFile'], findings: Finding[]) {
    this.#place = place;
    this.#readFile = readFile;
    this.#findings = findings;
  }

  /** Takes over what an event names. */
  async take(event: ConversationEvent): Promise<void> {
    for (const reference of referencesOf(event)) await this.#take(reference);
  }

  async #take({ paths, name, bytes: stated = null, sha256 = null }: Reference): Promise<void> {
    const [first] = paths;
    if (first === undefined) {
      const words = `${JSON.stringify(name.slice(0, 200))} can be the name of no file of fx's.`;
      this.#report('write/handle', words);
      return;
    }
    if (paths.some((path) => this.#place.has(path)) || this.#missing.has(first)) return;
    for (const path of paths) {
      const bytes = await this.#readFile(path);
      if (bytes === null) continue;
      if (stated !== null && BigInt(stated) !== BigInt(bytes.length))
        this.#report('write/artifact-size', `The log states ${stated} bytes, the file has ${bytes.length}.`, path);
      if (sha256 !== null && sha256.toLowerCase() !== sha256Hex(bytes))
        this.#report('write/image-digest', 'The file has another SHA-256 than the log states.', path);
      await this.#place.write(path.split('/'), bytes);
      return;
    }
    this.#missing.add(first);
    this.#report('write/artifact-missing', 'The log refers to a file that was not given.', first);
  }

  #report(rule: RuleId, message: string, file?: string): void {
    this.#findings.push({ rule, severity: 'warning', message, ...(file === undefined ? {} : { file }) });
  }
}

function* referencesOf(event: ConversationEvent): Generator<Reference> {
  if ('user' in event) {
    for (const { snapshot_path: path, snapshot_sha256: sha256 } of event.user.images) {
      if (path !== null) yield { ...named(imagePath(path), path), sha256: typeof sha256 === 'string' ? sha256 : null };
    }
  } else if ('tool_result' in event) {
    const { artifact_ref, stored_bytes, tool_image_handle: images, command_replay_ref: replay } = event.tool_result;
    yield { paths: outputPaths(event.tool_result), name: artifact_ref, bytes: stored_bytes };
    if (images !== null) yield named(handlePath(images), images);
    if (replay !== null) yield { ...named(replayPath(replay), replay), bytes: event.tool_result.command_replay_bytes };
    const contents = event.tool_result.committed_file_presentation?.content_handle ?? null;
    if (contents !== null) yield named(handlePath(contents), contents);
  } else if ('interrupted' in event) {
    const { command_replay_ref: replay, command_replay_bytes: bytes, command_artifact_ref: output } = event.interrupted;
    if (replay !== null) yield { ...named(replayPath(replay), replay), bytes };
    if (output !== null) yield { paths: outputPaths({ artifact_ref: output }), name: output };
  }
}

function named(path: string | null, name: string | Uint8Array): Reference {
  return { paths: path === null ? [] : [path], name: String(name) };
}
