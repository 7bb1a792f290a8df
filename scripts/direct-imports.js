// @ts-check
// A plugin for esbuild: what is imported from one of our packages is taken from the very module that defines it. Imported through the index, which
// names everything, a command would count as using the whole package, and load it.
import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ROOT } from './run.js';

const NAMED_IMPORT = /^import \{([^}]*)\} from ['"]@fxlog\/([a-z]+(?:\/internal)?)['"];/gm;
const RE_EXPORT = /^export (?:\*|\{[^}]*\}) from ['"](\.[^'"]+)['"];/gm;

/** @type {import('esbuild').Plugin} */
export const directImports = {
  name: 'direct-imports',
  setup({ onLoad }) {
    /** @type {Map<string, Promise<Map<string, string>>>} */
    const places = new Map();
    const placesIn = (/** @type {string} */ name) => {
      const known = places.get(name) ?? placesOfExports(indexOf(name));
      places.set(name, known);
      return known;
    };
    onLoad({ filter: /[\\/]packages[\\/][a-z]+[\\/](?:src|dist)[\\/].*\.[jt]s$/ }, async ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const packages = new Set([...source.matchAll(NAMED_IMPORT)].map((match) => match[2] ?? ''));
      if (packages.size === 0) return undefined;
      const tables = new Map(
        await Promise.all([...packages].map(async (name) => /** @type {const} */ ([name, await placesIn(name)]))),
      );
      const contents = source.replace(NAMED_IMPORT, (_statement, list, name) => directly(list, tables.get(name), path));
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

/** @param {string} name a package, with or without its `/internal` */
function indexOf(name) {
  const [folder, entry = 'index'] = name.split('/');
  return `${ROOT}/packages/${folder}/dist/${entry}.js`;
}

/**
 * One import statement for each name, on the line of the original.
 *
 * @param {string} list names between the braces, with what TypeScript adds
 * @param {Map<string, string> | undefined} places
 * @param {string} importer
 */
function directly(list, places, importer) {
  const specifiers = list.split(',').map((specifier) => specifier.trim());
  return specifiers
    .filter((specifier) => specifier !== '' && !specifier.startsWith('type '))
    .map((specifier) => {
      const place = places?.get(specifier.split(' as ')[0] ?? '');
      if (place === undefined) throw new Error(`${importer} imports ${specifier}, which its package does not export`);
      return `import { ${specifier} } from ${JSON.stringify(place)};`;
    })
    .join(' ');
}

/**
 * The files that define what an index exports, by name.
 *
 * @param {string} index path of a built module that does nothing but export from others
 * @returns {Promise<Map<string, string>>}
 */
async function placesOfExports(index) {
  const places = new Map();
  for (const [, target] of readFileSync(index, 'utf8').matchAll(RE_EXPORT)) {
    const url = new URL(target ?? '', pathToFileURL(index));
    const file = fileURLToPath(url);
    const nested = file.endsWith('/index.js') ? await placesOfExports(file) : new Map();
    for (const name of Object.keys(await import(url.href))) places.set(name, nested.get(name) ?? file);
  }
  return places;
}
