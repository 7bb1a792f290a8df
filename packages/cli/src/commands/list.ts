import type { Finding } from '@fxlog/format';
import { type JsonObject, stringifyJson } from '@fxlog/json';
import type { RootListing, SessionSummary } from '@fxlog/store';
import type { StrayEntry } from '@fxlog/store/internal';
import type { Command, CommandContext, RootOption } from '../command-context.js';
import { ExitCode } from '../exit-code.js';
import { uniquePrefixLength } from '../input/session-prefix.js';
import { openSessionsRoot } from '../input/sessions-root.js';
import { workspacePath } from '../input/workspace-path.js';
import { countOf, isoTime } from '../output/measures.js';
import type { Output } from '../output/output.js';
import { terminalText } from '../output/terminal-text.js';
import { renderSessionList } from '../render/session-list.js';
import { findingToJson } from '../report/finding-json.js';

export interface ListCommandOptions extends RootOption {
  readonly workspace?: string;
  readonly limit?: number;
  readonly all?: boolean;
  readonly local?: boolean;
}

const DEFAULT_LIMIT = 100;
const SESSIONS_PER_WRITE = 256;

/** `fxlog list`: the sessions of one root, newest first, from their small files alone. */
export const list: Command<[], ListCommandOptions> = async (context, _args, options) => {
  const { output } = context;
  const listing = await (await openSessionsRoot(context, options.root)).list({ signal: context.interrupt.signal });
  const workspace = options.workspace === undefined ? undefined : await workspacePath(context.cwd, options.workspace);
  const selected = listing.sessions.filter(
    (session) =>
      workspace === undefined || session.workspaceRoot === workspace || session.workspaceRoot === options.workspace,
  );
  const limit = options.limit ?? (options.all === true ? Number.POSITIVE_INFINITY : DEFAULT_LIMIT);
  const shown = selected.slice(0, limit);
  const strays = listing.strays.filter((stray) => options.all === true || !stray.known);
  const findings = listing.findings;

  if (options.json === true) {
    await printJson(output, { root: listing.root, total: selected.length, sessions: shown, strays, findings });
    return ExitCode.ok;
  }
  if (shown.length > 0 || strays.length > 0) {
    const prefixLength = uniquePrefixLength(listing.sessions.map(({ id }) => id));
    const lines = renderSessionList(shown, strays, {
      prefixLength,
      columns: output.columns,
      paint: output.paint,
      nowMs: context.now(),
      zone: options.local === true ? 'local' : 'utc',
    });
    await output.line(lines.join('\n'));
  }
  for (const finding of findings.filter(({ severity }) => severity !== 'info'))
    output.note(terminalText(`${finding.severity}: ${finding.message} [${finding.rule}]`));
  sayWhatIsMissing(context, listing, shown.length, selected.length, workspace);
  return findings.some(({ severity }) => severity === 'error') ? ExitCode.badData : ExitCode.ok;
};

function sayWhatIsMissing(
  { output }: CommandContext,
  listing: RootListing,
  shown: number,
  selected: number,
  workspace: string | undefined,
): void {
  const root = terminalText(listing.root);
  if (listing.sessions.length === 0) output.note(`No saved sessions in ${root}.`);
  else if (selected === 0) {
    output.note(
      `${countOf(listing.sessions.length, 'session')} in ${root}, and none of the workspace ${terminalText(workspace ?? '')}.`,
    );
  } else if (shown < selected)
    output.note(`${countOf(selected - shown, 'more session')}: --limit N or --all shows them.`);
}

interface JsonListing {
  readonly root: string;
  /** How many sessions there are, printed or not. */
  readonly total: number;
  readonly sessions: readonly SessionSummary[];
  readonly strays: readonly StrayEntry[];
  readonly findings: readonly Finding[];
}

/** One line of JSON, written piece by piece: of a hundred thousand sessions it is longer than what should be held. */
async function printJson(output: Output, { root, total, sessions, strays, findings }: JsonListing): Promise<void> {
  await output.jsonLines(`{"kind":"sessions","root":${stringifyJson(root)},"total":${total},"sessions":[`);
  for (let at = 0; at < sessions.length; at += SESSIONS_PER_WRITE) {
    const piece = sessions.slice(at, at + SESSIONS_PER_WRITE).map((session) => stringifyJson(sessionToJson(session)));
    await output.jsonLines(`${at === 0 ? '' : ','}${piece.join(',')}`);
  }
  const rest = stringifyJson({ strays: strays.map(strayToJson), findings: findings.map(findingToJson) });
  await output.jsonLines(`],${rest.slice(1)}\n`);
}

function sessionToJson(session: SessionSummary): JsonObject {
  return {
    id: session.id,
    dir: session.dir,
    format: session.format,
    health: session.health,
    title: session.title,
    preview: session.preview,
    workspaceRoot: session.workspaceRoot,
    originWorkspaceRoot: session.originWorkspaceRoot,
    conversationLanguage: session.conversationLanguage,
    provider: session.provider,
    model: session.model,
    effort: session.effort,
    turns: session.turns,
    totalInputTokens: session.totalInputTokens,
    totalOutputTokens: session.totalOutputTokens,
    logFile: session.logFile,
    logBytes: session.logBytes,
    createdAtMs: session.createdAtMs,
    createdAt: session.createdAtMs === null ? null : isoTime(session.createdAtMs),
    updatedAtMs: session.updatedAtMs,
    updatedAt: session.updatedAtMs === null ? null : isoTime(session.updatedAtMs),
    listedByFx: session.listedByFx,
    stale: session.stale,
    pending: session.pending,
    parentId: session.child?.parentId ?? null,
    findings: session.findings.map(findingToJson),
  };
}

function strayToJson(stray: StrayEntry): JsonObject {
  return { name: stray.name, path: stray.path, kind: stray.kind, reason: stray.reason, known: stray.known };
}
