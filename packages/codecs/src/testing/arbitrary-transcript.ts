import fc from 'fast-check';
import { FreeJson } from '../model/free-json.js';
import { timeFromMs } from '../model/timestamp.js';
import { fromCanonical, type Tool } from '../model/tool.js';
import type { Artifact, Block, Message, StopReason, Transcript, TranscriptMeta, Usage } from '../model/transcript.js';

const NOON = Date.UTC(2026, 0, 1, 12);

const word = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' });
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => FreeJson.of(JSON.parse(JSON.stringify(value))));
const base64 = fc.uint8Array({ minLength: 1, maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString('base64'));

/** A value for a key that may be absent. */
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

function withoutAbsent<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

const record = <T extends object>(shape: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(shape).map((value) => withoutAbsent(value as T));

/** Tools that fx can hold without a loss. */
const plainTool: fc.Arbitrary<Tool> = fc.oneof(
  record<Tool>({
    name: fc.constant('Read'),
    file_path: word,
    offset: maybe(fc.integer({ min: 1 })),
    limit: maybe(fc.nat()),
  }),
  record<Tool>({ name: fc.constant('Write'), file_path: word, content: fc.string() }),
  record<Tool>({ name: fc.constant('Edit'), file_path: word, old_string: fc.string(), new_string: fc.string() }),
  record<Tool>({ name: fc.constant('Bash'), command: fc.string(), workdir: maybe(word) }),
  record<Tool>({ name: fc.constant('Command'), command: word.map((name) => `/${name}`), args: maybe(fc.string()) }),
  fc
    .dictionary(
      word.map((key) => `k${key}`),
      json,
    )
    .map((input) =>
      FreeJson.parse(
        `{${Object.entries(input)
          .map(([key, value]) => `${JSON.stringify(key)}:${value.text}`)
          .join(',')}}`,
      ),
    )
    .map((input): Tool => ({ name: 'Raw', tool_name: 'grep_files', input })),
);

/** All tools. */
const anyTool: fc.Arbitrary<Tool> = fc.oneof(
  plainTool,
  record<Tool>({
    name: fc.constant('Edit'),
    file_path: word,
    old_string: word,
    new_string: word,
    replace_all: fc.constant(true),
  }),
  record<Tool>({
    name: fc.constant('MultiEdit'),
    file_path: word,
    edits: fc.array(record<{ old_string: string; new_string: string }>({ old_string: word, new_string: word })),
  }),
  record<Tool>({
    name: fc.constant('Bash'),
    command: word,
    workdir: maybe(fc.constantFrom('', '/w')),
    timeout_ms: maybe(fc.nat()),
    description: maybe(word),
    run_in_background: maybe(fc.constant(true as const)),
  }),
  record<Tool>({ name: fc.constant('Read'), file_path: word, offset: fc.constant(0) }),
  fc
    .tuple(fc.constantFrom('Read', 'terminal', 'read_file', 'mcp__a__b', 'Bash'), json)
    .map(([name, input]) => fromCanonical(name, input)),
  fc.constantFrom('{"path":"/a"}', '{"action":"exec","command":"x"}', '{"action":"stop"}').map(
    (input): Tool => ({
      name: 'Raw',
      tool_name: input.includes('path') ? 'read_file' : 'terminal',
      input: FreeJson.parse(input),
    }),
  ),
);

const thinking: fc.Arbitrary<Block> = record<Block>({
  type: fc.constant('thinking'),
  text: word,
  signature: maybe(word),
  encrypted: maybe(word),
});
const text: fc.Arbitrary<Block> = record<Block>({ type: fc.constant('text'), text: word });
const image: fc.Arbitrary<Block> = base64.map((data) => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data },
}));
const artifact: fc.Arbitrary<Block> = record<Artifact>({
  id: word,
  name: word,
  source: fc.oneof(
    record<Artifact['source']>({ type: fc.constant('text'), text: word, media_type: maybe(word) }),
    record<Artifact['source']>({ type: fc.constant('base64'), data: base64 }),
    record<Artifact['source']>({ type: fc.constant('path'), path: word }),
  ),
}).map((value) => ({ type: 'artifact', artifact: value }));
const ids = fc.constantFrom('a', 'b', 'c', 'd');
const call: fc.Arbitrary<Block> = record<Block>({ type: fc.constant('tool_use'), id: ids, tool: anyTool });
const result: fc.Arbitrary<Block> = record<Block>({
  type: fc.constant('tool_result'),
  tool_use_id: ids,
  content: fc.oneof(fc.string(), json),
  is_error: maybe(fc.constant(true as const)),
});
const url: fc.Arbitrary<Block> = word.map((data) => ({
  type: 'image',
  source: { type: 'url', media_type: 'image/png', data },
}));

const stopReason: fc.Arbitrary<StopReason> = fc.oneof(
  fc.constantFrom<StopReason>('end_turn', 'tool_use', 'max_tokens', 'stop_sequence', 'aborted', 'error'),
  record<{ other: string }>({ other: word }),
);
const usage: fc.Arbitrary<Usage> = record<Usage>({
  input_tokens: fc.nat(1000),
  output_tokens: fc.nat(1000),
  cache_read_input_tokens: maybe(fc.nat(1000)),
  cache_creation_input_tokens: maybe(fc.nat(1000)),
});
const anyTime = fc.integer({ min: NOON, max: NOON + 10_000 }).map(timeFromMs);

/** Any transcript that the model allows, within what fx can be asked to write at all: a workspace and a model are there. */
export const anyTranscript: fc.Arbitrary<Transcript> = fc.record({
  meta: record<TranscriptMeta>({
    id: fc.oneof(fc.constant('s-1'), fc.string()),
    timestamp: anyTime,
    cwd: fc.constantFrom('/w', '/w/', '/'),
    git_branch: maybe(word),
    title: maybe(word),
    cli_version: maybe(word),
    model: fc.constant('m-1'),
    lineage: maybe(fc.constant({ parent: 'p', relation: 'fork' as const })),
  }),
  messages: fc.array(
    fc.oneof(
      record<Message>({
        role: fc.constant('user'),
        content: fc.array(
          fc.oneof(
            { weight: 4, arbitrary: text },
            { weight: 4, arbitrary: result },
            image,
            artifact,
            thinking,
            call,
            url,
          ),
          {
            maxLength: 4,
          },
        ),
        timestamp: anyTime,
        model: maybe(fc.constant('m-2')),
        usage: maybe(usage),
      }),
      record<Message>({
        role: fc.constant('assistant'),
        content: fc.array(
          fc.oneof({ weight: 4, arbitrary: text }, { weight: 4, arbitrary: call }, thinking, image, artifact, result),
          {
            maxLength: 4,
          },
        ),
        timestamp: anyTime,
        model: maybe(fc.constantFrom('m-1', 'm-2')),
        stop_reason: maybe(stopReason),
        usage: maybe(usage),
      }),
    ),
    { maxLength: 8 },
  ),
});

/** One turn of the transcripts that fx can hold without a loss. */
interface PlainTurn {
  readonly prompt: string;
  readonly images: readonly Block[];
  readonly steps: readonly {
    readonly thinking: Block | null;
    readonly text: string | null;
    readonly calls: readonly { readonly tool: Tool; readonly output: string; readonly isError: boolean }[];
  }[];
  readonly answer: string;
  readonly thinking: Block | null;
  readonly usage: Usage | undefined;
  readonly isAborted: boolean;
}

const visible = word.filter((value) => value.trim() !== '');

const plainTurn: fc.Arbitrary<PlainTurn> = fc.record({
  prompt: visible,
  images: fc.array(image, { maxLength: 2 }),
  steps: fc.array(
    fc.record({
      thinking: fc.option(thinking),
      text: fc.option(word),
      calls: fc.array(fc.record({ tool: plainTool, output: fc.string(), isError: fc.boolean() }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    { maxLength: 3 },
  ),
  answer: word,
  thinking: fc.option(thinking),
  usage: maybe(fc.record({ input_tokens: fc.nat(1000), output_tokens: fc.integer({ min: 1, max: 1000 }) })),
  isAborted: fc.boolean(),
});

/** Transcripts that fx can hold without a loss (common-model §C11.2). */
export const representableTranscript: fc.Arbitrary<Transcript> = fc.array(plainTurn, { maxLength: 4 }).map((turns) => ({
  meta: { id: 's-1', timestamp: timeFromMs(NOON), cwd: '/w', title: 'T', model: 'm-1' },
  messages: turns.flatMap(messagesOf),
}));

function messagesOf(
  { prompt, images, steps, answer, thinking: last, usage: tokens, isAborted }: PlainTurn,
  turn: number,
): Message[] {
  const timestamp = timeFromMs(NOON + turn * 1000);
  const messages: Message[] = [{ role: 'user', content: [{ type: 'text', text: prompt }, ...images], timestamp }];
  for (const [index, step] of steps.entries()) {
    const calls = step.calls.map(({ tool }, at): Block => ({ type: 'tool_use', id: `${turn}-${index}-${at}`, tool }));
    const said: Block[] = [
      ...(step.thinking === null ? [] : [step.thinking]),
      ...(step.text === null ? [] : [{ type: 'text', text: step.text } as const]),
    ];
    messages.push({
      role: 'assistant',
      content: [...said, ...calls],
      timestamp,
      model: 'm-1',
      stop_reason: 'tool_use',
    });
    const results = step.calls.map(
      ({ output, isError }, at): Block => ({
        type: 'tool_result',
        tool_use_id: `${turn}-${index}-${at}`,
        content: output,
        ...(isError ? { is_error: true } : {}),
      }),
    );
    messages.push({ role: 'user', content: results, timestamp });
  }
  const content: Block[] = [...(last === null ? [] : [last]), { type: 'text', text: answer }];
  const stop_reason = isAborted ? 'aborted' : 'end_turn';
  messages.push({
    role: 'assistant',
    content,
    timestamp,
    model: 'm-1',
    stop_reason,
    ...(tokens === undefined ? {} : { usage: tokens }),
  });
  return messages;
}
