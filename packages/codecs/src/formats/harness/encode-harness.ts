import { type EncodeContext, type EncodedPiece, type Installation, type ItemBatches, splitMeta } from '../../codec.js';
import type { Timestamp } from '../../model/timestamp.js';
import type { TranscriptMeta } from '../../model/transcript.js';
import { CallIds } from './acceptable-names.js';
import { arrangeMessages } from './arrange-messages.js';
import type { OutgoingMessage } from './outgoing-message.js';
import type { LineBuffer } from './write-lines.js';

/** Writes the lines of one session, message by message. */
export interface HarnessWriter {
  readonly lines: LineBuffer;
  write(message: OutgoingMessage): void;
  /** Writes what stands behind the last message. */
  finish(): void;
}

/** What the encoders of harnesses differ in. */
export interface HarnessTarget {
  /** The id of the session: the wanted one where the program takes it, else one that follows from it. */
  idOf(wanted: string, timestamp: Timestamp): string;
  /** Where the session belongs, and how it is resumed there. */
  installation(meta: TranscriptMeta, sessionId: string): Omit<Installation, 'sessionId'>;
  /** Opens the session. `meta.cwd` is the default of the context where the transcript has none. */
  writer(meta: TranscriptMeta, sessionId: string, context: EncodeContext): HarnessWriter;
  /** Whether the program has slash commands of its own. Default: they become texts. */
  readonly hasCommands?: boolean | undefined;
  /** Whether the program does without results for the calls of a message. Default: it never does. */
  readonly allowsOpenCalls?: ((message: OutgoingMessage) => boolean) | undefined;
}

/** Items → the lines of a session that a program resumes. */
export async function* encodeHarness(
  items: ItemBatches,
  context: EncodeContext,
  target: HarnessTarget,
): AsyncGenerator<EncodedPiece, void, undefined> {
  const { meta, rest } = await splitMeta(items);
  const { report, defaults } = context;
  const wanted = defaults?.sessionId ?? meta.id;
  const sessionId = target.idOf(wanted, meta.timestamp);
  if (sessionId !== meta.id) {
    report({ code: 'renamed-id', where: {}, detail: `The session ${JSON.stringify(meta.id)} is called ${sessionId}.` });
  }
  const placed = { ...meta, cwd: meta.cwd ?? defaults?.cwd };
  context.onInstallation?.({ ...target.installation(placed, sessionId), sessionId });
  const writer = target.writer(placed, sessionId, context);
  const { allowsOpenCalls, hasCommands } = target;
  for await (const batch of arrangeMessages(rest, {
    report,
    callIds: new CallIds(sessionId),
    allowsOpenCalls,
    hasCommands,
  })) {
    for (const message of batch) writer.write(message);
    const piece = writer.lines.take();
    if (piece !== null) yield piece;
  }
  writer.finish();
  const piece = writer.lines.take();
  if (piece !== null) yield piece;
}
