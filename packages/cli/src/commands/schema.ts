import { transcriptSchemas } from '@fxlog/codecs';
import { type JsonSchema, type SchemaName, schemas } from '@fxlog/format';
import type { Command } from '../command-context.js';
import { ExitCode, UsageError } from '../exit-code.js';
import { durableToJson } from '../output/durable-json.js';
import { didYouMean } from '../output/suggestion.js';
import { layOutTable } from '../output/table.js';
import { bundleSchema } from './bundle-schema.js';

/** `fxlog schema [KIND]`: the JSON Schema of one thing on disk or of a transcript, as a document that stands alone. */
export const schema: Command<[kind: string | undefined], object> = async ({ output }, [kind], options) => {
  if (kind !== undefined) {
    const text = JSON.stringify(findSchema(kind), null, options.json === true ? undefined : 2);
    await output.jsonLines(`${text}\n`);
    return ExitCode.ok;
  }
  const entries = Object.entries({ ...schemas, ...transcriptSchemas }).map(([name, { title, description }]) => ({
    name,
    title,
    description,
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

/** Events and files are known by their own names: `session_started`, `manifest`. */
function shortName(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

function findSchema(kind: string): JsonSchema {
  const names = Object.keys({ ...schemas, ...transcriptSchemas });
  const found = names.find((name) => name === kind || shortName(name) === kind);
  if (found !== undefined && isTranscriptName(found)) return transcriptSchemas[found];
  if (found !== undefined) return bundleSchema(found as SchemaName);
  const hint = didYouMean(kind, names.map(shortName)) ?? 'fxlog schema lists them all.';
  throw new UsageError(`there is no schema "${kind}"`, hint);
}

function isTranscriptName(name: string): name is keyof typeof transcriptSchemas {
  return Object.hasOwn(transcriptSchemas, name);
}
