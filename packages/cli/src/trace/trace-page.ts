import { sessionProcesses } from '@fxlog/harness';
import { readCalls } from '@fxlog/harness/internal';
import type { Session, SessionVerdict } from '@fxlog/store';
import { describeSession, formatName } from '@fxlog/store/internal';
import { countOf, isoTime } from '../output/measures.js';
import { terminalText } from '../output/terminal-text.js';

/** The page of a bundle that a person reads first: what the session is, what is wrong with it, what it did, what is not in the bundle. */
export async function tracePage(
  session: Session,
  verdict: SessionVerdict,
  leftOut: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const summary = describeSession(session.dir);
  const tools = new Map<string, { calls: number; failed: number }>();
  let interrupted = 'none';
  const recorded = await readCalls(session, { signal });
  for await (const turn of recorded?.turns() ?? []) {
    interrupted = turn.end.kind === 'interrupted' ? `turn ${turn.index + 1}, ${turn.end.reason}` : 'none';
    if (turn.end.kind === 'running') interrupted = `turn ${turn.index + 1}, under way`;
  }
  for await (const { calls } of recorded?.steps() ?? []) {
    for (const { tool, result } of calls) {
      const known = tools.get(tool) ?? { calls: 0, failed: 0 };
      tools.set(tool, { calls: known.calls + 1, failed: known.failed + (result?.status === 'failure' ? 1 : 0) });
    }
  }
  const processes = (await sessionProcesses(session, { signal })).filter(({ kind }) => kind !== 'command');
  const time = (ms: number | bigint | null) => (ms === null ? 'not recorded' : (isoTime(ms) ?? 'not recorded'));
  const { errors, warnings } = countSeverities(verdict);
  const section = (title: string, lines: readonly string[]) => [
    '',
    `## ${title}`,
    '',
    ...(lines.length === 0 ? ['- none'] : lines.map((line) => `- ${terminalText(line)}`)),
  ];
  const lines = [
    '# Trace of a session of fx',
    '',
    'Secrets, names of users and addresses of people are placeholders, pictures are of one pixel. Prompts, outputs and paths are still in it:',
    'look through it before you give it away.',
    ...section('Summary', [
      `session: ${session.id}, ${formatName(session.format)}`,
      `begun: ${time(summary.createdAtMs)}; last changed: ${time(summary.updatedAtMs)}`,
      `model: ${summary.model ?? 'not recorded'}; effort: ${summary.effort ?? 'not recorded'}`,
      `workspace: ${summary.workspaceRoot ?? 'not recorded'}`,
      'mode, network calls, answers to questions about permissions, version of fx: not recorded',
    ]),
    ...section('Problems', [
      `fx reads it: ${wordOf(verdict.readable)}; lists it: ${verdict.listed ? 'yes' : 'no'}; resumes it: ${wordOf(verdict.resumable)}`,
      `${countOf(errors, 'error')}, ${countOf(warnings, 'warning')}: see findings.json`,
    ]),
    ...section('Interrupted turn at the end', [recorded === null ? 'the log cannot be read' : interrupted]),
    ...section(
      'Tool calls',
      [...tools].map(([tool, { calls, failed }]) => `${tool}: ${countOf(calls, 'call')}, ${failed} failed`),
    ),
    ...section(
      'Background and child sessions',
      processes.map(({ kind, command, id, state }) => {
        const name = command ?? id ?? 'not recorded';
        return `${kind} ${name}: ${state === null ? 'not recorded' : state.name === 'running' ? 'last known running' : state.name}`;
      }),
    ),
    ...section('Not in here', leftOut),
  ];
  return `${lines.join('\n')}\n`;
}

function wordOf(verdict: SessionVerdict['readable']): string {
  return verdict.ok ? 'yes' : `no (${verdict.error ?? 'not judged'})`;
}

function countSeverities({ findings }: SessionVerdict): { readonly errors: number; readonly warnings: number } {
  const count = (wanted: string) => findings.filter(({ severity }) => severity === wanted).length;
  return { errors: count('error'), warnings: count('warning') };
}
