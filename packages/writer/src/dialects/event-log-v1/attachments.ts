import type { DurableBytes, Finding, HistoryTurn, RuleId, StateDocument } from '@fxlog/format';
import { type Execution, FILE_LIMITS, type Image, isHandle, isSegment, type UserTurn } from '@fxlog/format/internal';
import type { AttachmentPlace } from '../../attachment-place.js';
import { imageLocator, sha256Hex } from '../../content-names.js';
import { ImageNumbers } from '../../image-numbers.js';
import { WriteError } from '../../write-error.js';

/** A file that a log refers to and whose bytes the caller may have. */
export type AttachmentRef =
  | { readonly kind: 'image'; readonly image: Image }
  /** A tool result kept apart in `tool-results/`; `bytes` is the size the log states. */
  | { readonly kind: 'tool-result'; readonly handle: string; readonly bytes: number }
  /** A command's replay or log in `logs/commands/`; `bytes` is the size the log states, null where it states none. */
  | { readonly kind: 'command-output'; readonly handle: string; readonly bytes: number | null };

/** Gives the bytes of an attachment, or null when there are none. */
export type AttachmentReader = (ref: AttachmentRef) => Promise<Uint8Array | null>;

/**
 * Brings the files that turns refer to into a session directory: image snapshots under their canonical locators (session-directory §4.4),
 * tool results and command outputs under their handles (§4.5). What is not available is a finding: fx opens the session all the same.
 */
export class AttachmentWriter {
  readonly #place: AttachmentPlace;
  readonly #read: AttachmentReader;
  readonly #findings: Finding[];
  readonly #missing = new Set<string>();
  readonly #numbers = new ImageNumbers();

  /** @param history what stands already, when turns are added to it */
  constructor(
    place: AttachmentPlace,
    read: AttachmentReader | undefined,
    findings: Finding[],
    history: readonly HistoryTurn[] = [],
  ) {
    for (const turn of history) {
      if (turn.kind !== 'compacted_summary') for (const { id } of turn.user.images) this.#numbers.note(id);
    }
    this.#place = place;
    this.#read = read ?? (async () => null);
    this.#findings = findings;
  }

  /** Writes what a turn refers to; returns the turn with the locators its images now have. */
  async settleTurn<T extends HistoryTurn>(turn: T): Promise<T> {
    if (turn.kind === 'compacted_summary') return turn;
    if (turn.execution !== undefined) await this.#settleExecution(turn.execution);
    if (turn.kind === 'interrupted' && turn.cancelled_command !== undefined) {
      const { output_replay: replay, command_artifact_handle: handle } = turn.cancelled_command;
      if (replay?.kind === 'available') await this.#commandOutput(replay.handle, Number(replay.framed_bytes));
      if (handle !== null) await this.#commandOutput(handle, null);
    }
    const user = await this.#settleUser(turn.user);
    return user === turn.user ? turn : { ...turn, user };
  }

  /** The same for everything a state holds. */
  async settleState(state: StateDocument): Promise<StateDocument> {
    const history: HistoryTurn[] = [];
    this.#numbers.clear();
    for (const turn of state.history) history.push(await this.settleTurn(turn));
    const checkpoint = state.recovery_checkpoint;
    if (checkpoint === undefined) return { ...state, history };
    await this.#settleExecution(checkpoint.execution);
    const user = await this.#settleUser(checkpoint.user);
    return { ...state, history, recovery_checkpoint: { ...checkpoint, user } };
  }

  async #settleUser(user: UserTurn): Promise<UserTurn> {
    if (user.images.length === 0) return user;
    const images: Image[] = [];
    for (const image of user.images) images.push(await this.#settleImage(image));
    return { ...user, images };
  }

  async #settleImage(image: Image): Promise<Image> {
    const { snapshot_path: path = null, snapshot_sha256: sha256 = null } = image;
    if (path === null || sha256 === null) return this.#captureImage(image);
    const given = checkLocator(image, path, sha256);
    const id = this.#numbers.take(image.id);
    const locator = id === image.id ? given : imageLocator(id, String(sha256));
    const settled = id === image.id ? image : { ...image, id, snapshot_path: locator };
    if (this.#place.has(locator) || this.#missing.has(locator)) return settled;
    const bytes = await this.#read({ kind: 'image', image });
    if (bytes === null) {
      this.#missing.add(locator);
      this.#report('write/image-missing', `The snapshot of image ${image.id} was not given.`, locator);
    } else if (sha256Hex(bytes) !== sha256) {
      throw new WriteError({
        rule: 'write/image-digest',
        message: `The bytes given for ${locator} have another SHA-256 than the log states.`,
        file: locator,
      });
    } else await this.#writeImage(locator, bytes, image);
    return settled;
  }

  // session-directory §4.4, the trap: without a snapshot fx drops the image at the next resume.
  async #captureImage(image: Image): Promise<Image> {
    const bytes = await this.#read({ kind: 'image', image });
    if (bytes === null) {
      this.#report(
        'write/image-without-snapshot',
        `Image ${image.id} has no snapshot and its bytes were not given; fx drops it when it resumes the session.`,
      );
      return image;
    }
    const id = this.#numbers.take(image.id);
    const sha256 = sha256Hex(bytes);
    const locator = imageLocator(id, sha256);
    if (bytes.length > FILE_LIMITS.newImage) {
      this.#report('write/image-large', `fx takes no new image of ${bytes.length} bytes.`, locator);
    }
    if (!this.#place.has(locator)) await this.#writeImage(locator, bytes, image);
    return { ...image, id, snapshot_path: locator, snapshot_sha256: sha256 };
  }

  async #writeImage(locator: string, bytes: Uint8Array, image: Image): Promise<void> {
    if (bytes.length > FILE_LIMITS.image) {
      throw new WriteError({
        rule: 'write/image-too-large',
        message: `${locator} has ${bytes.length} bytes; fx reads at most ${FILE_LIMITS.image}.`,
        file: locator,
      });
    }
    const detected = detectMediaType(bytes);
    if (detected !== image.media_type) {
      this.#report(
        'write/image-media-type',
        `The log calls the image ${String(image.media_type)}, its bytes ${detected === null ? 'are of no type fx knows' : `are ${detected}`}.`,
        locator,
      );
    }
    await this.#place.write(locator.split('/'), bytes);
  }

  async #settleExecution(execution: Execution): Promise<void> {
    for (const step of execution.tool_steps) {
      for (const result of step.tool_results) {
        if (result.output_handle !== null) {
          await this.#toolResult(result.output_handle, Number(result.stored_output_bytes));
        }
        const replay = 'command_output_replay' in result ? result.command_output_replay : null;
        if (replay?.kind === 'available') await this.#commandOutput(replay.handle, Number(replay.framed_bytes));
      }
    }
  }

  async #toolResult(handle: DurableBytes, bytes: number): Promise<void> {
    if (typeof handle !== 'string' || !isHandle(handle)) return this.#badHandle(handle);
    await this.#file('tool-results', { kind: 'tool-result', handle, bytes });
  }

  async #commandOutput(handle: DurableBytes, bytes: number | null): Promise<void> {
    if (typeof handle !== 'string' || !isSegment(handle)) return this.#badHandle(handle);
    await this.#file('logs/commands', { kind: 'command-output', handle, bytes });
  }

  async #file(directory: string, ref: Exclude<AttachmentRef, { kind: 'image' }>): Promise<void> {
    const name = `${directory}/${ref.handle}`;
    if (this.#place.has(name) || this.#missing.has(name)) return;
    const bytes = await this.#read(ref);
    if (bytes === null) {
      this.#missing.add(name);
      this.#report('write/artifact-missing', 'The log refers to a file that was not given.', name);
      return;
    }
    if (ref.bytes !== null && bytes.length !== ref.bytes) {
      this.#report(
        'write/artifact-size',
        `The log states ${ref.bytes} bytes, the file has ${bytes.length}; fx will not recover this session from its log.`,
        name,
      );
    }
    await this.#place.write(name.split('/'), bytes);
  }

  #badHandle(handle: DurableBytes): void {
    this.#report('write/handle', `${JSON.stringify(String(handle).slice(0, 200))} can be the name of no file of fx's.`);
  }

  #report(rule: RuleId, message: string, file?: string): void {
    this.#findings.push({ rule, severity: 'warning', message, ...(file === undefined ? {} : { file }) });
  }
}

/** The locator under which fx will look, where it is the canonical one; anything else makes fx refuse the whole session. */
function checkLocator(image: Image, path: DurableBytes, sha256: DurableBytes): string {
  const written = typeof path === 'string' && path.startsWith('/') ? absoluteToRelative(path) : path;
  const isDigest = typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256);
  if (!isDigest || image.id < 1 || written !== imageLocator(image.id, sha256)) {
    throw new WriteError({
      rule: 'write/image-locator',
      message: `Image ${image.id} names ${JSON.stringify(String(path).slice(0, 300))}; fx accepts only images/image-<id>-<16 hex digits>.bin.`,
      fxError: 'InvalidSessionFormat',
    });
  }
  return written;
}

// event-log §4.3: an absolute path is written as `images/` and its last component.
function absoluteToRelative(path: string): string {
  return `images/${path.replace(/\/+$/, '').split('/').at(-1) ?? ''}`;
}

/** The type fx sees in the first bytes of an image, or null (session-directory §4.4). */
export function detectMediaType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  return null;
}
