import { posix } from 'node:path';
import type { JsonSchema } from '@fxlog/format';
import { looseSchemas } from '@fxlog/format/internal';

/**
 * One schema of a newer format as a document that stands alone: whatever it refers to, in its own file or another, is embedded in its `$defs`.
 *
 * @param name its path below `schemas/`
 */
export function bundleLooseSchema(name: string): JsonSchema {
  const bundle = new Bundle();
  const { $defs: _, ...root } = looseSchemas[name] ?? {};
  const schema = bundle.rewrite(root, name) as JsonSchema;
  return Object.keys(bundle.definitions).length === 0 ? schema : { ...schema, $defs: bundle.definitions };
}

class Bundle {
  readonly definitions: Record<string, unknown> = {};

  /** Makes references lead into the document. */
  rewrite(value: unknown, from: string): unknown {
    if (Array.isArray(value)) return value.map((item) => this.rewrite(item, from));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        key,
        key === '$ref' && typeof member === 'string' ? this.#embed(member, from) : this.rewrite(member, from),
      ]),
    );
  }

  #embed(reference: string, from: string): string {
    const [file = '', key] = reference.split('#/$defs/');
    const path = file === '' ? from : posix.join(posix.dirname(from), file).replace(/\.schema\.json$/, '');
    const { $defs, ...whole } = looseSchemas[path] ?? {};
    const schema = key === undefined ? whole : ($defs as Readonly<Record<string, unknown>>)[key];
    const name = key ?? posix.basename(path);
    if (!Object.hasOwn(this.definitions, name)) {
      // Before its own references are looked at: one may lead back here.
      this.definitions[name] = null;
      this.definitions[name] = this.rewrite(schema, path);
    }
    return `#/$defs/${name}`;
  }
}
