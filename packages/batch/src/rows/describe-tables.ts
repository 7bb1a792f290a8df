import { sqliteSchema } from '../sinks/sqlite-schema.js';
import { columnsOf, TABLE_NAMES, TABLES } from './tables.js';

/** The document `docs/tables.md`. */
export function describeTables(): string {
  return `# Tables

What \`fxlog export --to sqlite|parquet|csv|tables-jsonl\` makes of sessions. This page is generated from the tables in
\`packages/batch/src/rows/tables.ts\`; so are the DDL of SQLite, the schema of Parquet and the headers of CSV.

* **Keys** are stable: the same inputs, named the same way, give the same keys. \`session\` is where a session was found
  (\`backup.tar.zst!/sessions/1796…\`); what it calls itself is \`sessions.id\`.
* **Exporting again** replaces the rows of the sessions that come, and leaves those of others alone.
* **Null** always means unknown, or that there is none; never zero.
* **Integers** are exact. \`int64\` is signed, \`uint64\` is not: Parquet has both. In SQLite the few \`uint64\` beyond 2⁶³−1 stand as
  text; in CSV and JSON Lines all have all their digits.
* **Times** (\`…_ms\`) are milliseconds since 1970 in UTC; days are days in UTC.
* **The history** is the one that the log leaves: turns that fx has replaced are not in it.
* **Text** that is not UTF-8 has U+FFFD where it is not, and \`is_exact\` is false.

| format | what is made | booleans |
|---|---|---|
| \`sqlite\` | one file, one transaction; \`PRAGMA application_id\` is \`fxlg\` | 0 and 1 |
| \`parquet\` | \`TABLE/month=YYYY-MM/data.parquet\`, by the month in which a session began; \`--partition workspace\` or \`none\` | booleans |
| \`csv\` | \`TABLE.csv\` by RFC 4180: nothing for null, \`""\` for an empty text; \`--safe\` puts an apostrophe before what a spreadsheet takes for a formula | \`true\`, \`false\` |
| \`tables-jsonl\` | \`TABLE.jsonl\`, one object a line | booleans |

${TABLE_NAMES.map(describe).join('\n\n')}

## DDL of SQLite

\`\`\`sql
${sqliteSchema()}
\`\`\`
`;
}

function describe(name: (typeof TABLE_NAMES)[number]): string {
  const { description, key } = TABLES[name];
  const rows = columnsOf(name).map(
    (column) =>
      `| \`${column.name}\` | ${column.type} | ${column.nullable ? 'yes' : ''} | ${column.description.replaceAll('|', '\\|')} |`,
  );
  return `## ${name}

${description} Key: ${key.map((column) => `\`${column}\``).join(', ')}.

| column | type | null | |
|---|---|---|---|
${rows.join('\n')}`;
}
