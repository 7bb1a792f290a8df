import type { LossCode, ReportLoss } from '../../loss.js';
import type { Timestamp } from '../../model/timestamp.js';
import type { Block, StopReason, Usage } from '../../model/transcript.js';

/** A block on its way out, and where it comes from. */
export interface PlacedBlock<B extends Block = Block> {
  readonly block: B;
  /** Index of its message in the conversation that came in. */
  readonly message: number;
  /** Its index in that message. */
  readonly index: number;
}

/** A message on its way out: blocks of its role alone, results in front, each call answered directly behind its message. */
export interface OutgoingMessage {
  readonly role: 'user' | 'assistant';
  readonly blocks: PlacedBlock[];
  /** Index of the message in the conversation that came in. */
  readonly index: number;
  readonly timestamp: Timestamp;
  readonly model?: string | undefined;
  readonly stop_reason?: StopReason | undefined;
  readonly usage?: Usage | undefined;
}

/** Says what became of a block. */
export function loseBlock(report: ReportLoss, code: LossCode, { message, index }: PlacedBlock, detail: string): void {
  report({ code, where: { message, block: index }, detail });
}

/** Whether a block is of a type, for narrowing a placed one. */
export function isPlaced<T extends Block['type']>(
  placed: PlacedBlock,
  type: T,
): placed is PlacedBlock<Extract<Block, { readonly type: T }>> {
  return placed.block.type === type;
}
