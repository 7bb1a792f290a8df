import type { SessionTarget } from '@fxlog/writer';
import type { FileSystem } from '@fxlog/writer/internal';
import type { CopiedSession, CopyOptions } from './copy/copied-session.js';
import type { RebindOptions, ReboundSession } from './rebind/rebound-session.js';
import type { RepairContext, RepairPlan } from './repair/repair-plan.js';
import type { Session } from './session.js';
import type { SessionDirectory } from './session-directory.js';
import type { StoreError } from './store-error.js';
import type { SessionPlace, SessionSummary } from './summary.js';
import type { SessionVerdict, VerifyOptions } from './verdict.js';

/**
 * What the store must know of one on-disk format: whose a directory is, what its small files say, how it is opened and judged. The listing, the
 * tree, the doctor and `openSession` go through this alone; they know no format by name.
 */
export interface StoreDialect {
  /** Stable name, the same in every layer. */
  readonly id: string;
  /**
   * Whether a directory is a session of this dialect. `certain` settles it; of those that say `perhaps` the last in the order of the registry has it.
   * It may be asked of anything, also of what is not a directory, and reads no more than a small file.
   */
  claims(directory: SessionDirectory): 'certain' | 'perhaps' | 'no';
  /**
   * The sessions in a directory of a sessions root that is not itself a session but a store of this dialect; null when it is not such a store.
   */
  nested?(dir: string, name: string): readonly SessionPlace[] | null;
  /** The session as its small files describe it. The log is not read. */
  summarize(directory: SessionDirectory): SessionSummary;
  /** The session for reading. Nothing is read before it is asked for. */
  open(directory: SessionDirectory): Promise<Session>;
  /** Everything that fx, and fxlog beyond it, has to say about the session. */
  verify(directory: SessionDirectory, options: VerifyOptions): Promise<SessionVerdict>;
  /** Copies a session; absent where it is not copied. @throws WriteError */
  copy?(dir: string, target: SessionTarget, options: CopyOptions): Promise<CopiedSession>;
  /** Moves a session to another workspace in its place; absent where a rewritten log does that, or nothing. @throws WriteError */
  rebind?(dir: string, workspace: string, options: RebindOptions): Promise<ReboundSession>;
  /** How a session is put into the trash. */
  readonly removal: {
    /** The files that fx locks as long as it has a session open, and while it writes to it, in the order in which it locks them. */
    readonly locks: readonly [string, ...string[]];
    /** The folder of a sessions root in which its sessions lie, apart from what fx keeps beside those of other formats; absent for the root itself. */
    readonly folder?: string;
    /** Says why a session is not to be moved now. @throws WriteError */
    refuse?(dir: string): Promise<void>;
  };
  /** How a damaged session is repaired; absent where it is not. */
  readonly repair?: {
    /** The file that fx locks as long as it has a session open. */
    readonly lock: string;
    /** Whether the log is of this dialect, where all that says whose the session is was lost; absent where the log alone is not enough. */
    ownsLog?(directory: SessionDirectory): Promise<boolean>;
    /** Why a session is left to fx, whatever is wrong with it; null where it is not. */
    refusal?(dir: string, verdict: SessionVerdict): StoreError | null;
    /** Decides what becomes of a session. @throws StoreError where nothing can be salvaged at all */
    plan(context: RepairContext): Promise<RepairPlan>;
    /** Tells what fx keeps beside its sessions of one that was repaired; absent where publishing it does that. */
    catalogue?(dir: string, fileSystem: FileSystem): Promise<void>;
  };
}
