import type { TableTarget, TableWriter } from './table-target.js';

/** The writer for a target. What it needs is loaded only now. */
export async function openTableWriter(target: TableTarget): Promise<TableWriter> {
  switch (target.format) {
    case 'sqlite':
      return (await import('./sqlite-writer.js')).SqliteWriter.load(target.path);
    case 'parquet':
      return new (await import('./parquet-writer.js')).ParquetTables(target.path);
    case 'csv': {
      const { csvFormat, TextTables } = await loadText();
      return new TextTables(target.path, csvFormat(target.safe));
    }
    case 'tables-jsonl': {
      const { JSONL_FORMAT, TextTables } = await loadText();
      return new TextTables(target.path, JSONL_FORMAT);
    }
  }
}

async function loadText() {
  const [{ TextTables }, { csvFormat }, { JSONL_FORMAT }] = await Promise.all([
    import('./text-tables.js'),
    import('./csv-format.js'),
    import('./jsonl-format.js'),
  ]);
  return { TextTables, csvFormat, JSONL_FORMAT };
}
