import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { CommandContext } from '../command-context.js';
import { UsageError } from '../exit-code.js';

/**
 * The folder in which a program looks for its sessions (other-harnesses §1.1, §2.1, §3.1).
 *
 * @throws UsageError for a format that no program resumes
 */
export function programHome({ env, cwd }: CommandContext, codec: string): string {
  const home = env.HOME || homedir();
  const from = (variable: string, ...below: string[]) => {
    const value = env[variable];
    return value ? join(resolve(cwd, value), ...below) : null;
  };
  switch (codec) {
    case 'claude-code':
      return from('CLAUDE_CONFIG_DIR', 'projects') ?? join(home, '.claude', 'projects');
    case 'codex':
      return from('CODEX_HOME', 'sessions') ?? join(home, '.codex', 'sessions');
    case 'pi':
      return (
        from('PI_CODING_AGENT_SESSION_DIR') ??
        from('PI_CODING_AGENT_DIR', 'sessions') ??
        join(home, '.pi', 'agent', 'sessions')
      );
    default:
      throw new UsageError(
        `no program looks for ${codec}`,
        '--install is for fx, claude-code, codex and pi; -o PATH writes anywhere.',
      );
  }
}
