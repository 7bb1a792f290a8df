import type { HistoryTurn } from '@fxlog/format';
import { toolResultHandle } from '../content-names.js';
import type { AttachmentRef } from '../dialects/event-log-v1/attachments.js';
import {
  type SessionInput,
  type WriteSessionOptions,
  type WrittenSession,
  writeSession,
} from '../dialects/event-log-v1/write-session.js';
import type { FileSystem } from '../fs/file-system.js';

export const SAMPLE_ID = '1767225600000-1767225600000000000-00112233aabbccdd';
export const SAMPLE_WORKSPACE = '/home/dev/project';

/** The smallest bytes that begin as a PNG does. */
export const SAMPLE_PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

const STORED = Buffer.from('line of a long output\n'.repeat(1000));
const HANDLE = toolResultHandle('terminal', 'call_1', STORED);

/** Two turns that need every kind of file: a picture without a snapshot and a tool result kept apart. */
export function sampleTurns(): HistoryTurn[] {
  return [
    {
      kind: 'assistant',
      user: {
        text: 'What is in the picture?',
        images: [{ id: 1, path: '/tmp/a.png', media_type: 'image/png', snapshot_path: null, snapshot_sha256: null }],
      },
      assistant: 'An apple.',
      execution: { schema_version: 3, tool_steps: [], files: [] },
    },
    {
      kind: 'assistant',
      user: { text: 'Make a long list.', images: [] },
      assistant: 'Done.',
      execution: {
        schema_version: 3,
        tool_steps: [
          {
            assistant: null,
            tool_calls: [
              { id: 'call_1', name: 'terminal', arguments_json: '{"action":"exec"}', provider_result: null },
            ],
            tool_results: [
              {
                tool_call_id: 'call_1',
                tool_name: 'terminal',
                status: 'success',
                output: 'line of a long output\n',
                output_handle: HANDLE,
                preview: 'line of a long output\n',
                output_bytes: STORED.length,
                stored_output_bytes: STORED.length,
                truncated: true,
                provider_native: false,
                created_at_ms: 1767225660000,
                permission_feedback: [],
                committed_file_presentation: null,
                command_output_replay: null,
                command_process_presentation: null,
              },
            ],
          },
        ],
        files: [],
      },
    },
  ];
}

/** A session of those turns, with usage. */
export function sampleInput(): SessionInput {
  return {
    turns: sampleTurns(),
    session: {
      id: SAMPLE_ID,
      created_at_ms: 1767225600000,
      workspace_root: SAMPLE_WORKSPACE,
      conversation_language: 'en',
      preferences: { model: 'openai/gpt-5' },
      usage: {
        billing: 'complete',
        api_duration_complete: true,
        wall_duration_complete: true,
        code_complete: true,
        next_sequence: 1,
        settled_through_sequence: 0,
        api_duration_ms: 0,
        wall_duration_ms: 0,
        total_cost: 0,
        input_tokens: 0,
        output_tokens: 0,
        cache_read_tokens: 0,
        cache_write_tokens: 0,
        billable_web_search_calls: 0,
        lines_added: 0,
        lines_removed: 0,
        models: [],
        pending: [],
      },
    },
  };
}

/** Everything fixed that can be, so that two runs differ in the fingerprint alone. */
export const sampleOptions: WriteSessionOptions = {
  seed: 'sample',
  clock: () => 1767225660000,
  latest: true,
  readAttachment: async (ref: AttachmentRef) => (ref.kind === 'image' ? SAMPLE_PNG : STORED),
};

/** Writes the sample below `<dir>/sessions`. */
export function writeSample(fileSystem: FileSystem, dir: string): Promise<WrittenSession> {
  return writeSession(sampleInput(), { root: `${dir}/sessions` }, { ...sampleOptions, fileSystem });
}
