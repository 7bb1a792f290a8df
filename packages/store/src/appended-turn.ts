/** What it takes to append a turn to the log of a session, in whichever of fx's newer formats it is. */
import type { Turn } from '@fxlog/assembler';
import type { ConversationTurn } from '@fxlog/assembler/internal';
import type { Finding, Int64, Uint64 } from '@fxlog/format';
import { WriteError } from '@fxlog/writer';
import {
  closing,
  type DialectLoss,
  type FileSystem,
  type ImageNumbers,
  orUndo,
  type ReportDialectLoss,
  type SessionContent,
  WRITTEN_DIALECTS,
  wholeEntry,
  withOwnNumbers,
  writeDialectOf,
} from '@fxlog/writer/internal';

/** How a turn is appended. Everything is optional. */
export interface ConversationAppendOptions {
  /** The end of the log as the caller has read it: the turn is refused when the session has moved on since. */
  readonly expected?: { readonly seq: Uint64; readonly bytes: number };
  /**
   * Deal with what an interrupted writer left as fx does when it opens the session: cut off an incomplete last line, and cut off or end a turn without an
   * end. Default false: such a session is refused, since those lines may be work that somebody wants back.
   */
  readonly recover?: boolean;
  /**
   * Gives the bytes of a file that the turn refers to, by its path in a session directory (`images/…`, `tool-results/…`, `logs/commands/…`), or null when
   * there is none. Default: there are none but those that the session has already.
   */
  readonly readFile?: SessionContent['readFile'];
  /** Told what of a turn of another format cannot be carried. */
  readonly report?: ReportDialectLoss;
  /** Milliseconds since 1970-01-01 UTC, for a turn that carries no time. Default: the system's clock. */
  readonly clock?: () => number;
  /** How long to wait for each lock, in milliseconds. Default 2000, as fx does. */
  readonly timeoutMs?: number;
  /** Default: the real one. */
  readonly fileSystem?: FileSystem;
}

/** A turn that now is part of its session. */
export interface AppendedConversationTurn {
  readonly id: string;
  readonly dir: string;
  /** Where its lines begin, in bytes from the start of the log. */
  readonly offset: number;
  /** The end of the log, behind its last line. */
  readonly end: { readonly seq: Uint64; readonly bytes: number };
  readonly updatedAtMs: Int64;
  /** Bytes that were cut off before. */
  readonly discardedBytes: number;
  readonly findings: readonly Finding[];
}

/** The end of a log that a turn may be written behind; `bytes` and `seq` are the end of what stays. */
export interface LogEnd {
  readonly seq: Uint64;
  readonly bytes: number;
  /** Of the file, in bytes: what lies behind `bytes` is cut off. */
  readonly size: number;
  readonly ino: bigint;
}

/** A turn in the words of the conversation log, with what it needs to be whole. */
export interface WholeTurn {
  readonly turn: ConversationTurn;
  readonly timeMs: Int64;
  readonly readFile: SessionContent['readFile'];
}

/**
 * Brings a turn of any format to the words of the conversation log, so that fx loads it.
 *
 * @param numbers of the images that the session has
 * @throws WriteError `write/unended-turn` for a summary, and for a turn without an end.
 */
export async function wholeTurn(
  dir: string,
  turn: Turn | ConversationTurn,
  numbers: ImageNumbers,
  { readFile = async () => null, report = () => undefined, clock = Date.now }: ConversationAppendOptions,
): Promise<WholeTurn> {
  const lose = (code: DialectLoss['code'], path: string, detail: string, count?: number) =>
    report({ code, where: { path }, detail, count });
  checkTurn(turn);
  const native = 'native' in turn ? turn.native : ({ dialect: 'conversation-log', turn } as const);
  const entry = await brokenByItsShape(() => writeDialectOf(native.dialect).toConversation(native, { readFile, lose }));
  const given = entry?.native.turn;
  if (entry === null || given === undefined || 'summary' in given || given.end === null) {
    throw new WriteError({
      rule: 'write/unended-turn',
      message: 'Only a turn that has ended can be appended.',
      file: dir,
    });
  }
  const { turn: own, files: made } = await brokenByItsShape(async () => wholeEntry(given, lose));
  if ('summary' in own) throw new TypeError('A turn does not become a summary.');
  return {
    turn: withOwnNumbers(own, numbers, lose),
    timeMs: ('native' in turn ? turn.timeMs : null) ?? clock(),
    readFile: async (path) => entry.files.get(path) ?? made.get(path) ?? readFile(path),
  };
}

/** What a turn in the words of the conversation log is made of. */
const MEMBERS = { user: 'an object', steps: 'a list', steering: 'a list' } as const;

/** @throws WriteError with the rule and the path of what is not there, or of another kind */
function checkTurn(turn: unknown): void {
  const given = requireKind(turn, '', 'an object');
  if ('native' in given) {
    const { dialect } = requireKind(given.native, '/native', 'an object');
    if (WRITTEN_DIALECTS.includes(String(dialect))) return;
    throw badTurn('/native/dialect', `${JSON.stringify(dialect)} is no format of turns`);
  }
  for (const [key, kind] of Object.entries(MEMBERS)) requireKind(given[key], `/${key}`, kind);
  if (given.end !== null) requireKind(given.end, '/end', 'an object');
}

function requireKind(value: unknown, path: string, kind: 'an object' | 'a list'): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && Array.isArray(value) === (kind === 'a list'))
    return value as Record<string, unknown>;
  const is =
    value === undefined ? 'missing' : value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
  throw badTurn(path, `it is ${is}, and must be ${kind}`, value === undefined ? 'shape/missing-key' : 'shape/type');
}

function badTurn(
  path: string,
  what: string,
  rule: 'shape/type' | 'shape/missing-key' = 'shape/type',
  cause?: unknown,
): WriteError {
  const place = path === '' ? 'The turn' : `${path} of the turn`;
  return new WriteError({ rule, message: `${place} cannot be appended: ${what}.`, item: 0, path }, { cause });
}

/** A value deeper in a turn that is not what its type says breaks what is made of it. */
async function brokenByItsShape<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw badTurn('', `it is not of the shape of a turn (${error.message})`, 'shape/type', error);
  }
}

/** @throws WriteError `change/moved-on` where the log does not end as the caller has read it. */
export function checkExpected(dir: string, { seq, bytes }: LogEnd, read: ConversationAppendOptions['expected']): void {
  if (read === undefined || (BigInt(read.seq) === BigInt(seq) && read.bytes === bytes)) return;
  throw movedOn(dir, `its log ends with line ${seq}, and was read up to line ${read.seq}`);
}

/**
 * One write behind the last line that stays, synced; `passed` is called once it stands. What fails is taken back by cutting it off (newer-formats §4.6).
 *
 * @throws WriteError `change/moved-on` where the log is not the one that was looked at.
 */
export async function writeBehind(
  fileSystem: FileSystem,
  path: string,
  log: LogEnd,
  lines: Uint8Array,
  passed: () => void,
): Promise<void> {
  const file = await fileSystem.open(path, 'update');
  await closing(file, async () => {
    const stat = await file.stat();
    if (stat.kind !== 'file' || stat.size !== BigInt(log.size) || stat.ino !== log.ino) {
      throw movedOn(path, 'another writer has changed it');
    }
    if (log.size > log.bytes) {
      await file.truncate(log.bytes);
      await file.sync();
    }
    await orUndo(
      async () => {
        await file.write(lines, log.bytes);
        await file.sync();
      },
      async () => {
        await file.truncate(log.bytes);
        await file.sync();
      },
    );
    passed();
  });
}

function movedOn(file: string, what: string): WriteError {
  return new WriteError({
    rule: 'change/moved-on',
    message: `${file} is not what was read: ${what}. Read it again.`,
    file,
  });
}
