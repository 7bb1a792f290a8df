/**
 * The large values of a state document, each decoded as a whole once it is complete (event-log §3.13, §5.4).
 */
import { JsonError, type JsonValue, locatePointer, parseJson } from '@fxlog/json';
import type { Fault } from '../../../frame-error.js';
import type { FxErrorName } from '../../../fx-error-name.js';
import { ruleById } from '../../../rules/index.js';
import { nameInTurn, runValidator } from '../../../shape.js';
import { contentValidators } from '../generated/content-validators.js';
import type { HistoryTurn, RecoveryCheckpoint, UsageSnapshot } from '../generated/types.js';
import { judgeUsage } from '../meaning/event.js';
import { settleExecution, settleHistoryTurn, settleUser } from '../meaning/history-turn.js';
import { judgePermissionState, nameInDurableField } from './permission-state.js';
import { exceedsUsageScratch } from './usage-scratch.js';

export type PieceKind = 'history_turn' | 'permission_state' | 'usage' | 'recovery_checkpoint';

/** What is wrong with a piece; `offset` counts bytes from its start, `path` is relative to it. */
export interface PieceFault extends Fault {
  readonly message: string;
  readonly offset: number;
  /** Whether the bytes are not JSON, so that the fault shows before the piece is complete. */
  readonly isGrammar: boolean;
}

/**
 * Decodes the piece that lies at `start` up to `end`.
 *
 * Faults of usage are always `InvalidSessionFormat` here; a turn, the permission state and the checkpoint keep their own names
 * (event-log §9). What a checkpoint must not exceed and which schema the permission state may have is left to the end of the document.
 */
export function decodePiece(
  kind: PieceKind,
  bytes: Uint8Array,
  start: number,
  end: number,
): { readonly value: unknown } | PieceFault {
  let tree: JsonValue;
  try {
    tree = parseJson(bytes, { start, end });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const offset = error.offset - start;
    return {
      rule: 'state/json',
      fxError: 'InvalidSessionFormat',
      message: grammarMessage(error),
      offset,
      path: '',
      isGrammar: true,
    };
  }
  const fault = judge(kind, tree);
  if (fault === null) return { value: tree };
  const offset = Math.max(0, locatePointer(bytes, fault.path, { start, end }) - start);
  const { title } = ruleById(fault.rule);
  const message = fault.detail === undefined ? title : `${title}: ${fault.detail}`;
  return { ...fault, message, offset, isGrammar: false };
}

/** The sentence of a JSON error without its position, which counts from the piece and not from the document. */
export function grammarMessage(error: JsonError): string {
  return error.message.replace(/ \(byte \d+\)$/, '');
}

/** Root of the pointers of a piece while it is judged, so that its own keys are not taken for those of a frame. */
const ROOT = '/piece';

function judge(kind: PieceKind, tree: JsonValue): Fault | null {
  const fault = judgeShapeAndMeaning(kind, tree);
  return fault === null ? null : { ...fault, path: fault.path.slice(ROOT.length) };
}

function judgeShapeAndMeaning(kind: PieceKind, tree: JsonValue): Fault | null {
  switch (kind) {
    case 'history_turn':
      return (
        runValidator(contentValidators.history_turn, tree, ROOT, nameInTurn).fault ??
        settleHistoryTurn(tree as unknown as HistoryTurn, ROOT)
      );
    case 'permission_state':
      return judgePermissionState(tree, ROOT);
    case 'usage':
      if (exceedsUsageScratch(tree)) return { rule: 'state/usage-too-large', path: ROOT, fxError: 'OutOfMemory' };
      return folded(
        runValidator(contentValidators.usage, tree, ROOT).fault ??
          judgeUsage(tree as unknown as UsageSnapshot, ROOT, 'InvalidSessionFormat'),
      );
    case 'recovery_checkpoint': {
      const { fault } = runValidator(contentValidators.recovery_checkpoint, tree, ROOT, nameInCheckpoint);
      if (fault !== null) return fault;
      const checkpoint = tree as unknown as RecoveryCheckpoint;
      return settleUser(checkpoint.user, `${ROOT}/user`) ?? settleExecution(checkpoint.execution, `${ROOT}/execution`);
    }
  }
}

/** Its user and its execution are those of a turn; the other fields are single values. */
function nameInCheckpoint(path: string, keyword: string): FxErrorName {
  const isPartOfTurn = path.startsWith(`${ROOT}/user/`) || path.startsWith(`${ROOT}/execution/`);
  return (isPartOfTurn ? nameInTurn : nameInDurableField)(path, keyword);
}

function folded(fault: Fault | null): Fault | null {
  return fault === null ? null : { ...fault, fxError: 'InvalidSessionFormat' };
}
