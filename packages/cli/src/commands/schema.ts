import { type SchemaName, schemas } from '@fxlog/format';
import { bundleSchema } from '../bundle-schema.js';
import type { Command } from '../command-context.js';
import { durableToJson } from '../durable-json.js';
import { ExitCode, UsageError } from '../exit-code.js';
import { didYouMean } from '../suggestion.js';
import { layOutTable } from '../table.js';

/** `fxlog schema [KIND]`: the JSON Schema of one thing on disk, as a document that stands alone. */
export const schema: Command<[kind: string | undefined], object> = async ({ output }, [kind], options) => {
  if (kind !== undefined) {
    const text = JSON.stringify(bundleSchema(findSchema(kind)), null, options.json === true ? undefined : 2);
    await output.jsonLines(`${text}\n`);
    return ExitCode.ok;
  }
  const entries = schemaNames().map((name) => ({
    name,
    title: schemas[name].title,
    description: schemas[name].description,
  }));
  if (options.json === true) {
    await output.json({ kind: 'schemas', schemas: durableToJson(entries) });
    return ExitCode.ok;
  }
  const columns = [{ title: 'KIND' }, { title: 'WHAT IT IS', shrink: { min: 20, cut: 'end' } }] as const;
  const rows = entries.map(({ name, description }) => [
    { text: shortName(name), style: output.paint.cyan },
    { text: String(description ?? '') },
  ]);
  for (const line of layOutTable(columns, rows, output.columns, output.paint.bold)) await output.line(line);
  return ExitCode.ok;
};

function schemaNames(): SchemaName[] {
  return Object.keys(schemas).filter((name): name is SchemaName => name in schemas);
}

/** Events and files are known by their own names: `session_started`, `manifest`. */
function shortName(name: SchemaName): string {
  return name.slice(name.indexOf('/') + 1);
}

function findSchema(kind: string): SchemaName {
  const names = schemaNames();
  const found = names.find((name) => name === kind || shortName(name) === kind);
  if (found !== undefined) return found;
  const hint = didYouMean(kind, names.map(shortName)) ?? 'fxlog schema lists them all.';
  throw new UsageError(`there is no schema "${kind}"`, hint);
}
