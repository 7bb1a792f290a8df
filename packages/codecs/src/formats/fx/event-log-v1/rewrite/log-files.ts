/** The files beside a log that its turns refer to, rewritten along with them. */

import type { DurableBytes } from '@fxlog/format';
import type { CancelledCommand, Image, Replay, ToolResult } from '@fxlog/format/internal';
import type { SessionFile } from '@fxlog/writer';
import { type AttachmentReader, imageLocator, sha256Hex } from '@fxlog/writer/internal';
import type { ReadAttachment } from '../../../../codec.js';
import { rewriteDurable, rewriteFile } from '../../rewrite/rewrite-durable.js';
import { rewriteReplay } from '../../rewrite/rewrite-replay.js';
import type { TextRewriter } from '../../rewrite/text-rewriter.js';

const KNOWN_MEDIA_TYPE = /^image\/(?:png|jpeg|gif|webp)$/;
const LEAF = /^[A-Za-z0-9_.-]{1,160}$/;

/**
 * Rewrites files as the turns that name them go by. Those of the last few turns are held until the writer asks for them; what nobody asked for is
 * handed out at the end.
 */
export class LogFiles {
  readonly #read: ReadAttachment;
  readonly #rewriter: TextRewriter;
  readonly #pending = new Map<string, Uint8Array>();
  readonly #given = new Set<string>();

  constructor(read: ReadAttachment, rewriter: TextRewriter) {
    this.#read = read;
    this.#rewriter = rewriter;
  }

  /** For `writeSession`. */
  readonly readAttachment: AttachmentReader = async (ref) => {
    const name =
      ref.kind === 'image'
        ? locatorOf(ref.image)
        : `${ref.kind === 'tool-result' ? 'tool-results' : 'logs/commands'}/${ref.handle}`;
    const bytes = name === null ? undefined : this.#pending.get(name);
    if (name === null || bytes === undefined) return null;
    this.#pending.delete(name);
    this.#given.add(name);
    return bytes;
  };

  /** Hands out, and forgets, what belongs to the session and was not asked for. */
  lateFiles(): SessionFile[] {
    const files = [...this.#pending].map(([path, bytes]) => ({ path, bytes }));
    this.#pending.clear();
    return files;
  }

  /** An image under the name that its new bytes give it. */
  async image(image: Image): Promise<Image> {
    const { id, media_type: mediaType, snapshot_path: path = null } = image;
    const rewritten: Image = {
      ...image,
      path: rewriteDurable(image.path, this.#rewriter, (text) => this.#rewriter.path(text)),
      media_type:
        typeof mediaType === 'string' && KNOWN_MEDIA_TYPE.test(mediaType)
          ? mediaType
          : rewriteDurable(mediaType, this.#rewriter),
    };
    if (path === null) return rewritten;
    const leaf = String(path).split('/').at(-1) ?? '';
    const old = LEAF.test(leaf) ? await this.#read(`images/${leaf}`) : null;
    const data = old === null ? '' : Buffer.from(old).toString('base64');
    const changed = this.#rewriter.image(String(mediaType), data);
    if (changed === data) {
      if (old !== null) this.#keep(`images/${leaf}`, old);
      return rewritten;
    }
    const bytes = Buffer.from(changed, 'base64');
    const sha256 = sha256Hex(bytes);
    const locator = imageLocator(id, sha256);
    this.#keep(locator, bytes);
    return { ...rewritten, snapshot_path: locator, snapshot_sha256: sha256 };
  }

  /** The handle of a result and the size of what is stored. */
  async toolResult(
    handle: DurableBytes,
    size: ToolResult['stored_output_bytes'],
  ): Promise<Pick<ToolResult, 'output_handle' | 'stored_output_bytes'>> {
    const { name, bytes } = await this.#file('tool-results', handle, (old) => rewriteFile(old, this.#rewriter));
    return { output_handle: name, stored_output_bytes: bytes?.length ?? size };
  }

  /** What is left of a command's output. */
  async replay(replay: Replay): Promise<Replay> {
    if (replay.kind === 'unavailable') return replay;
    const { name, bytes } = await this.#file('logs/commands', replay.handle, (old) =>
      rewriteReplay(old, this.#rewriter),
    );
    return bytes === null ? { kind: 'unavailable' } : { ...replay, handle: name, framed_bytes: bytes.length };
  }

  async cancelledCommand({ output_replay, command_artifact_handle }: CancelledCommand): Promise<CancelledCommand> {
    const artifact =
      command_artifact_handle === null
        ? null
        : await this.#file('logs/commands', command_artifact_handle, (old) => rewriteFile(old, this.#rewriter));
    return {
      output_replay: output_replay === null ? null : await this.replay(output_replay),
      command_artifact_handle: artifact?.name ?? null,
    };
  }

  /** A name is text like any other: where a call or an output mentions it, it reads the same. */
  async #file(
    directory: string,
    handle: DurableBytes,
    rewrite: (bytes: Uint8Array) => Uint8Array | null,
  ): Promise<{ name: DurableBytes; bytes: Uint8Array | null }> {
    const name = rewriteDurable(handle, this.#rewriter);
    if (typeof handle !== 'string' || typeof name !== 'string' || !LEAF.test(handle)) return { name, bytes: null };
    const old = await this.#read(`${directory}/${handle}`);
    const bytes = old === null ? null : rewrite(old);
    if (bytes !== null) this.#keep(`${directory}/${name}`, bytes);
    return { name, bytes };
  }

  #keep(name: string, bytes: Uint8Array): void {
    if (!this.#given.has(name)) this.#pending.set(name, bytes);
  }
}

/** event-log §4.3: what counts of a locator is its last component. */
function locatorOf({ snapshot_path: path }: Image): string | null {
  return typeof path === 'string' ? `images/${path.split('/').at(-1)}` : null;
}
