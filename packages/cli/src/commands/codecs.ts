import { type Codec, codecs as known } from '@fxlog/codecs';
import type { Command } from '../command-context.js';
import { type CodecFeatures, featuresOf } from '../convert/codec-features.js';
import { codecModulePaths, loadCodecModules } from '../convert/codec-module.js';
import { ExitCode } from '../exit-code.js';
import { layOutTable } from '../output/table.js';

/** `fxlog codecs`: the formats, what reads and writes them, and what they keep. */
export const codecs: Command<[], { readonly codecModule?: readonly string[] }> = async (context, _args, options) => {
  const { output } = context;
  await loadCodecModules(codecModulePaths(context.cwd, options.codecModule));
  const rows: (readonly [Codec, CodecFeatures | null])[] = [];
  for (const codec of known.list()) rows.push([codec, await featuresOf(codec)]);
  if (options.json === true) {
    await output.json({
      kind: 'codecs',
      codecs: rows.map(([codec, features]) => ({
        name: codec.name,
        title: codec.title,
        extension: codec.extension ?? null,
        reads: codec.decode !== undefined,
        writes: codec.encode !== undefined,
        rendering: codec.isRendering === true,
        keeps: features === null ? null : [...features.keeps],
        loses: features === null ? null : [...features.loses],
      })),
    });
    return ExitCode.ok;
  }
  const columns = [
    { title: 'name' },
    { title: 'format' },
    { title: 'reads' },
    { title: 'writes' },
    { title: 'does not keep', shrink: { min: 20, cut: 'end' as const } },
  ];
  const cells = rows.map(([codec, features]) => [
    { text: codec.name, style: output.paint.cyan },
    { text: codec.title },
    { text: codec.decode === undefined ? '–' : 'yes' },
    { text: codec.encode === undefined ? '–' : 'yes' },
    { text: describe(codec, features) },
  ]);
  for (const line of layOutTable(columns, cells, output.columns, output.paint.bold)) await output.line(line);
  return ExitCode.ok;
};

function describe(codec: Codec, features: CodecFeatures | null): string {
  if (features === null) return '';
  const lost = features.loses.length === 0 ? 'keeps everything' : features.loses.join(', ');
  return codec.isRendering === true ? `for people; ${features.loses.length === 0 ? 'shows everything' : lost}` : lost;
}
