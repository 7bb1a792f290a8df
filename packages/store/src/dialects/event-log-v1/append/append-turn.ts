import { resolve } from 'node:path';
import type { Turn } from '@fxlog/assembler';
import { eventLogTurn } from '@fxlog/assembler/internal';
import type { Finding, HistoryTurn, Int64, StateDocument } from '@fxlog/format';
import { findPairingFault } from '@fxlog/format/internal';
import { EventEncoder, type IdentifierSource, seededIdentifiers, type TurnDraft, WriteError } from '@fxlog/writer';
import {
  type AttachmentReader,
  AttachmentWriter,
  type FileSystem,
  type LogBoundary,
  nodeFileSystem,
  randomIdentifiers,
  withItemAsync,
} from '@fxlog/writer/internal';
import { AttachmentBuffer } from '../../../attachment-buffer.js';
import { withPointOfNoReturn } from '../../../point-of-no-return.js';
import { rootOf } from '../../../root/outdated-caches.js';
import type { CommittedPosition } from '../../../verdict.js';
import { movedOn } from '../change/open-committed.js';
import { type WritableSession, withWritableSession } from '../change/open-for-writing.js';
import { type Published, publishAround } from '../change/root-caches.js';
import { commitFrames } from './commit-frames.js';

/** How a turn is appended. Everything is optional. */
export interface AppendOptions {
  /** What the caller has read, from `verifySession`: the turn is refused when the session has moved on since. */
  readonly expected?: CommittedPosition;
  /**
   * Deal with what an interrupted writer left as fx does when it opens the session: finish or take back its commit, and cut off bytes that were
   * never committed. Default false: such a session is refused, since those bytes may be work that somebody wants back.
   */
  readonly recover?: boolean;
  /** Gives the bytes of images, tool results and command outputs that the turn refers to. */
  readonly readAttachment?: AttachmentReader;
  /** Makes every identifier a function of this text. */
  readonly seed?: string;
  readonly identifiers?: IdentifierSource;
  /** Milliseconds since the epoch, for a turn that carries no time. Default: the system's clock. */
  readonly clock?: () => number;
  /** How long to wait for each lock, in milliseconds. Default 2000, as fx does. */
  readonly timeoutMs?: number;
  /** Default: the real one. */
  readonly fileSystem?: FileSystem;
}

/** A turn that now is part of its session. */
export interface AppendedTurn {
  readonly id: string;
  readonly dir: string;
  /** The end of the log, which is what its watermark says. */
  readonly boundary: LogBoundary;
  /** Where the new frames begin: the end of the log before. */
  readonly offset: number;
  /** True when the turn was too long for a frame and was written inside a replacement of the whole state (event-log §4.4). */
  readonly isReplacement: boolean;
  readonly historyLength: number;
  readonly updatedAtMs: Int64;
  /** Bytes behind the old watermark that were cut off. */
  readonly discardedBytes: number;
  /** How the caches of the root learned of it. */
  readonly published: Published;
  readonly findings: readonly Finding[];
}

/**
 * Appends one turn to an existing session, under fx's own locks and by its commit protocol (session-directory §3.4), so that the next fx
 * finds a session like any other: readable, listed, resumable, with a fresh manifest and title.
 *
 * A crash at any moment leaves the session as it was or with the turn; where it left `commit.pending.json`, the next fx (or an append with
 * `recover`) settles the rest. A session that fx has open is refused, and so is one that fx would not open.
 *
 * @param turn fx's own object, the neutral one, or a turn with its time and totals; what is not stated stays as it was
 * @throws WriteError for what fx would refuse and for a session that is not what was read. With `published` true the turn stands
 *   nevertheless. Rule `lock/flock-unavailable` where no true flock can be had.
 *
 * @example
 * const { committed } = await verifySession(dir);
 * await appendTurn(dir, turn, { expected: committed });
 */
export async function appendTurn(
  dir: string,
  turn: HistoryTurn | Turn | TurnDraft,
  options: AppendOptions = {},
): Promise<AppendedTurn> {
  const { fileSystem = nodeFileSystem, recover = false, timeoutMs = 2000 } = options;
  const path = resolve(dir);
  return withPointOfNoReturn(path, 'The turn was committed', (passed) =>
    withWritableSession(fileSystem, path, { recover, timeoutMs }, async (writable) => {
      const { session, state, tailBytes } = writable;
      if (options.expected !== undefined) checkExpected(path, session.boundary, options.expected);
      const encoded = await withItemAsync(turn, 0, () => encodeTurn(writable, turn, options));
      const { workspace_root: workspace } = state;
      const { result: boundary, published } = await publishAround(
        fileSystem,
        {
          root: rootOf(path),
          id: session.id,
          workspaces: { before: workspace, after: workspace },
          updatedAtMs: encoded.state.updated_at_ms,
          timeoutMs,
          mayDefer: true,
        },
        (announce) => commitFrames(fileSystem, writable, { ...encoded, announce, passed, timeoutMs }),
      );
      return {
        id: session.id,
        dir: path,
        boundary,
        offset: session.boundary.offset,
        isReplacement: encoded.isReplacement,
        historyLength: encoded.state.history.length,
        updatedAtMs: encoded.state.updated_at_ms,
        discardedBytes: tailBytes,
        published,
        findings: encoded.findings,
      };
    }),
  );
}

function checkExpected(dir: string, { generation, seq, eventId, offset }: LogBoundary, read: CommittedPosition): void {
  const isSame =
    read.generation === generation &&
    BigInt(read.seq) === BigInt(seq) &&
    read.eventId === eventId &&
    read.bytes === offset;
  if (!isSame) throw movedOn(dir, `its watermark is at seq ${seq}, and was read at seq ${read.seq}`);
}

/** The frames of a turn, and what goes with them; nothing is written yet. */
async function encodeTurn(
  { session, state }: WritableSession,
  turn: HistoryTurn | Turn | TurnDraft,
  options: AppendOptions,
): Promise<{
  readonly frames: readonly Uint8Array[];
  readonly boundary: LogBoundary;
  readonly state: StateDocument;
  readonly isReplacement: boolean;
  readonly attachments: AttachmentBuffer;
  readonly identifiers: IdentifierSource;
  readonly findings: readonly Finding[];
}> {
  const findings: Finding[] = [];
  const attachments = new AttachmentBuffer(session.dir);
  const draft = toDraft(turn);
  refuseFaultyPairing(draft.turn);
  const writer = new AttachmentWriter(attachments, options.readAttachment, findings, state.history);
  const settled = await writer.settleTurn(draft.turn);
  const identifiers =
    options.identifiers ?? (options.seed === undefined ? randomIdentifiers() : seededIdentifiers(options.seed));
  const encoder = new EventEncoder({
    identifiers,
    keepHistory: true,
    start: { ...session.boundary, state },
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  });
  const frames = [...encoder.encode({ ...draft, turn: settled })];
  const next = encoder.state;
  if (next === null) throw new TypeError('a state that was known stays known');
  if (state.recovery_checkpoint !== undefined) {
    const message = 'An interrupted turn was waiting to be continued; with the new turn fx no longer offers that.';
    findings.push({ rule: 'change/recovery-dropped', severity: 'warning', message, file: 'events.jsonl' });
  }
  return {
    frames: frames.map(({ bytes }) => bytes),
    boundary: encoder.boundary,
    state: next,
    isReplacement: frames.length > 1,
    attachments,
    identifiers,
    findings,
  };
}

/** @throws WriteError for a turn that fx would read and then not send, so that every prompt fails. */
function refuseFaultyPairing(turn: HistoryTurn): void {
  const fault = findPairingFault(turn);
  if (fault === null) return;
  const message = `The turn is one that fx refuses to go on from: ${fault.reason}.`;
  throw new WriteError({
    rule: 'write/call-pairing',
    message,
    path: fault.path,
    item: 0,
    fxError: 'InvalidGatewayHistory',
  });
}

function toDraft(turn: HistoryTurn | Turn | TurnDraft): TurnDraft {
  if ('native' in turn) {
    const { native, timeMs, language } = turn;
    // Totals are those of the session the turn comes from, not of this one.
    return {
      turn: eventLogTurn(native),
      ...(timeMs === null ? {} : { timestamp_ms: timeMs }),
      ...(language === null ? {} : { conversation_language: language }),
    };
  }
  return 'turn' in turn ? turn : { turn };
}
