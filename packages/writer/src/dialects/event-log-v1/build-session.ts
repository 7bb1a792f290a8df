import { createHash, type Hash } from 'node:crypto';
import type { Finding, RuleId, StateDocument } from '@fxlog/format';
import {
  type DisplayMetadata,
  encodeStateTurn,
  FILE_LIMITS,
  isSessionId,
  statePieces,
  type UsageSnapshot,
} from '@fxlog/format/internal';
import { parseChildPath } from '../../child-path.js';
import type { StagingDirectory } from '../../fs/staging-directory.js';
import { type IdentifierSource, randomIdentifiers, seededIdentifiers } from '../../identifiers.js';
import { encodeUsageSidecar } from '../../shared-sidecars.js';
import { WriteError } from '../../write-error.js';
import { AttachmentWriter } from './attachments.js';
import { withItemAsync } from './bad-value.js';
import { isBatch, type LogItems } from './encode-log.js';
import { encodeAuthority, encodeCheckpoint, encodeDisplay, encodeWatermark, toPosition } from './encode-sidecars.js';
import { type EncodedFrame, EventEncoder, type LogBoundary } from './event-encoder.js';
import { eventLogFingerprint } from './fingerprint.js';
import { isRawFrame, type LogItem, parseItem } from './log-item.js';
import { manifestBytes } from './manifest-bytes.js';
import { stateItems } from './state-items.js';
import { agreesWith } from './usage-agreement.js';
import type { SessionInput, WriteSessionOptions } from './write-session.js';

/** What a finished staging directory holds. */
export interface BuiltSession {
  readonly id: string;
  readonly authorityId: string;
  readonly boundary: LogBoundary;
  readonly historyLength: number;
  /** With its history only where that was kept. */
  readonly state: StateDocument;
  readonly findings: readonly Finding[];
}

const NOTHING = new Uint8Array(0);
const BATCH_BYTES = 1 << 20;

/**
 * Writes every file of a session into a staging directory; the manifest comes last, since it holds the fingerprint of the finished log.
 *
 * @param id the id that the place demands, or null
 */
export async function buildSession(
  staging: StagingDirectory,
  input: SessionInput,
  id: string | null,
  options: WriteSessionOptions,
): Promise<BuiltSession> {
  const findings: Finding[] = [];
  await staging.write(['session.lock'], NOTHING);
  await staging.write(['commit.lock'], NOTHING);
  for await (const file of options.files ?? []) await staging.write(parseChildPath(file.path), file.bytes);

  const identifiers = identifiersOf(options);
  const log = await writeLog(staging, input, id, { ...options, identifiers }, findings);
  for (const file of options.lateFiles?.() ?? []) {
    const parts = parseChildPath(file.path);
    if (!staging.has(file.path)) await staging.write(parts, file.bytes);
  }
  const { state, boundary } = log;
  const sessionId = state.id;
  if (!isSessionId(sessionId) || (id !== null && id !== sessionId)) {
    throw new WriteError({
      rule: 'write/id',
      message: `The directory is to be named ${id ?? sessionId}, but its log says ${sessionId}; fx refuses a session under another name.`,
      fxError: 'InvalidSessionFormat',
    });
  }
  if (state.workspace_root !== '/' && state.workspace_root.endsWith('/')) {
    report(
      findings,
      'write/workspace-slash',
      `fx never lists a workspace that ends in a slash: ${state.workspace_root}`,
    );
  }

  const authorityId = options.authorityId ?? identifiers.next('authority');
  const watermark = { schema_version: 1, session_id: sessionId, ...toPosition(boundary) } as const;
  await staging.write([`commit.${boundary.generation}.json`], encodeWatermark(watermark));
  await staging.write(
    ['authority.json'],
    encodeAuthority({
      schema_version: 1,
      session_id: sessionId,
      authority_id: authorityId,
      storage_format: 'event_log_v1',
      source: options.source ?? 'native_create',
    }),
  );
  const checkpointSha256 = await writeCheckpoint(staging, log, options.checkpoint ?? true, findings);
  await writeDisplay(staging, options.display ?? log.display, findings);
  if (state.usage !== undefined) await writeUsage(staging, sessionId, state.usage, options.usage, findings);

  const stat = await staging.stat('events.jsonl');
  if (stat.size !== BigInt(boundary.offset)) {
    throw new WriteError({
      rule: 'write/indeterminate',
      message: `events.jsonl has ${stat.size} bytes where ${boundary.offset} were written.`,
      file: 'events.jsonl',
    });
  }
  const manifest = manifestBytes({
    authorityId,
    boundary,
    state,
    historyLength: log.historyLength,
    fingerprint: eventLogFingerprint(stat),
    growthBase: options.growthBase ?? { seq: 1, bytes: log.firstFrameBytes },
    checkpoint: checkpointSha256 === null ? null : { seq: boundary.seq, sha256: checkpointSha256 },
  });
  await staging.write(['session.json'], manifest);
  return { id: sessionId, authorityId, boundary, historyLength: log.historyLength, state, findings };
}

interface WrittenLog {
  readonly boundary: LogBoundary;
  readonly state: StateDocument;
  /** Whether the history was kept, as far as a checkpoint can hold it. */
  readonly hasHistory: boolean;
  /** Its turns as a checkpoint holds them; null where they are not known, or too many for one. */
  readonly turns: readonly Uint8Array[] | null;
  readonly historyLength: number;
  readonly display: DisplayMetadata | null;
  readonly firstFrameBytes: number;
}

async function writeLog(
  staging: StagingDirectory,
  input: SessionInput,
  id: string | null,
  options: WriteSessionOptions & { readonly identifiers: IdentifierSource },
  findings: Finding[],
): Promise<WrittenLog> {
  const { keepHistory = true } = options;
  const session = 'turns' in input ? { ...(id === null ? {} : { id }), ...input.session } : undefined;
  const { seed: _used, ...rest } = options;
  const encoder = new EventEncoder({ ...rest, keepHistory, ...(session === undefined ? {} : { session }) });
  const attachments = new AttachmentWriter(staging, options.readAttachment, findings);
  let firstFrameBytes = 0;
  await staging.write(
    ['events.jsonl'],
    logBytes(itemsOf(input), encoder, attachments, (frame) => {
      if (frame.offset === 0) firstFrameBytes = frame.length;
    }),
  );

  const { boundary, state, historyLength, display, encodedTurns } = encoder;
  if (state === null) throw new TypeError('A log that begins with session_started has a state.');
  const turns = keepHistory === true ? state.history.map(encodeStateTurn) : encodedTurns;
  return { boundary, state, hasHistory: keepHistory !== false, turns, historyLength, display, firstFrameBytes };
}

function itemsOf(input: SessionInput): LogItems {
  if ('turns' in input) return input.turns;
  if ('events' in input) return input.events;
  return stateItems(input.state, input.reason ?? 'recovery');
}

/**
 * The bytes of a log. Small frames are put together in one buffer, which is used again and again, so that a log of many is not written with a call for
 * each: what is handed out is good until the next piece is asked for.
 */
async function* logBytes(
  items: LogItems,
  encoder: EventEncoder,
  attachments: AttachmentWriter,
  seen: (frame: EncodedFrame) => void,
): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(BATCH_BYTES);
  let size = 0;
  let index = 0;
  for await (const entry of items) {
    for (const item of isBatch(entry) ? entry : [entry]) {
      // A frame that is copied brings no file along, and there may be very many.
      const settled = isRawFrame(item) ? item : await withItemAsync(item, index, () => settle(item, attachments));
      index++;
      for (const frame of encoder.encode(settled)) {
        seen(frame);
        if (size > 0 && size + frame.length > buffer.length) {
          yield buffer.subarray(0, size);
          size = 0;
        }
        if (frame.length > buffer.length) yield frame.bytes;
        else {
          buffer.set(frame.bytes, size);
          size += frame.length;
        }
      }
    }
    encoder.keepFrames();
  }
  for (const frame of encoder.end()) {
    seen(frame);
    if (size > 0) yield buffer.subarray(0, size);
    size = 0;
    yield frame.bytes;
  }
  if (size > 0) yield buffer.subarray(0, size);
}

/** An item whose files lie in the new directory and whose locators say so. */
async function settle(item: LogItem, attachments: AttachmentWriter): Promise<LogItem> {
  const parsed = parseItem(item);
  if (parsed.type === 'turn') return { ...parsed.draft, turn: await attachments.settleTurn(parsed.draft.turn) };
  if (parsed.type === 'replacement') {
    return { ...parsed.draft, replacement: await attachments.settleState(parsed.draft.replacement) };
  }
  if (parsed.type === 'raw') return item;
  const { event } = parsed;
  if (event.kind !== 'history_turn_committed') return event;
  return { ...event, payload: { ...event.payload, turn: await attachments.settleTurn(event.payload.turn) } };
}

async function writeCheckpoint(
  staging: StagingDirectory,
  { state, boundary, hasHistory, turns }: WrittenLog,
  wanted: boolean,
  findings: Finding[],
): Promise<string | null> {
  if (!wanted || !hasHistory) return null;
  const pieces = encodeCheckpoint(state.id, boundary, statePieces(state, turns ?? []));
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (turns === null || length > FILE_LIMITS.checkpoint) {
    report(findings, 'write/checkpoint-size', 'The checkpoint is too large for fx and was left out, as fx does.');
    return null;
  }
  const digest = createHash('sha256');
  await staging.write(['checkpoint.json'], joined(pieces, digest));
  return digest.digest('hex');
}

/** Pieces of a file that may be large, not too small to be written one by one. */
async function* joined(pieces: readonly Uint8Array[], digest: Hash): AsyncGenerator<Uint8Array> {
  let batch: Uint8Array[] = [];
  let size = 0;
  for (const [index, piece] of pieces.entries()) {
    batch.push(piece);
    size += piece.length;
    if (size < BATCH_BYTES && index + 1 < pieces.length) continue;
    const bytes = Buffer.concat(batch, size);
    digest.update(bytes);
    yield bytes;
    batch = [];
    size = 0;
  }
}

async function writeDisplay(
  staging: StagingDirectory,
  display: DisplayMetadata | null,
  findings: Finding[],
): Promise<void> {
  if (display === null) return;
  const bytes = encodeDisplay(display);
  if (display.title === '' || bytes.length > FILE_LIMITS.display) {
    report(findings, 'write/display', 'The title is empty or too large for fx and was left out.');
    return;
  }
  await staging.write(['display.json'], bytes);
}

async function writeUsage(
  staging: StagingDirectory,
  sessionId: string,
  logged: UsageSnapshot,
  rich: UsageSnapshot | undefined,
  findings: Finding[],
): Promise<void> {
  const agrees = rich === undefined || agreesWith(rich, logged);
  if (!agrees) report(findings, 'write/usage', 'The rich usage disagrees with the log; fx would not use it.');
  const bytes = encodeUsageSidecar(sessionId, agrees ? (rich ?? logged) : logged);
  if (bytes.length > FILE_LIMITS.usage) report(findings, 'write/usage', 'The rich usage is too large for fx.');
  else await staging.write(['usage-v2.json'], bytes);
}

function identifiersOf(options: WriteSessionOptions): IdentifierSource {
  return options.identifiers ?? (options.seed === undefined ? randomIdentifiers() : seededIdentifiers(options.seed));
}

function report(findings: Finding[], rule: RuleId, message: string): void {
  findings.push({ rule, severity: 'warning', message });
}
