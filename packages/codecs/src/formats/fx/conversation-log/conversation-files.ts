/** The files beside a session that its turns refer to, rewritten along with them (newer-formats §4.5). */
import type { DurableBytes, Uint64 } from '@fxlog/format';
import { type ConversationPayload, imagePath, isSegment } from '@fxlog/format/internal';
import { imageLocator, type SessionContent, sha256Hex } from '@fxlog/writer/internal';
import { rewriteFile } from '../rewrite/rewrite-durable.js';
import { rewriteJsonText } from '../rewrite/rewrite-json-text.js';
import { rewriteReplay } from '../rewrite/rewrite-replay.js';
import type { TextRewriter } from '../rewrite/text-rewriter.js';

type ReadFile = SessionContent['readFile'];
type Image = ConversationPayload<'user'>['images'][number];

const ANY_NAME = /^/;
const KNOWN_MEDIA_TYPE = /^image\/(?:png|jpeg|gif|webp)$/;
/** What the pack with the contents of a changed file is called (newer-formats §4.3). */
const CONTENTS = /^diff-.*\.json$/;

/** A file under its new name. */
export interface RewrittenFile {
  readonly handle: string;
  /** Null where there is no such file. */
  readonly bytes: Uint8Array | null;
  /** What the file held before. */
  readonly before: Uint8Array | null;
}

/** Rewrites files as the turns that name them go by, and holds those of a turn until they are asked for. */
export class ConversationFiles {
  readonly #read: ReadFile;
  readonly #rewriter: TextRewriter;
  readonly #pending = new Map<string, Uint8Array>();
  /** Paths of the source that were rewritten. */
  readonly #taken = new Set<string>();

  constructor(read: ReadFile, rewriter: TextRewriter) {
    this.#read = read;
    this.#rewriter = rewriter;
  }

  /** Gives a rewritten file by its path in the new session. */
  readonly readFile: ReadFile = async (path) => this.#pending.get(path) ?? null;

  /** Whether a file of the source was named by a turn. */
  isTaken(path: string): boolean {
    return this.#taken.has(path);
  }

  /** Forgets the files of the turn before. */
  nextTurn(): void {
    this.#pending.clear();
  }

  /** The whole output of a result, which may be the recording of its command. */
  async output(handle: string): Promise<RewrittenFile> {
    const output = await this.#file('tool-results', handle, (bytes) => rewriteFile(bytes, this.#rewriter));
    return output.bytes === null ? this.recording(handle) : output;
  }

  /** A recorded command. */
  recording(handle: string): Promise<RewrittenFile> {
    return this.#file('logs/commands', handle, (bytes) => rewriteReplay(bytes, this.#rewriter));
  }

  /** What a changed file held. */
  contents(handle: string): Promise<RewrittenFile> {
    return this.#file('tool-results', handle, (bytes) => Buffer.from(this.#rewriter.json(textOf(bytes))), CONTENTS);
  }

  /** The images of a result. */
  images(handle: string): Promise<RewrittenFile> {
    return this.#file('tool-results', handle, (bytes) => {
      const text = rewriteJsonText(textOf(bytes), {
        string: (value, key) =>
          key === 'data' ? this.#rewriter.image('image/png', value) : this.#rewriter.text(value),
        key: (value) => value,
        number: () => null,
      });
      return text === null ? rewriteFile(bytes, this.#rewriter) : Buffer.from(text);
    });
  }

  /** An image of a prompt, its copy under the name that its new bytes give it. */
  async image(image: Image): Promise<Image> {
    const { id, path, media_type: mediaType, snapshot_path: snapshot, inline_data: inline, source_ref: ref } = image;
    const rewritten: Image = {
      ...image,
      path: this.#rewriter.path(path),
      media_type: KNOWN_MEDIA_TYPE.test(mediaType) ? mediaType : this.#rewriter.text(mediaType),
      source_ref: typeof ref === 'string' ? this.#rewriter.text(ref) : null,
      inline_data: this.#inline(mediaType, inline),
    };
    const from = imagePath(snapshot);
    const old = from === null ? null : await this.#read(from);
    if (from === null || old === null) return rewritten;
    this.#taken.add(from);
    const bytes = this.#imageData(mediaType, old);
    if (bytes.equals(old)) {
      this.#pending.set(from, old);
      return rewritten;
    }
    const sha256 = sha256Hex(bytes);
    const locator = imageLocator(id, sha256);
    this.#pending.set(locator, bytes);
    return { ...rewritten, snapshot_path: locator, snapshot_sha256: sha256 };
  }

  #inline(mediaType: string, data: DurableBytes | null): DurableBytes | null {
    if (data === null) return null;
    const bytes = this.#imageData(mediaType, data);
    return bytes.equals(Buffer.from(data)) ? data : bytes;
  }

  #imageData(mediaType: string, data: DurableBytes): Buffer {
    const bytes = Buffer.from(data);
    return Buffer.from(this.#rewriter.image(mediaType, bytes.toString('base64')), 'base64');
  }

  /** A name is text like any other: where a call or an output mentions it, it reads the same. */
  async #file(
    directory: string,
    handle: string,
    rewrite: (bytes: Uint8Array) => Uint8Array | null,
    shape = ANY_NAME,
  ): Promise<RewrittenFile> {
    const text = this.#rewriter.text(handle);
    const isName = isSegment(text) && shape.test(text);
    const name = isName
      ? text
      : `${handle.startsWith('diff-') ? 'diff-' : ''}${sha256Hex(text).slice(0, 32)}${extensionOf(handle)}`;
    const path = `${directory}/${handle}`;
    const before = isSegment(handle) ? await this.#read(path) : null;
    const bytes = before === null ? null : rewrite(before);
    if (bytes === null) return { handle: name, bytes, before };
    this.#taken.add(path);
    this.#pending.set(`${directory}/${name}`, bytes);
    return { handle: name, bytes, before };
  }
}

/** How many bytes there are now; what the line said where the file is not there. */
export function sizeOf({ bytes }: RewrittenFile, before: Uint64): Uint64 {
  return bytes === null ? before : bytes.length;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

function extensionOf(handle: string): string {
  return /\.[a-z]{1,8}$/.exec(handle)?.[0] ?? '';
}
