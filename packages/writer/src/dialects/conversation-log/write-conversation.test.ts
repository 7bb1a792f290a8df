import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConversationLogTurn } from '@fxlog/assembler/internal';
import { decodeConversationFrame, encodeConversationFrame } from '@fxlog/format';
import type { ConversationPayload } from '@fxlog/format/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkConversation } from '../../../../../test/crash/check-conversation.js';
import type { DialectLoss, SessionContent } from '../../dialect.js';
import { nodeFileSystem } from '../../fs/file-system.js';
import { sampleContent, writeSampleContent } from '../../testing/sample-content.js';
import { SAMPLE_ID } from '../../testing/sample-session.js';
import { writeContent } from '../../write-content.js';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'fxlog-conversation-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const CALL: ConversationPayload<'tool_call'> = {
  call_id: 'c1',
  tool_name: 'shell',
  arguments_json: '{"cmd":"ls"}',
  argument_integrity: 'valid',
  provisional_id: null,
  provider_result: null,
  final_identity: 'valid',
  provenance: 'fx_local',
};

const RESULT: ConversationPayload<'tool_result'> = {
  call_id: 'c1',
  tool_name: 'shell',
  status: 'success',
  artifact_ref: 'result-shell-c1-00.txt',
  tool_image_handle: null,
  output_bytes: 4,
  stored_bytes: 4,
  completeness: 'complete',
  preview: 'a\nb\n',
  provider_native: false,
  review_feedback: false,
  created_at_ms: 1790000000000,
  permission_feedback: [],
  committed_file_presentation: null,
  command_replay_ref: null,
  command_replay_bytes: null,
  command_process_presentation: { exit_code: 0 },
  terminal_action_presentation: null,
};

const said = (text: string): ConversationPayload<'assistant'> => ({
  text,
  provider_replay: null,
  standalone_response: false,
});

const TURN: ConversationLogTurn['turn'] = {
  user: { text: 'list files', images: [], work_id: null },
  steps: [{ assistant: null, calls: [CALL], results: [RESULT] }],
  steering: [],
  end: { kind: 'completed', assistant: said('Two files.'), payload: { files: [], turn_summary: null } },
};

function contentOf(turns: readonly ConversationLogTurn['turn'][], rest: Partial<SessionContent> = {}): SessionContent {
  const items = turns.map((turn) => ({
    native: { dialect: 'conversation-log' as const, turn },
    timeMs: 1790000000000,
    language: null,
    usage: null,
  }));
  const readFile = async (path: string) =>
    path === 'tool-results/result-shell-c1-00.txt' ? Buffer.from('a\nb\n') : null;
  return { ...sampleContent(), items, readFile, lateFiles: () => [], permissions: null, usage: null, ...rest };
}

async function write(content: SessionContent) {
  const losses: DialectLoss[] = [];
  const dir = join(base, SAMPLE_ID);
  const written = await writeContent(
    'conversation-log',
    content,
    { dir },
    { report: (loss) => void losses.push(loss) },
  );
  const lines = readFileSync(join(dir, 'events.jsonl'), 'utf8').split('\n').slice(0, -1);
  return { ...written, losses, lines, events: lines.map((line) => JSON.parse(line).event) };
}

describe('the writer of conversation logs', () => {
  it('spells lines as fx does', async () => {
    // The example of newer-formats §4.9.
    const { lines } = await write(contentOf([TURN]));
    expect(lines).toEqual([
      '{"schema_version":3,"seq":1,"timestamp_ms":1790000000000,"event":{"user":{"text":"list files","images":[],"work_id":null}}}',
      '{"schema_version":3,"seq":2,"timestamp_ms":1790000000000,"event":{"tool_call":{"call_id":"c1","tool_name":"shell","arguments_json":"{\\"cmd\\":\\"ls\\"}","argument_integrity":"valid","provisional_id":null,"provider_result":null,"final_identity":"valid","provenance":"fx_local"}}}',
      '{"schema_version":3,"seq":3,"timestamp_ms":1790000000000,"event":{"tool_result":{"call_id":"c1","tool_name":"shell","status":"success","artifact_ref":"result-shell-c1-00.txt","tool_image_handle":null,"output_bytes":4,"stored_bytes":4,"completeness":"complete","preview":"a\\nb\\n","provider_native":false,"created_at_ms":1790000000000,"permission_feedback":[],"committed_file_presentation":null,"command_replay_ref":null,"command_replay_bytes":null,"command_process_presentation":{"exit_code":0},"terminal_action_presentation":null}}}',
      '{"schema_version":3,"seq":4,"timestamp_ms":1790000000000,"event":{"assistant":{"text":"Two files.","provider_replay":null,"standalone_response":false}}}',
      '{"schema_version":3,"seq":5,"timestamp_ms":1790000000000,"event":{"turn_completed":{"files":[],"turn_summary":null}}}',
    ]);
  });

  it('makes a directory with everything that the lines name, for its owner alone', async () => {
    await writeSampleContent(nodeFileSystem, base);
    const dir = join(base, 'sessions', SAMPLE_ID);
    checkConversation(dir);
    expect(
      readdirSync(dir, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(join(dir, name)).isFile())
        .sort(),
    ).toEqual([
      'artifacts/web-fetch/page.bin',
      'events.jsonl',
      'images/image-1-picture.bin',
      'permissions.json',
      'session.json',
      'session.lock',
      expect.stringMatching(/^tool-results\/result-terminal-[0-9a-f]{16}-[0-9a-f]{16}\.txt$/),
      'usage-v2.json',
    ]);
    const log = readFileSync(join(dir, 'events.jsonl'));
    for (let at = 0; at < log.length; ) {
      const end = log.indexOf(0x0a, at) + 1;
      const line = log.subarray(at, end);
      expect(Buffer.compare(encodeConversationFrame(decodeConversationFrame(line)), line)).toBe(0);
      at = end;
    }
  });

  it('keeps a step that is text alone from being taken for the beginning of the next one', async () => {
    const text = { assistant: { ...said('First I look.'), standalone_response: true }, calls: [], results: [] };
    const { events } = await write(contentOf([{ ...TURN, steps: [text, ...TURN.steps] }]));
    expect(events.map((event) => Object.keys(event)[0])).toEqual([
      ...['user', 'assistant', 'assistant', 'tool_call', 'tool_result', 'assistant', 'turn_completed'],
    ]);
    expect(events[1].assistant).toMatchObject({ text: 'First I look.', standalone_response: true });
    expect(events[2].assistant).toMatchObject({ text: '', standalone_response: false });
  });

  it('puts guidance behind the step after which it was given, its prefix before it', async () => {
    const steering = [{ text: 'and hidden ones', assistantPrefix: 'There', afterStep: 1 }];
    const { events } = await write(contentOf([{ ...TURN, steering }]));
    expect(events.slice(3, 6)).toEqual([
      expect.objectContaining({ assistant: said('There') }),
      { steering: { text: 'and hidden ones' } },
      { assistant: said('Two files.') },
    ]);
  });

  it('ends a turn that has no end as one that failed', async () => {
    const open = { ...TURN, steps: [{ assistant: null, calls: [CALL], results: [] }], text: null, end: null };
    const { events, losses } = await write(contentOf([open]));
    expect(Object.keys(events.at(-1))).toEqual(['interrupted']);
    expect(events.at(-1).interrupted).toMatchObject({ reason: 'failed' });
    expect(events.at(-2).tool_call.call_id).toBe('c1');
    expect(losses).toEqual([expect.objectContaining({ code: 'open-call' })]);
  });

  it('lets a summary stand for all lines before it', async () => {
    const { events, losses } = await write(
      contentOf([TURN, { summary: 'Files were listed.', removedTurns: 1, compactions: 1 }, TURN]),
    );
    expect(events[5]).toEqual({ context_checkpoint: { covers_through_seq: 5, summary: 'Files were listed.' } });
    expect(losses).toEqual([]);
  });

  it.each(['../../outside', '/etc/passwd', '..', 'a/b', 'nul\0', 'x'.repeat(256)])(
    'writes nothing under a handle that is no file name: %j',
    async (handle) => {
      const hostile = { ...RESULT, artifact_ref: handle, command_replay_ref: handle, command_replay_bytes: 4 };
      const asked: string[] = [];
      const content = contentOf([{ ...TURN, steps: [{ assistant: null, calls: [CALL], results: [hostile] }] }], {
        readFile: async (path) => {
          asked.push(path);
          return Buffer.from('four');
        },
      });
      const { findings, dir, events } = await write(content);
      expect(asked).toEqual([]);
      expect(findings.map(({ rule }) => rule)).toEqual(['write/handle', 'write/handle']);
      expect(readdirSync(dir).sort()).toEqual(['events.jsonl', 'session.json', 'session.lock']);
      // The line is as it was: fx reads it, and says that there is no file.
      expect(events[2].tool_result.artifact_ref).toBe(handle);
      expect(readdirSync(base)).toEqual([SAMPLE_ID]);
    },
  );

  it.each(['../outside', 'events.jsonl', 'unknown/file', '/tool-results/x'])(
    'refuses to take over a file as %s',
    async (path) => {
      const content = contentOf([TURN], { lateFiles: () => [{ path, bytes: Buffer.from('x') }] });
      await expect(write(content)).rejects.toMatchObject({ rule: 'write/path-escapes' });
      expect(readdirSync(base)).toEqual([]);
    },
  );

  it('tells of a file that is missing, and of one of another size', async () => {
    const content = contentOf([TURN], { readFile: async () => null });
    expect((await write(content)).findings).toMatchObject([{ rule: 'write/artifact-missing' }]);
    rmSync(join(base, SAMPLE_ID), { recursive: true });
    const other = contentOf([TURN], { readFile: async () => Buffer.from('five!') });
    expect((await write(other)).findings).toMatchObject([{ rule: 'write/artifact-size' }]);
  });

  it('never touches what lies there already', async () => {
    mkdirSync(join(base, SAMPLE_ID));
    await expect(write(contentOf([TURN]))).rejects.toMatchObject({ rule: 'write/exists' });
    expect(readdirSync(join(base, SAMPLE_ID))).toEqual([]);
  });

  it.each(['v2', 'V2', '.', 'a b'])('refuses the id %j', async (id) => {
    const head = { ...sampleContent().head, id };
    const target = { root: join(base, 'sessions') };
    const options = { report: () => undefined };
    await expect(writeContent('conversation-log', contentOf([], { head }), target, options)).rejects.toMatchObject({
      rule: 'write/id',
    });
  });

  it('gives a session without an id one of the shape that fx makes', async () => {
    const head = { ...sampleContent().head, id: null };
    const target = { root: join(base, 'sessions') };
    const written = await writeContent('conversation-log', contentOf([], { head }), target, {
      report: () => undefined,
    });
    expect(written.id).toMatch(/^[A-Za-z0-9_-]{12}$/);
    expect(existsSync(join(base, 'sessions', written.id, 'session.json'))).toBe(true);
  });

  it('says what of the settings fx would not take, and refuses what it cannot do without', async () => {
    const head = { ...sampleContent().head, language: ' en', effort: 'very high', title: 'é'.repeat(200) };
    const { dir, losses } = await write(contentOf([], { head }));
    const manifest = JSON.parse(readFileSync(join(dir, 'session.json'), 'utf8'));
    expect(manifest).toMatchObject({ conversation_language: 'und', effort: 'auto', title: 'é'.repeat(120) });
    expect(losses.map(({ code }) => code).sort()).toEqual(['default-value', 'default-value', 'dropped-extra']);
    rmSync(dir, { recursive: true });
    const relative = { ...head, workspaceRoot: 'not/absolute' };
    await expect(write(contentOf([], { head: relative }))).rejects.toMatchObject({ fxError: 'InvalidSessionMetadata' });
  });

  it('refuses a line over 64 MiB, and leaves nothing', async () => {
    const long = { ...TURN, user: { text: 'x'.repeat(67_108_864), images: [], work_id: null } };
    await expect(write(contentOf([long]))).rejects.toMatchObject({ rule: 'frame/too-large' });
    expect(readdirSync(base)).toEqual([]);
  });
});
