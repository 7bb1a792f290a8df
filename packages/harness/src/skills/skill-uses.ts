import type { Session } from '@fxlog/store';
import { type LogOutcome, logOutcome } from '../permissions/log-outcome.js';
import { type ReadCallsOptions, readCalls } from '../recorded-calls.js';

/** What a session did with one skill. */
export interface SkillUse {
  readonly name: string;
  /** The directory that the model named; null where it named none, so that another skill of the name may be meant. */
  readonly location: string | null;
  /** Turns, from 1, in which at least one reading succeeded: several readings in a turn are one use. */
  readonly turns: readonly number[];
  readonly calls: number;
  readonly failures: number;
  /** What was read of it: `SKILL.md` and other files of its directory. */
  readonly resources: readonly string[];
  /** Bytes of its texts that went to the model. */
  readonly outputBytes: number;
}

/** A skill that a session installed, or tried to. */
export interface SkillInstall {
  /** The turn, from 1, and the call within it, from 1. */
  readonly turn: number;
  readonly call: number;
  readonly source: string;
  readonly skill: string | null;
  readonly outcome: LogOutcome['kind'];
}

/** What a session did with skills. */
export interface SessionSkills {
  readonly uses: readonly SkillUse[];
  readonly installs: readonly SkillInstall[];
}

/**
 * Says which skills a session loaded and installed (profile-and-tools §2.5). The catalogue that was offered to the model no session records.
 */
export async function skillUses(session: Session, options: ReadCallsOptions = {}): Promise<SessionSkills> {
  const uses = new Map<string, Uses>();
  const installs: SkillInstall[] = [];
  const recorded = await readCalls(session, options);
  for await (const { turn, calls } of recorded?.steps() ?? []) {
    for (const { number, tool, arguments: args, result } of calls) {
      const text = (key: string) => (typeof args?.[key] === 'string' ? (args[key] as string) : null);
      if (tool === 'install_skill') {
        const outcome = logOutcome(result).kind;
        const [source, skill] = [text('source') ?? '', text('skill')];
        installs.push({ turn: turn.index + 1, call: number, source, skill, outcome });
      }
      const name = text('name');
      if (tool !== 'skill' || name === null) continue;
      const key = JSON.stringify([name, text('location')]);
      const use = uses.get(key) ?? new Uses(name, text('location'));
      uses.set(key, use);
      use.calls++;
      if (result?.status !== 'success') use.failures++;
      else {
        use.inTurns.add(turn.index + 1);
        use.ofResources.add(text('resource') ?? 'SKILL.md');
        use.outputBytes += Number(result.outputBytes ?? result.storedOutputBytes);
      }
    }
  }
  return { uses: [...uses.values()].map((use) => use.report()), installs };
}

class Uses {
  readonly inTurns = new Set<number>();
  readonly ofResources = new Set<string>();
  calls = 0;
  failures = 0;
  outputBytes = 0;

  constructor(
    readonly name: string,
    readonly location: string | null,
  ) {}

  report(): SkillUse {
    const { name, location, calls, failures, outputBytes } = this;
    const [turns, resources] = [[...this.inTurns], [...this.ofResources]];
    return { name, location, turns, calls, failures, resources, outputBytes };
  }
}
