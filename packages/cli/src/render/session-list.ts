import type { SessionSummary } from '@fxlog/store';
import type { SessionHealth, StrayEntry } from '@fxlog/store/internal';
import { formatAge, formatBytes, formatCount, formatTime, type TimeZone } from '../output/measures.js';
import type { Paint } from '../output/output.js';
import { type Cell, type Column, layOutTable, minimalTableWidth } from '../output/table.js';
import { terminalText } from '../output/terminal-text.js';
import { clip } from '../output/text-width.js';

export interface SessionListOptions {
  /** How many characters of an id tell it from all others. */
  readonly prefixLength: number;
  readonly columns: number;
  readonly paint: Paint;
  readonly nowMs: number;
  readonly zone: TimeZone;
}

/** From here on the exact time has room beside the age. */
const COLUMNS_FOR_DATES = 150;
const UNKNOWN = '-';

interface Field {
  readonly column: Column;
  readonly cell: (session: SessionSummary) => Cell;
}

/**
 * The table of sessions: one line each where the terminal is wide enough, else two, so that nothing has to be left out.
 * Below it, why a session is not healthy, and what else lies in the directory.
 */
export function renderSessionList(
  sessions: readonly SessionSummary[],
  strays: readonly StrayEntry[],
  options: SessionListOptions,
): string[] {
  const { paint, columns } = options;
  const lines = sessions.length === 0 ? [] : renderTable(sessions, options);
  const troubled = sessions.filter((session) => session.health !== 'ok' && session.findings.length > 0);
  if (troubled.length > 0) lines.push('');
  for (const session of troubled) {
    const id = session.id.slice(0, options.prefixLength);
    const [finding] = session.findings;
    const more = session.findings.length > 1 ? ` (and ${session.findings.length - 1} more: fxlog verify ${id})` : '';
    lines.push(clip(`${id}  ${session.health}: ${terminalText(finding?.message ?? '')}${more}`, columns));
  }
  if (strays.length > 0) {
    if (lines.length > 0) lines.push('');
    lines.push(paint.bold('Not sessions:'));
    for (const stray of strays) {
      lines.push(clip(`  ${terminalText(stray.name)}  ${stray.kind}, ${terminalText(stray.reason)}`, columns));
    }
  }
  return lines;
}

function renderTable(sessions: readonly SessionSummary[], options: SessionListOptions): string[] {
  const { columns, paint } = options;
  const fields = describeFields(options);
  const wide = [
    fields.title,
    fields.id,
    fields.workspace,
    fields.model,
    fields.turns,
    fields.size,
    fields.age,
    ...(columns >= COLUMNS_FOR_DATES ? [fields.date] : []),
    fields.format,
    fields.health,
  ];
  const narrow = [fields.title, fields.id, fields.turns, fields.size, fields.age, fields.health];
  const isWide = minimalTableWidth(columnsOf(wide), rowsOf(wide, sessions)) <= columns;
  const chosen = isWide ? wide : narrow;
  const table = layOutTable(columnsOf(chosen), rowsOf(chosen, sessions), columns, paint.bold);
  if (isWide) return table;
  return table.flatMap((line, index) => {
    const session = sessions[index - 1];
    if (session === undefined) return [line];
    const details = [fields.workspace, fields.model, fields.format].map((field) => field.cell(session).text);
    return [line, paint.dim(clip(`  ${details.join(' · ')}`, columns))];
  });
}

function describeFields({ paint, nowMs, prefixLength, zone }: SessionListOptions) {
  const title: Field = {
    column: { title: 'TITLE', shrink: { min: 20, cut: 'end' } },
    cell: (session) =>
      session.title === null
        ? {
            text: session.health === 'ok' || session.health === 'warning' ? 'Untitled session' : UNKNOWN,
            style: paint.dim,
          }
        : { text: terminalText(session.title) },
  };
  const id: Field = {
    column: { title: 'ID' },
    cell: (session) => ({ text: terminalText(session.id.slice(0, prefixLength)), style: paint.cyan }),
  };
  const workspace: Field = {
    column: { title: 'WORKSPACE', shrink: { min: 16, cut: 'middle' } },
    cell: (session) => ({ text: session.workspaceRoot === null ? UNKNOWN : terminalText(session.workspaceRoot) }),
  };
  const model: Field = {
    column: { title: 'MODEL', shrink: { min: 11, cut: 'middle' } },
    cell: (session) => ({ text: session.model === null ? UNKNOWN : terminalText(session.model) }),
  };
  const turns: Field = {
    column: { title: 'TURNS', align: 'right' },
    cell: (session) => ({ text: session.turns === null ? UNKNOWN : formatCount(session.turns) }),
  };
  const size: Field = {
    column: { title: 'SIZE', align: 'right' },
    cell: (session) => ({ text: session.logBytes === null ? UNKNOWN : formatBytes(session.logBytes) }),
  };
  const age: Field = {
    column: { title: 'UPDATED' },
    cell: (session) => ({ text: session.updatedAtMs === null ? UNKNOWN : formatAge(session.updatedAtMs, nowMs) }),
  };
  const date: Field = {
    column: { title: zone === 'utc' ? 'AT (UTC)' : 'AT (LOCAL)' },
    cell: (session) => ({
      text: session.updatedAtMs === null ? UNKNOWN : formatTime(session.updatedAtMs, zone).replace(/ UTC$/, ''),
    }),
  };
  const format: Field = { column: { title: 'FORMAT' }, cell: (session) => ({ text: session.format }) };
  const health: Field = {
    column: { title: 'HEALTH' },
    cell: (session) => ({ text: session.health, style: healthStyle(session.health, paint) }),
  };
  return { title, id, workspace, model, turns, size, age, date, format, health };
}

function healthStyle(health: SessionHealth, paint: Paint): (text: string) => string {
  switch (health) {
    case 'ok':
      return paint.green;
    case 'warning':
    case 'half-made':
      return paint.yellow;
    case 'unreadable':
      return paint.red;
  }
}

function columnsOf(fields: readonly Field[]): Column[] {
  return fields.map(({ column }) => column);
}

function rowsOf(fields: readonly Field[], sessions: readonly SessionSummary[]): Cell[][] {
  return sessions.map((session) => fields.map(({ cell }) => cell(session)));
}
