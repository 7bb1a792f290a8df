/**
 * Writes the script and the style of the HTML page, and the schemas of transcripts, into modules: `npm run generate -w @fxlog/codecs`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const client = fileURLToPath(new URL('../src/formats/html/client/', import.meta.url));

/** Where the generated module stands. */
export const PAGE_ASSETS = fileURLToPath(new URL('../src/formats/html/generated/page-assets.ts', import.meta.url));

/** Where the module with the schemas stands. */
export const SCHEMAS = fileURLToPath(new URL('../src/generated/transcript-schemas.ts', import.meta.url));

const SCHEMA_NAMES = ['transcript', 'simple'];

/** The text of the module with the schemas. */
export function generateSchemas() {
  const entries = SCHEMA_NAMES.map((name) => {
    const text = readFileSync(new URL(`../../../schemas/common/${name}.schema.json`, import.meta.url), 'utf8');
    return `  'common/${name}': ${JSON.stringify(JSON.parse(text))},\n`;
  });
  return `// Generated from schemas/common/ by "npm run generate -w @fxlog/codecs"; do not edit.
import type { JsonSchema } from '@fxlog/format';

/** JSON Schemas (2020-12) of the documents that codecs convert between, by their paths below \`schemas/\`; each stands alone. */
export const transcriptSchemas: Readonly<Record<${SCHEMA_NAMES.map((name) => `'common/${name}'`).join(' | ')}, JsonSchema>> = {
${entries.join('')}};
`;
}

/** The text of the module with the page's assets. */
export async function generatePageAssets() {
  const [bundled, style] = await Promise.all([
    bundle('main.ts', {
      banner: { js: licences() },
      format: 'iife',
      target: ['chrome105', 'firefox115', 'safari16.4'],
    }),
    bundle('page.css', { target: ['chrome111', 'firefox115', 'safari16.4'] }),
  ]);
  // Grammars look for these; in their strings and patterns the escape is the same character.
  const script = bundled.replaceAll('<!--', '\\x3C!--').replace(/<(?=\/(?:script|style))/gi, '\\x3C');
  if (/<\/(?:script|style)|<!--/i.test(script + style))
    throw new Error('The page would end in its own script or style.');
  return `// Generated from src/formats/html/client/ by "npm run generate -w @fxlog/codecs"; do not edit.

/** The script of the page. */
export const PAGE_SCRIPT: string =
  ${JSON.stringify(script)};

/** The style of the page. */
export const PAGE_STYLE: string =
  ${JSON.stringify(style)};
`;
}

/** The licences of the packages whose code the script holds, which go wherever it goes. */
function licences() {
  const texts = ['diff/LICENSE', 'highlight.js/LICENSE', 'lowlight/license'].map((file) => {
    const text = readFileSync(new URL(`../../../node_modules/${file}`, import.meta.url), 'utf8').trim();
    return `${file.split('/')[0]}\n\n${text}`;
  });
  return `/*! ${texts.join('\n\n')} */`;
}

/** Takes out of the library of colours the statements by which it would write HTML: nothing here calls them, and the page has none. */
const withoutHtml = {
  name: 'without-html',
  setup({ onLoad }) {
    onLoad({ filter: /highlight\.js[\\/]lib[\\/]core\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const contents = text.replaceAll('element.innerHTML', 'element.textContent');
      if (contents === text) throw new Error(`${path} is not what it was.`);
      return { contents };
    });
  },
};

async function bundle(file, options) {
  const { outputFiles } = await build({
    entryPoints: [`${client}${file}`],
    bundle: true,
    minify: true,
    write: false,
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [withoutHtml],
    // The file must not depend on where the checkout is, nor on settings for type checking.
    tsconfigRaw: { compilerOptions: { target: 'ES2022', useDefineForClassFields: true } },
    ...options,
  });
  return outputFiles[0].text.trim();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(PAGE_ASSETS, await generatePageAssets());
  writeFileSync(SCHEMAS, generateSchemas());
}
