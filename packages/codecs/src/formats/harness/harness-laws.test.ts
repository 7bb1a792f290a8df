/** Laws that hold for all codecs of harnesses, over transcripts made at random. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#test/runs';
import type { Codec } from '../../codec.js';
import type { LossCode, LossReport } from '../../loss.js';
import type { Tool } from '../../model/tool.js';
import type { Block, Message, Transcript, Usage } from '../../model/transcript.js';
import { writeTranscript } from '../../model/write-transcript.js';
import { anyTranscript, representableTranscript } from '../../testing/arbitrary-transcript.js';
import { type Leaf, leavesOf } from '../../testing/leaves.js';
import { decodeBytes, encodeTranscript } from '../../testing/run-codec.js';
import { claudeCodeCodec } from '../claude-code/claude-code-codec.js';
import { codexCodec } from '../codex/codex-codec.js';
import { piCodec } from '../pi/pi-codec.js';

/** Files for the law that a conversion loses only what it reports. */
const LOSS_RUNS = 10_000;
const RUNS = 1000;
const ACCEPTABLE = /^[A-Za-z0-9_-]{1,64}$/;

interface Harness {
  readonly codec: Codec;
  /** A model whose reasoning the format keeps. */
  readonly model: string;
  /** The transcript without what the format cannot hold. */
  readonly adapt: (transcript: Transcript) => Transcript;
  /** What calls and results the text has, in order, as its program reads them. */
  readonly pairsOf: (lines: readonly Native[]) => Step[];
}

// biome-ignore lint/suspicious/noExplicitAny: the checks below look at foreign JSON without the codec's own types.
type Native = any;
type Step =
  | { readonly kind: 'call' | 'result'; readonly id: string; readonly name?: string }
  | { readonly kind: 'assistant' | 'prompt' };

const HARNESSES: readonly Harness[] = [
  {
    codec: claudeCodeCodec,
    model: 'claude-x',
    adapt: (transcript) =>
      change(transcript, {
        tool: (tool) => (tool.name === 'Command' ? { name: 'Bash', command: 'x' } : tool),
        thinking: ({ text, signature = 's' }) => ({ type: 'thinking', text, signature }),
        message: (message) => (message.stop_reason === 'aborted' ? { ...message, stop_reason: 'end_turn' } : message),
      }),
    pairsOf: (lines) =>
      lines.flatMap(({ type, message }): Step[] => {
        if (type !== 'user' && type !== 'assistant') return [];
        // Slash commands and their outputs are texts of the user.
        const blocks: Native[] = typeof message.content === 'string' ? [] : message.content;
        const steps = blocks.flatMap((block): Step[] => {
          if (block.type === 'tool_use') return [{ kind: 'call', id: block.id, name: block.name }];
          if (block.type === 'tool_result') return [{ kind: 'result', id: block.tool_use_id }];
          return type === 'user' ? [{ kind: 'prompt' }] : [];
        });
        return type === 'assistant' ? [{ kind: 'assistant' }, ...steps] : steps;
      }),
  },
  {
    codec: codexCodec,
    model: 'gpt-x',
    adapt: (transcript) =>
      change(transcript, {
        tool: (tool) => {
          if (tool.name === 'Read' || tool.name === 'Command') return { name: 'Bash', command: 'x' };
          return tool.name === 'Write' ? { ...tool, content: `${tool.content}\n` } : tool;
        },
        thinking: ({ text, encrypted }) => ({
          type: 'thinking',
          text,
          ...(encrypted === undefined ? {} : { encrypted }),
        }),
        result: ({ is_error: _dropped, ...result }) => result,
        usage: (usage) => ({ cache_read_input_tokens: 1, ...usage }),
        meta: ({ title: _title, ...meta }) => ({ ...meta, cli_version: '1' }),
      }),
    pairsOf: (lines) =>
      lines.flatMap(({ type, payload }): Step[] => {
        if (type !== 'response_item') return [];
        if (/_call$/.test(payload.type)) return [{ kind: 'call', id: payload.call_id, name: payload.name }];
        if (/_call_output$/.test(payload.type)) return [{ kind: 'result', id: payload.call_id }];
        return payload.role === 'user' ? [{ kind: 'prompt' }] : [];
      }),
  },
  {
    codec: piCodec,
    model: 'claude-x',
    adapt: (transcript) =>
      change(transcript, {
        tool: (tool) => (tool.name === 'Command' || tool.name === 'Bash' ? { name: 'Bash', command: 'x' } : tool),
        thinking: ({ text, signature = 's' }) => ({ type: 'thinking', text, signature }),
        message: (message) =>
          message.role === 'user'
            ? message
            : { ...message, usage: message.usage ?? { input_tokens: 0, output_tokens: 0 } },
        usage: (usage) => ({ cache_read_input_tokens: 0, cache_creation_input_tokens: 0, ...usage }),
      }),
    pairsOf: (lines) =>
      lines.flatMap(({ type, message }): Step[] => {
        if (type !== 'message') return [];
        if (message.role === 'toolResult') return [{ kind: 'result', id: message.toolCallId }];
        if (message.role === 'user') return [{ kind: 'prompt' }];
        const calls: Native[] = message.content.filter((block: Native) => block.type === 'toolCall');
        return [{ kind: 'assistant' }, ...calls.map(({ id, name }): Step => ({ kind: 'call', id, name }))];
      }),
  },
];

describe.each(HARNESSES.map((harness) => [harness.codec.title, harness] as const))('through %s', (_title, harness) => {
  const { codec, model, adapt, pairsOf } = harness;

  it('every text, call, result, image and number of a transcript comes back or is in the report', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyTranscript.map((transcript) => withModels(transcript, model)),
        async (transcript) => {
          const written = await encodeTranscript(codec, transcript);
          const read = await decodeBytes(codec, written.text);
          expect(unexplained(transcript, read, written.losses)).toEqual([]);
          expect(JSON.stringify(await encodeTranscript(codec, transcript))).toBe(JSON.stringify(written));
        },
      ),
      { numRuns: runs(RUNS) },
    );
  });

  it('a file loses only what is reported on its way to the common model and back', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyTranscript.map((transcript) => withModels(transcript, model)),
        async (transcript) => {
          const source = (await encodeTranscript(codec, transcript)).text;
          const first = await decodeBytes(codec, source);
          const again = await encodeTranscript(codec, first);
          const second = await decodeBytes(codec, again.text);
          expect(unexplained(first, second, again.losses)).toEqual([]);
          if (again.losses.isLossless) expect(writeTranscript(second)).toBe(writeTranscript(first));
        },
      ),
      { numRuns: runs(LOSS_RUNS) },
    );
  });

  it('a transcript that the format can hold comes back byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        representableTranscript.map((transcript) => adapt(withModels(transcript, model))),
        async (transcript) => {
          fc.pre(transcript.messages.length > 0);
          const written = await encodeTranscript(codec, transcript);
          const changes = written.losses.kinds().filter(({ code }) => code !== 'renamed-id' && code !== 'untold');
          expect(changes).toEqual([]);
          const read = await decodeBytes(codec, written.text);
          const { id: _before, ...meta } = transcript.meta;
          const { id: _after, ...metaRead } = read.meta;
          expect(metaRead).toEqual(meta);
          expect(writeTranscript({ ...transcript, messages: read.messages })).toBe(writeTranscript(transcript));
        },
      ),
      { numRuns: runs(RUNS) },
    );
  });

  it('every call has exactly one result, directly behind it, and names that providers take', async () => {
    await fc.assert(
      fc.asyncProperty(anyTranscript, async (transcript) => {
        const { text } = await encodeTranscript(codec, transcript);
        const steps = pairsOf(text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)])));
        const seen = new Set<string>();
        const open = new Set<string>();
        let hasResult = false;
        for (const step of steps) {
          if (step.kind === 'call') {
            expect(step.id).toMatch(ACCEPTABLE);
            expect(step.name).toMatch(ACCEPTABLE);
            expect(seen.has(step.id)).toBe(false);
            if (hasResult) expect([...open]).toEqual([]);
            seen.add(step.id);
            open.add(step.id);
            hasResult = false;
          } else if (step.kind === 'result') {
            expect(open.delete(step.id)).toBe(true);
            hasResult = true;
          } else expect([...open]).toEqual([]);
        }
        expect([...open]).toEqual([]);
      }),
      { numRuns: runs(RUNS) },
    );
  });
});

/** What of the meta a loss may stand for. */
const META_LOSSES: Readonly<Record<string, readonly LossCode[]>> = {
  'meta.id': ['renamed-id'],
  'meta.timestamp': ['dropped-time'],
  'meta.cwd': ['dropped-extra'],
  'meta.git_branch': ['dropped-git-branch', 'dropped-extra'],
  'meta.title': ['title-dropped'],
  'meta.cli_version': ['dropped-cli-version', 'dropped-extra'],
  'meta.model': ['dropped-model'],
  'meta.lineage': ['dropped-lineage'],
};

/** What of a message a loss may stand for; its role and time also go when the message is joined to another or vanishes with its blocks. */
const MESSAGE_LOSSES: Readonly<Record<string, readonly LossCode[]>> = {
  'message.model': ['dropped-model', 'dropped-message'],
  'message.stop_reason': ['dropped-stop-reason', 'dropped-message'],
  usage: ['dropped-usage', 'dropped-message'],
};

/**
 * What of a transcript is neither in another one nor in the report of the encoder, at its very place. Where several places hold the same,
 * as many may be gone as the report names.
 */
function unexplained(before: Transcript, after: Transcript, report: LossReport): unknown[] {
  const losses = report.kinds().flatMap(({ samples }) => samples);
  const isSaid = ({ kind, message, block }: Leaf): boolean =>
    losses.some(({ code, where }) => {
      if (message === null) return where.message === undefined && META_LOSSES[kind]?.includes(code) === true;
      // Call and result are renamed together, which is reported where the call is.
      if (kind === 'result.id' && code === 'renamed-id' && (where.message ?? message) < message) return true;
      if (where.message !== message) return false;
      if (kind === 'result.id' && code === 'renamed-id') return true;
      if (block === null) return MESSAGE_LOSSES[kind]?.includes(code) ?? true;
      return where.block === block || (where.block === undefined && code === 'dropped-message');
    });
  const found = new Map<string, number>();
  for (const leaf of allLeavesOf(after)) found.set(keyOf(leaf), (found.get(keyOf(leaf)) ?? 0) + 1);
  const wanted = new Map<string, Leaf[]>();
  for (const leaf of allLeavesOf(before)) wanted.set(keyOf(leaf), [...(wanted.get(keyOf(leaf)) ?? []), leaf]);
  return [...wanted].flatMap(([key, leaves]) => {
    const gone = leaves.length - (found.get(key) ?? 0);
    return gone > leaves.filter(isSaid).length ? leaves.filter((leaf) => !isSaid(leaf)) : [];
  });
}

function allLeavesOf(transcript: Transcript): Leaf[] {
  const usages = transcript.messages.flatMap(({ usage }, message): Leaf[] =>
    usage === undefined ? [] : [{ kind: 'usage', value: numbersOf(usage), message, block: null }],
  );
  return [...leavesOf(writeTranscript(transcript)), ...usages];
}

function keyOf({ kind, value }: Leaf): string {
  return `${kind} ${value}`;
}

/** No cache tokens and none that are known are the same where a format has a number for each. */
function numbersOf(usage: Usage): string {
  const { cache_read_input_tokens: read = 0, cache_creation_input_tokens: created = 0 } = usage;
  return [usage.input_tokens, usage.output_tokens, read, created].join();
}

function withModels(transcript: Transcript, model: string): Transcript {
  return {
    meta: { ...transcript.meta, model },
    messages: transcript.messages.map((message) => (message.model === undefined ? message : { ...message, model })),
  };
}

type Of<T extends Block['type']> = Extract<Block, { readonly type: T }>;

interface Changes {
  readonly tool?: (tool: Tool) => Tool;
  readonly thinking?: (block: Of<'thinking'>) => Block;
  readonly result?: (block: Of<'tool_result'>) => Block;
  readonly message?: (message: Message) => Message;
  readonly usage?: (usage: Usage) => Usage;
  readonly meta?: (meta: Transcript['meta']) => Transcript['meta'];
}

function change(transcript: Transcript, changes: Changes): Transcript {
  const changeBlock = (block: Block): Block => {
    if (block.type === 'tool_use') return { ...block, tool: changes.tool?.(block.tool) ?? block.tool };
    if (block.type === 'thinking') return changes.thinking?.(block) ?? block;
    if (block.type === 'tool_result') return changes.result?.(block) ?? block;
    return block;
  };
  const messages = transcript.messages.map((before) => {
    const message = changes.message?.(before) ?? before;
    // Services refuse blank texts, so that none is written.
    const content = message.content
      .filter((block) => block.type !== 'text' || block.text.trim() !== '')
      .map(changeBlock);
    const usage = message.usage === undefined ? {} : { usage: changes.usage?.(message.usage) ?? message.usage };
    return content.length === 0 ? [] : [{ ...message, content, ...usage }];
  });
  return { meta: changes.meta?.(transcript.meta) ?? transcript.meta, messages: messages.flat() };
}
