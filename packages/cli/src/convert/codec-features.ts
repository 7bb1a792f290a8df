import { type Codec, FreeJson, type LossCode, LossReport, type TranscriptItem, timeFromMs } from '@fxlog/codecs';

/** What a transcript can have, and the losses that say that a format cannot hold it. */
const FEATURES: readonly (readonly [feature: string, codes: readonly LossCode[]])[] = [
  ['tools', ['dropped-block', 'orphan-result']],
  ['structured outputs', ['flattened-output']],
  ['reasoning', ['dropped-thinking']],
  ['images', ['dropped-image']],
  ['attachments', ['dropped-artifact']],
  ['times', ['dropped-time']],
  ['models', ['dropped-model']],
  ['usage', ['dropped-usage']],
  ['cache usage', ['dropped-usage-cache']],
  ['stop reasons', ['dropped-stop-reason']],
  ['title', ['title-dropped']],
  ['branch', ['dropped-git-branch']],
  ['version', ['dropped-cli-version']],
  ['lineage', ['dropped-lineage']],
];

/** What a format keeps of a transcript that has everything, and what it does not. */
export interface CodecFeatures {
  readonly keeps: readonly string[];
  readonly loses: readonly string[];
}

/** Finds out by writing one. Null for a codec that only reads. */
export async function featuresOf(codec: Codec): Promise<CodecFeatures | null> {
  if (codec.encode === undefined) return null;
  const losses = new LossReport();
  for await (const _ of codec.encode(everything(), { report: losses.add })) {
    // Only what it says is of interest.
  }
  const isLost = ([, codes]: (typeof FEATURES)[number]) => codes.some((code) => losses.count(code) > 0);
  return {
    keeps: FEATURES.filter((feature) => !isLost(feature)).map(([feature]) => feature),
    loses: FEATURES.filter(isLost).map(([feature]) => feature),
  };
}

/** A short transcript with one of each. */
async function* everything(): AsyncGenerator<readonly TranscriptItem[], void, undefined> {
  const start = Date.UTC(2026, 0, 1);
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  yield [
    {
      type: 'meta',
      meta: {
        id: '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9',
        timestamp: timeFromMs(start),
        cwd: '/w',
        git_branch: 'main',
        title: 'Title',
        cli_version: '1.0.0',
        model: 'm-1',
        lineage: { parent: 'p', relation: 'fork' },
      },
    },
    {
      type: 'message',
      message: {
        role: 'user',
        timestamp: timeFromMs(start),
        content: [
          { type: 'text', text: 'Look.' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } },
          { type: 'artifact', artifact: { id: 'a', name: 'notes', source: { type: 'path', path: '/w/notes.txt' } } },
        ],
      },
    },
    {
      type: 'message',
      message: {
        role: 'assistant',
        timestamp: timeFromMs(start + 1),
        model: 'm-1',
        stop_reason: 'tool_use',
        usage: { input_tokens: 1, output_tokens: 1, cache_read_input_tokens: 1, cache_creation_input_tokens: 1 },
        content: [
          { type: 'thinking', text: 'Hm.' },
          { type: 'tool_use', id: 'call_1', tool: { name: 'Raw', tool_name: 'count', input: FreeJson.parse('{}') } },
        ],
      },
    },
    {
      type: 'message',
      message: {
        role: 'user',
        timestamp: timeFromMs(start + 2),
        content: [{ type: 'tool_result', tool_use_id: 'call_1', content: FreeJson.parse('{"count":1}') }],
      },
    },
    {
      type: 'message',
      message: {
        role: 'assistant',
        timestamp: timeFromMs(start + 3),
        model: 'm-2',
        stop_reason: 'max_tokens',
        content: [{ type: 'text', text: 'One.' }],
      },
    },
  ];
}
