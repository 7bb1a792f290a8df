/**
 * What a dialect brings so that a session can be written in its format, whatever format it comes from. The hosts know no dialect by name.
 *
 * Formats are steps of a ladder with the conversation log in the middle: each knows how to make its turns of the middle's and the middle's of its own,
 * one turn at a time. What a step cannot carry it reports.
 */
import type { Compaction, Turn } from '@fxlog/assembler';
import type { ConversationLogTurn, NativeTurn } from '@fxlog/assembler/internal';
import type { Finding, Int64, Uint64 } from '@fxlog/format';
import type { ConversationManifest, SavedPermissions, UsageSnapshot } from '@fxlog/format/internal';
import type { FileSystem } from './fs/file-system.js';
import type { IdentifierSource } from './identifiers.js';
import type { SessionFile, SessionTarget } from './session-target.js';

/** Something that the format written has no place for, or that stands in it changed. The codes are those of the rules `codec/…`. */
export interface DialectLoss {
  readonly code:
    | 'dropped-usage'
    | 'dropped-image'
    | 'dropped-lineage'
    | 'dropped-time'
    | 'dropped-extra'
    | 'dropped-record'
    | 'moved-output'
    | 'moved-text'
    | 'unsure-output'
    | 'missing-artifact'
    | 'orphan-result'
    | 'open-call'
    | 'non-utf8-text'
    | 'changed-arguments'
    | 'compaction-applied'
    | 'renamed-id'
    | 'default-value'
    | 'unknown-key'
    | 'skipped-entry'
    | 'bad-line';
  readonly where: {
    /** JSON Pointer into the turn as its own format spells it. */
    readonly path?: string | undefined;
    readonly file?: string | undefined;
    /** The line of the source where the turn begins. */
    readonly seq?: Uint64 | undefined;
    /** Bytes from the start of the source to that line. */
    readonly offset?: number | undefined;
    /** Line of the source, from 1. */
    readonly line?: number | undefined;
    /** Index of the entry in the history, from 0. */
    readonly turn?: number | undefined;
  };
  /** What exactly, in one sentence. */
  readonly detail: string;
  /** How many things this one report stands for; default 1. */
  readonly count?: number | undefined;
}

/** How the parts of a dialect tell what they cannot carry. */
export type ReportDialectLoss = (loss: DialectLoss) => void;

/** Who a session is, in the words that all formats share. */
export interface SessionHead {
  /** Session id; null for a new one of the shape that the fx of the format makes. */
  readonly id: string | null;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly createdAtMs: Int64;
  /** Milliseconds since 1970-01-01 UTC; an entry that is later moves it. */
  readonly updatedAtMs: Int64;
  /** Absolute path. */
  readonly workspaceRoot: string;
  readonly originWorkspaceRoot: string;
  /** Language of the conversation, `und` where it is not known. */
  readonly language: string;
  readonly provider: ConversationManifest['provider'];
  readonly model: string;
  readonly effort: string;
  readonly fastMode: boolean;
  readonly ultrafastMode: boolean;
  readonly title: string | null;
  /** Whether another session started this one. */
  readonly isChild: boolean;
}

/** A turn or a compaction, of which `native` is written; what is null is not known. */
export type EntryDraft = Pick<Turn | Compaction, 'native' | 'timeMs' | 'language' | 'usage'> & {
  /** Where it comes from, for what is reported of it. */
  readonly source?: Turn['source'] | undefined;
};

/** From here on the session is asked of another model. */
export interface ModelChange {
  readonly model: string;
  readonly timeMs: Int64;
}

/** What a conversation consists of, in its order. */
export type SessionItem = EntryDraft | ModelChange;

/** A whole session on its way into another directory. Nothing of it is read before it is asked for. */
export interface SessionContent {
  readonly head: SessionHead;
  /** One by one or in batches; can be walked once. */
  readonly items: AsyncIterable<SessionItem | readonly SessionItem[]> | Iterable<SessionItem | readonly SessionItem[]>;
  /** Whether outputs that stand in the turns themselves are known to be whole. Default: no, since event logs do not say. */
  readonly areOutputsWhole?: boolean | undefined;
  /**
   * Gives the bytes of a file that the turns refer to, by its path in a session directory (`images/…`, `tool-results/…`, `logs/commands/…`), or null
   * when there is none. The path comes from the turns: whoever answers must not let it out of the session.
   */
  readonly readFile: (path: string) => Promise<Uint8Array | null>;
  /** Files to be taken over as they are, known only once the items have all been given. */
  readonly lateFiles?: (() => Iterable<SessionFile>) | undefined;
  /** The saved rules; null for none. */
  readonly permissions: SavedPermissions | null;
  /** What the session has cost so far; null where that is not known. */
  readonly usage: UsageSnapshot | null;
}

/** How a session is written. */
export interface WriteContentOptions {
  readonly report: ReportDialectLoss;
  /** Where identifiers come from. Default: random ones. */
  readonly identifiers?: IdentifierSource | undefined;
  /** Milliseconds since 1970-01-01 UTC, of what has no time of its own. Default: the system's clock. */
  readonly clock?: (() => number) | undefined;
  /** Whether the turns of an event log may be held in memory, so that fx finds a checkpoint. Default false. */
  readonly keepHistory?: boolean | undefined;
  /** Called when everything was written and nothing stands yet; what it throws ends it there. */
  readonly check?: (() => void) | undefined;
  /** Default: the real one. */
  readonly fileSystem?: FileSystem | undefined;
}

/** A session that now stands on the disk. */
export interface WrittenContent {
  readonly id: string;
  readonly dir: string;
  /** What fx will miss or complain about, all of it warnings. */
  readonly findings: readonly Finding[];
}

/** An entry in the words of the conversation log. */
export interface MiddleEntry {
  readonly native: ConversationLogTurn;
  /** Files that it refers to and that no file of the source holds, by their path in a session directory. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** What a step to the middle of the ladder may ask and tell. */
export interface ClimbContext extends Pick<SessionContent, 'readFile' | 'areOutputsWhole'> {
  /** Tells what of the entry cannot be carried, with a JSON Pointer into it. */
  lose(code: DialectLoss['code'], path: string, detail: string, count?: number): void;
}

/** The part of a dialect that this package needs. */
export interface WriteDialect {
  /** Stable name, the same in every layer. */
  readonly id: string;
  /** The folder of a sessions root in which its sessions lie; absent where they lie in the root itself. */
  readonly folder?: string;
  /** Whether an entry that is of this dialect already is written as it is, and need not be brought to the conversation log. Absent: none is. */
  takesOwn?(native: NativeTurn): boolean;
  /** An entry of this dialect in the words of the conversation log; null where nothing is left of it. */
  toConversation(native: NativeTurn, context: ClimbContext): Promise<MiddleEntry | null>;
  /**
   * Writes a complete new session directory, mode 0700, its files 0600, and never touches an existing one: a crash at any moment leaves nothing or
   * all of it. The entries are of this dialect or of the conversation log: {@link writeContent} sees to that.
   *
   * @throws WriteError for what fx would refuse, for a place that is taken, and for what could not be written.
   */
  write(session: SessionContent, target: SessionTarget, options: WriteContentOptions): Promise<WrittenContent>;
}
