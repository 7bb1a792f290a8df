import { transcriptSchemas } from '@fxlog/codecs';
import { type JsonSchema, type SchemaName, schemas } from '@fxlog/format';
import { looseSchemas } from '@fxlog/format/internal';
import type { Command } from '../command-context.js';
import { ExitCode, UsageError } from '../exit-code.js';
import { durableToJson } from '../output/durable-json.js';
import { didYouMean } from '../output/suggestion.js';
import { layOutTable } from '../output/table.js';
import { bundleLooseSchema } from './bundle-loose-schema.js';
import { bundleSchema } from './bundle-schema.js';

/** `fxlog schema [KIND]`: the JSON Schema of one thing on disk or of a transcript, as a document that stands alone. */
export const schema: Command<[kind: string | undefined], object> = async ({ output }, [kind], options) => {
  if (kind !== undefined) {
    const text = JSON.stringify(findSchema(kind), null, options.json === true ? undefined : 2);
    await output.jsonLines(`${text}\n`);
    return ExitCode.ok;
  }
  const entries = Object.entries(ALL).map(([name, { title, description }]) => ({ name, title, description }));
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

/** Definitions are parts of others and nothing by themselves. */
const LOOSE = Object.fromEntries(Object.entries(looseSchemas).filter(([name]) => !name.endsWith('/definitions')));
const ALL: Readonly<Record<string, JsonSchema>> = { ...schemas, ...transcriptSchemas, ...LOOSE };

/** Events and files are known by their own names: `session_started`, `manifest`. Of a newer format the format comes first where an older one has the name. */
function shortName(name: string): string {
  const leaf = name.slice(name.lastIndexOf('/') + 1);
  if (!Object.hasOwn(LOOSE, name)) return name.slice(name.indexOf('/') + 1);
  const isShared = Object.keys(ALL).some((other) => other !== name && other.slice(other.lastIndexOf('/') + 1) === leaf);
  return isShared ? `${name.slice(0, name.indexOf('/'))}/${leaf}` : leaf;
}

function findSchema(kind: string): JsonSchema {
  const names = Object.keys(ALL);
  const found = names.find((name) => name === kind || shortName(name) === kind);
  if (found === undefined) {
    const hint = didYouMean(kind, names.map(shortName)) ?? 'fxlog schema lists them all.';
    throw new UsageError(`there is no schema "${kind}"`, hint);
  }
  if (isTranscriptName(found)) return transcriptSchemas[found];
  return Object.hasOwn(LOOSE, found) ? bundleLooseSchema(found) : bundleSchema(found as SchemaName);
}

function isTranscriptName(name: string): name is keyof typeof transcriptSchemas {
  return Object.hasOwn(transcriptSchemas, name);
}
