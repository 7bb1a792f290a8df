import type { Finding } from '@fxlog/format';
import type { SessionTarget } from '@fxlog/writer';
import type { FileSystem } from '@fxlog/writer/internal';
import type { SessionVerdict } from '../verdict.js';
import type { QuarantinePlan } from './quarantine.js';
import type { LogRepair, RepairOptions } from './repair-report.js';

/** What a dialect is given to plan the repair of a session. */
export interface RepairContext {
  /** Absolute path of the damaged session, which is only read. */
  readonly source: string;
  /** What is wrong with it. */
  readonly before: SessionVerdict;
  readonly options: RepairOptions;
  readonly fileSystem: FileSystem;
  /** A session with more bytes than this is refused. */
  readonly maxBytes: number;
}

/** What is to become of a damaged session. Nothing of it is written yet. */
export interface RepairPlan {
  /** Id of the repaired session. */
  readonly id: string;
  readonly log: LogRepair;
  /** What the repaired session does not contain. */
  readonly quarantine: QuarantinePlan;
  /** What had to be decided, and what is lost. */
  readonly findings: readonly Finding[];
  /** Writes the repaired session. @throws WriteError */
  write(target: SessionTarget): Promise<{ readonly dir: string }>;
}
