import type { Column, ColumnType, RowOfColumns, Table } from './column.js';

/** A column of its own type, so that rows can be typed by it. */
interface Typed<Name extends string, Type extends ColumnType, Nullable extends boolean> extends Column {
  readonly name: Name;
  readonly type: Type;
  readonly nullable: Nullable;
}

function column<Name extends string, Type extends ColumnType>(
  name: Name,
  type: Type,
  description: string,
): Typed<Name, Type, false> {
  return { name, type, nullable: false, description };
}

function optional<Name extends string, Type extends ColumnType>(
  name: Name,
  type: Type,
  description: string,
): Typed<Name, Type, true> {
  return { name, type, nullable: true, description };
}

const SESSION = column('session', 'text', 'Key of the session: where it was found, as the input was named.');
const STEP = column('step', 'int64', 'Number of the step in the turn, from 1.');
const CALL = column('call', 'int64', 'Number of the call in the step, from 1, as in `tool_calls`.');
const STATUS = optional('status', 'text', '`success` or `failure`; null where there is no result.');
const TURN = column('turn', 'int64', 'Number of the turn, from 1, as `fxlog show` counts.');

/**
 * The one place where the tables are described. The DDL of SQLite, the schema of Parquet, the headers of CSV and `docs/tables.md` come from here.
 */
export const TABLES = {
  sessions: {
    description: 'One row for every session that was found, whatever became of it.',
    key: ['session'],
    columns: [
      SESSION,
      column(
        'status',
        'text',
        '`done`, `failed` (damaged or unreadable) or `skipped`; only `done` was read as a whole.',
      ),
      optional('rule', 'text', 'The rule because of which it failed or was skipped; `fxlog rules` explains it.'),
      optional('reason', 'text', 'Why it failed or was skipped.'),
      optional('format', 'text', 'The format of its log, by the name that `fxlog list` gives it.'),
      optional('id', 'text', "fx's id of the session."),
      optional('title', 'text', 'The title that fx shows.'),
      optional('workspace', 'text', 'Directory that the session works in, after the last move.'),
      optional('origin_workspace', 'text', 'Directory that it began in.'),
      optional('parent_id', 'text', 'Id of the session that made this one its child.'),
      optional('child_mode', 'text', '`one_off` or `persistent`, for a child.'),
      optional('language', 'text', 'Language of the conversation, as fx guessed it last.'),
      optional('provider', 'text', 'Provider that is chosen at the end.'),
      optional('model', 'text', 'Model that is chosen at the end; what requests used is in `usage`.'),
      optional('effort', 'text', 'Effort that is chosen at the end.'),
      optional('created_ms', 'int64', 'When it began: milliseconds since 1970, UTC.'),
      optional('updated_ms', 'int64', 'When its last event was written: milliseconds since 1970, UTC.'),
      optional('turns', 'int64', 'Turns in the history.'),
      optional(
        'inherited_turns',
        'int64',
        'Of these, turns that were copied from the session that this one was forked from, and that count there.',
      ),
      optional('interruptions', 'int64', 'Turns that were interrupted.'),
      optional('calls', 'int64', 'Tool calls in the history.'),
      optional('log_bytes', 'int64', 'Bytes of the log that were read.'),
      column(
        'usage_state',
        'text',
        '`complete`: the numbers cover the session. `partial`: they are a lower bound. `unknown`: nothing was recorded; they are null.',
      ),
      optional('cost_usd', 'real', 'Cost so far in US dollars.'),
      optional('input_tokens', 'uint64', 'Tokens sent, cached ones included.'),
      optional('output_tokens', 'uint64', 'Tokens received.'),
      optional('cache_read_tokens', 'uint64', "Tokens read from the provider's cache."),
      optional('cache_write_tokens', 'uint64', "Tokens written into the provider's cache."),
      optional('reasoning_tokens', 'uint64', 'Tokens of reasoning, a part of the output.'),
      optional('requests', 'uint64', 'Requests that were billed.'),
      optional('web_searches', 'uint64', 'Web searches that were billed.'),
      optional('api_ms', 'uint64', 'Milliseconds in requests; null where fx does not know all of it.'),
      optional('wall_ms', 'uint64', 'Milliseconds that the session was open; null where fx does not know all of it.'),
      optional('lines_added', 'uint64', 'Lines added to files; null where fx does not know all of it.'),
      optional('lines_removed', 'uint64', 'Lines removed from files; null where fx does not know all of it.'),
    ],
  },
  turns: {
    description: 'The history as the log leaves it: one row for every turn.',
    key: ['session', 'turn'],
    columns: [
      SESSION,
      TURN,
      column(
        'kind',
        'text',
        '`assistant`, `interrupted`, `compacted_summary`, `background_command`, or `running` for one that has no end yet and is not counted.',
      ),
      optional('interruption', 'text', 'Of an interrupted turn: `cancelled` or `failed`.'),
      optional('interrupted_tool', 'text', 'The tool that ran when the turn was interrupted.'),
      optional(
        'time_ms',
        'int64',
        'When it was committed: milliseconds since 1970, UTC. Null in a history that fx has rewritten.',
      ),
      optional('day', 'text', 'The day of that in UTC or the zone of `--timezone`, `YYYY-MM-DD`.'),
      optional('language', 'text', 'Language of the conversation after the turn.'),
      column('steps', 'int64', 'Answers that called tools.'),
      column('calls', 'int64', 'Tool calls.'),
      column('failures', 'int64', 'Tool calls that failed.'),
      column('images', 'int64', 'Images that the user attached.'),
      optional('work_id', 'text', 'Work of a parent session that it belongs to.'),
      column('is_inherited', 'boolean', 'Whether it was copied from the session that this one was forked from.'),
      column('seq', 'uint64', 'Sequence number of the frame that holds it.'),
      column('offset', 'int64', 'First byte of that frame in the log.'),
      column('length', 'int64', 'Bytes of that frame, its newline included.'),
    ],
  },
  messages: {
    description: 'What was said. Tool calls and their outputs are in `tool_calls`.',
    key: ['session', 'turn', 'step', 'role'],
    columns: [
      SESSION,
      TURN,
      column(
        'step',
        'int64',
        '0 for the user; n for what the model said before the calls of step n; steps + 1 for how the turn ended.',
      ),
      column('role', 'text', '`user`, `assistant` or `summary` (of turns that were compacted).'),
      column('is_final', 'boolean', 'Whether the turn ended with it.'),
      column('bytes', 'int64', 'Length in bytes of UTF-8.'),
      optional('text', 'text', 'The text.'),
      column('is_exact', 'boolean', 'False where the bytes are not UTF-8: `text` then has U+FFFD for what is not.'),
    ],
  },
  tool_calls: {
    description: 'Calls of tools, with what they gave back.',
    key: ['session', 'turn', 'step', 'call'],
    columns: [
      SESSION,
      TURN,
      column('step', 'int64', 'Number of the step in the turn, from 1.'),
      column('call', 'int64', 'Number of the call in the step, from 1. Results without a call come behind the calls.'),
      optional('call_id', 'text', 'Id that the model gave the call; not unique.'),
      column('tool', 'text', 'Name of the tool.'),
      column('is_call', 'boolean', 'False for a result that no call of the step asked for.'),
      optional('arguments', 'text', 'Its arguments: JSON text.'),
      optional('status', 'text', '`success` or `failure`; null where there is no result.'),
      optional(
        'finished_ms',
        'int64',
        'When fx noted the result: milliseconds since 1970, UTC. fx does not note when a call began.',
      ),
      optional('output_bytes', 'uint64', 'Bytes that the tool gave.'),
      optional('stored_bytes', 'uint64', 'Bytes that fx kept.'),
      optional('is_truncated', 'boolean', 'Whether fx kept only a part.'),
      optional('output', 'text', 'The output as it stands in the log.'),
      optional(
        'is_exact',
        'boolean',
        'False where arguments or output are not UTF-8: their text then has U+FFFD for what is not.',
      ),
      optional('output_handle', 'text', 'Name of the side file with the whole output.'),
      optional('exit_code', 'int64', 'Exit code of the command, where fx noted it.'),
      optional('signal', 'int64', 'Signal that ended the command, where fx noted it.'),
    ],
  },
  files: {
    description:
      'Files and directories that tools of fx worked on, as their arguments name them. What commands and tools of MCP servers did to files no session records.',
    key: ['session', 'turn', 'step', 'call'],
    columns: [
      SESSION,
      TURN,
      STEP,
      CALL,
      column('action', 'text', '`read`, `write`, `edit`, `delete`, `rename`, `copy`, `list` or `search`.'),
      column('path', 'text', 'As the call names it: from the workspace at that time, or absolute.'),
      optional('new_path', 'text', 'Where it went, for `rename` and `copy`.'),
      STATUS,
      optional('additions', 'uint64', 'Lines added, where fx counted.'),
      optional('deletions', 'uint64', 'Lines removed, where fx counted.'),
    ],
  },
  extensions: {
    description: 'Calls of tools of MCP servers, and readings of skills.',
    key: ['session', 'turn', 'step', 'call'],
    columns: [
      SESSION,
      TURN,
      STEP,
      CALL,
      column('kind', 'text', '`mcp` or `skill`.'),
      optional('server', 'text', 'The MCP server; null where the session does not tell which, and for a skill.'),
      column('name', 'text', 'The tool as the server calls it, else as the model does; or the skill.'),
      STATUS,
      optional('output_bytes', 'uint64', 'Bytes that it gave.'),
    ],
  },
  refusals: {
    description:
      'Calls that fx refused, by the reason that it recorded. Which rule decided is not recorded: `fxlog permissions` says what the rules of now make of a call.',
    key: ['session', 'turn', 'step', 'call'],
    columns: [
      SESSION,
      TURN,
      STEP,
      CALL,
      column('tool', 'text', 'Name of the tool.'),
      column(
        'reason',
        'text',
        '`user_denied`: a person said no. `policy_denied`: a rule, or a limit. `auto_denied`: the reviewer of auto mode. `permission_required`: nobody could be asked.',
      ),
    ],
  },
  usage: {
    description:
      'Tokens and cost by day, workspace and model. fx writes running totals; a row is what was added, so rows can be summed, and all rows of a session sum to its totals.',
    key: ['session', 'part'],
    columns: [
      SESSION,
      column('part', 'int64', 'Number of the row in the session, from 1.'),
      optional(
        'day',
        'text',
        'Day on which it was noted, in UTC or the zone of `--timezone`, `YYYY-MM-DD`; null for what was noted before this log was rewritten.',
      ),
      optional('workspace', 'text', 'Workspace at that time.'),
      column('model', 'text', 'The model.'),
      column('cost_usd', 'real', 'US dollars.'),
      column('input_tokens', 'int64', 'Tokens sent, cached ones included.'),
      column('output_tokens', 'int64', 'Tokens received.'),
      column('cache_read_tokens', 'int64', "Tokens read from the provider's cache."),
      column('cache_write_tokens', 'int64', "Tokens written into the provider's cache."),
      column('web_searches', 'int64', 'Web searches that were billed.'),
    ],
  },
  findings: {
    description: 'What is to be said about sessions while their turns are read. `fxlog verify` looks at much more.',
    key: ['session', 'finding'],
    columns: [
      SESSION,
      column('finding', 'int64', 'Number of the finding in the session, from 1.'),
      column('rule', 'text', 'The rule; `fxlog rules` explains it.'),
      column('severity', 'text', '`error`, `warning` or `info`.'),
      column('message', 'text', 'What it says.'),
      optional('file', 'text', 'The file, relative to the session.'),
      optional('offset', 'int64', 'Byte of the file.'),
      optional('length', 'int64', 'How many bytes.'),
      optional('line', 'int64', 'Line of the file, from 1.'),
      optional('seq', 'uint64', 'Sequence number of the event.'),
      optional('path', 'text', 'JSON Pointer to the value.'),
      optional('fx_error', 'text', 'Name of the error that fx raises.'),
    ],
  },
} as const satisfies Record<string, Table>;

/** The name of a table. */
export type TableName = keyof typeof TABLES;

/** Names of all tables, in the order in which they are documented. */
export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[];

/** A row of one table, under the names of its columns. */
export type RowOf<Name extends TableName> = RowOfColumns<(typeof TABLES)[Name]['columns']>;

/** A row with the name of its table. */
export type TableRow = { readonly [Name in TableName]: { readonly table: Name; readonly row: RowOf<Name> } }[TableName];

/** The columns of a table, without their literal types. */
export function columnsOf(table: TableName): readonly Column[] {
  return TABLES[table].columns;
}
