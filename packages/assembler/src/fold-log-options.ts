import type { FileHandle } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Finding } from '@fxlog/format';
import { LogError, type ReadOptions, type ResumeToken, type Source } from '@fxlog/reader';
import { checkToken, type FileBeginning, isFileBeginning, positionOf, toToken } from '@fxlog/reader/internal';
import { foldDialectOf } from './dialects/index.js';
import type { FoldOutcome, FoldPoint } from './fold.js';
import type { SessionState } from './session-state.js';
import type { HistoryEntry } from './turn.js';

/** What a file beside the log says of a turn that is under way. */
export interface UnfinishedTurn {
  /** The turn, the last of the history; null where the file does not count. */
  readonly entry: HistoryEntry | null;
  /** Why it does not. */
  readonly findings: readonly Finding[];
}

/** Options of everything that folds a log. */
export interface FoldLogOptions extends Omit<ReadOptions, 'start' | 'onSkip'> {
  /** Begin behind this place with what was folded up to there; a token that a fold gave, not a reader. Default: the first byte. */
  readonly start?: ResumeToken | undefined;
  /**
   * Reads a body that lies beside the log, by the name that the log has for it (in the store `v2/`: `blobs/<SHA-256>`); null when it is not
   * there. Left out, none is, and a turn with a piece in such a body is a fault.
   */
  readonly readBlob?: ((name: string) => Uint8Array | null) | undefined;
  /**
   * Reads what a file beside the log says of a turn that is under way and that no line tells of. It is asked at the end of the log, and while a
   * log is followed again and again.
   *
   * @param state what the log folds to
   * @param turns entries of its history
   */
  readonly unfinished?: ((state: SessionState, turns: number) => UnfinishedTurn | null) | undefined;
  /** Refuse a log that ends inside a state replacement, as fx does when it opens a session; default false. */
  readonly requireNoTorn?: boolean | undefined;
}

/**
 * The reader's options, and the fold's start, from those of the caller.
 *
 * @throws TokenError for a token that is none; LogError `InvalidReductionStart` for one of a place in the middle without a folded state.
 */
export function toFoldStart(options: FoldLogOptions): {
  readonly read: Omit<ReadOptions, 'start'>;
  readonly start: FoldPoint | undefined;
} {
  const { start: token, requireNoTorn: _, readBlob: __, unfinished: ___, ...read } = options;
  return { read, start: token === undefined ? undefined : pointOf(token, options.file) };
}

function pointOf(token: ResumeToken, file: string | undefined): FoldPoint | undefined {
  checkToken(token);
  if (token.offset === 0) return undefined;
  const position = positionOf(token);
  if (token.state !== undefined) return foldDialectOf(token.dialect ?? undefined).decodePoint(token.state, position);
  throw new LogError({
    fxError: 'InvalidReductionStart',
    rule: 'log/reduction-start',
    message: 'this resume token has no folded state; without it a log can only be folded from its beginning',
    offset: token.offset,
    length: 0,
    line: token.line,
    file,
  });
}

/** The token of a place, with what was folded up to there. */
export function tokenOf(point: FoldPoint): ResumeToken {
  const { native } = point.state;
  return toToken(point.position, { state: foldDialectOf(native.dialect).encodePoint(point) });
}

/** The name of a source in findings. */
export function nameOf(source: Source): string | undefined {
  if (typeof source === 'string') return source;
  if (source instanceof URL) return fileURLToPath(source);
  return isFileBeginning(source) ? source.file : undefined;
}

/** Whether the same bytes can be read again, and from the middle. */
export function isSeekable(source: Source): source is string | URL | Uint8Array | FileHandle | FileBeginning {
  if (typeof source === 'string' || source instanceof URL || source instanceof Uint8Array) return true;
  return isFileBeginning(source) || ('fd' in source && 'stat' in source && 'read' in source);
}

/** The turn in flight that a file beside the log tells of; what there is to say of that file goes to `onFinding`. */
export function turnBeside(
  { unfinished }: FoldLogOptions,
  { state, turns }: Pick<FoldOutcome, 'state' | 'turns'>,
  onFinding: FoldLogOptions['onFinding'],
): HistoryEntry | null {
  const found = state === null ? null : (unfinished?.(state, turns) ?? null);
  for (const finding of found?.findings ?? []) onFinding?.(finding);
  return found?.entry ?? null;
}
