import { createHash } from 'node:crypto';
import type { HistoryTurn } from '@fxlog/format';
import type { RecoveryCheckpoint } from '@fxlog/format/internal';
import { stateTurn } from '@fxlog/format/internal';
import { durableText } from '../../durable-text.js';
import type { FoldedEntry } from '../../fold.js';
import type { HistoryEntry, TurnSource } from '../../turn.js';
import { buildEntry } from './build-turn.js';
import type { EventLogTurn } from './native.js';

/** The turn of a recovery checkpoint, which was under way when the checkpoint was set (event-log §3.11). */
export class RunningEntry implements FoldedEntry {
  readonly facts = null;
  readonly isCompaction = false;

  /** @param checkpoint reads it; where it stands in a frame of its own, that is kept */
  constructor(
    readonly index: number,
    readonly source: TurnSource,
    readonly checkpoint: () => RecoveryCheckpoint,
    readonly keep: () => void,
  ) {}

  build(): HistoryEntry {
    const { turn: raw } = this.native();
    const entry = buildEntry(raw, this.index, this.source, null);
    if (entry.type !== 'turn') throw new TypeError('A turn that is under way is no compaction.');
    const { assistant_source: text } = this.checkpoint();
    const end = { kind: 'running', text: durableText(text).text === '' ? null : text } as const;
    return { type: 'turn', turn: { ...entry.turn, end, native: this.native() } };
  }

  /** fx has no form for a turn that has not ended but the checkpoint itself; beside it stands what fx would commit if it were cancelled now. */
  native(): EventLogTurn {
    const checkpoint = this.checkpoint();
    const { user, execution, assistant_source: text } = checkpoint;
    const turn: HistoryTurn = {
      kind: 'interrupted',
      user,
      assistant: durableText(text).text === '' ? null : text,
      tool_call: null,
      completed_tool_names: [],
      execution,
    };
    return { dialect: 'event-log-v1', turn, checkpoint };
  }

  digest(): string {
    return createHash('sha256').update(stateTurn(this.native().turn)).digest('base64');
  }
}
