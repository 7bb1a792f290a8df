/** A turn with a file, and the session that it is appended to. */
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ConversationTurn } from '@fxlog/assembler/internal';
import type { FileSystem } from '@fxlog/writer/internal';
import type { ConversationAppendOptions } from '../../../../appended-turn.js';
import { NEWER, setModes } from '../../../../testing/fixtures.js';
import { appendConversationTurn } from '../append-turn.js';

/** The session that is worked on. */
export const ID = 'orchard_0001';

const OUTPUT = Buffer.from('plums\n');

export const TURN: ConversationTurn = {
  user: { text: 'And the plums?', images: [], work_id: null },
  steps: [
    {
      assistant: null,
      calls: [
        {
          call_id: 'call-9',
          tool_name: 'shell',
          arguments_json: '{"command":"ls"}',
          argument_integrity: 'valid',
          provisional_id: null,
          provider_result: null,
          final_identity: 'valid',
          provenance: 'fx_local',
        },
      ],
      results: [
        {
          call_id: 'call-9',
          tool_name: 'shell',
          status: 'success',
          artifact_ref: 'result-shell-plums.txt',
          tool_image_handle: null,
          output_bytes: OUTPUT.length,
          stored_bytes: OUTPUT.length,
          completeness: 'complete',
          preview: 'plums\n',
          provider_native: false,
          review_feedback: false,
          created_at_ms: 1790000900000,
          permission_feedback: [],
          committed_file_presentation: null,
          command_replay_ref: null,
          command_replay_bytes: null,
          command_process_presentation: { exit_code: 0 },
          terminal_action_presentation: null,
        },
      ],
    },
  ],
  steering: [],
  end: {
    kind: 'completed',
    assistant: { text: 'They are blue.', provider_replay: null, standalone_response: false },
    payload: { files: [], turn_summary: null },
  },
};

/** Everything fixed that can be, so that two runs give the same bytes. */
export const OPTIONS: ConversationAppendOptions = {
  clock: () => 1790000900000,
  readFile: async (path) => (path === 'tool-results/result-shell-plums.txt' ? OUTPUT : null),
};

/** Puts the session below `<dir>/sessions`; returns its directory. */
export function laySession(dir: string, fixture = `conversation-log/ordinary/${ID}`): string {
  const session = join(dir, 'sessions', fixture.split('/').at(-1) ?? '');
  mkdirSync(join(dir, 'sessions'), { recursive: true, mode: 0o700 });
  cpSync(join(NEWER, fixture), session, { recursive: true });
  setModes(session);
  return session;
}

export const append = (fileSystem: FileSystem, dir: string): Promise<unknown> =>
  appendConversationTurn(join(dir, 'sessions', ID), TURN, { ...OPTIONS, fileSystem });
