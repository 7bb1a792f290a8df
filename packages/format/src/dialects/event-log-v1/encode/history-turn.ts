import { quoteJson } from '@fxlog/json/internal';
import type { DurableBytes } from '../../../scalars.js';
import type { HistoryTurn, Image, UserTurn } from '../generated/types.js';
import { executionText, isEmptyExecution, replayText, toolCallText } from './execution.js';
import { durable, durableOrNull, list } from './tokens.js';

/** Canonical text of a history turn of any kind (event-log §3.8, §4.2, §4.3). */
export function historyTurnText(turn: HistoryTurn): string {
  switch (turn.kind) {
    case 'assistant':
      return `{"kind":"assistant","user":${userText(turn.user)},"assistant":${durable(turn.assistant)},"execution":${executionText(turn.execution)}}`;
    case 'interrupted': {
      const command = turn.cancelled_command;
      return (
        `{"kind":"interrupted","user":${userText(turn.user)}` +
        `,"assistant":${durableOrNull(turn.assistant)}` +
        `,"tool_call":${turn.tool_call === null ? 'null' : toolCallText(turn.tool_call)}` +
        `,"completed_tool_names":${list(turn.completed_tool_names, durable)}` +
        `,"terminal_reason":${quoteJson(turn.terminal_reason ?? 'cancelled')}` +
        (turn.execution === undefined || isEmptyExecution(turn.execution)
          ? ''
          : `,"execution":${executionText(turn.execution)}`) +
        (command === undefined
          ? ''
          : `,"cancelled_command":{"output_replay":${replayText(command.output_replay)},"command_artifact_handle":${durableOrNull(command.command_artifact_handle)}}`) +
        '}'
      );
    }
    case 'background_command': {
      const id = turn.background_record_id;
      const assistant = turn.assistant ?? null;
      const execution = turn.execution ?? { schema_version: 3, tool_steps: [], files: [] };
      return (
        `{"kind":"background_command","user":${userText(turn.user)}` +
        `,"log_path":${durable(turn.log_path)}` +
        `,"expect_url":${turn.expect_url}` +
        `,"url":${durableOrNull(turn.url)}` +
        `,"background_record_id":${id === null ? 'null' : quoteJson(id)}` +
        (assistant === null && isEmptyExecution(execution)
          ? ''
          : `,"assistant":${durableOrNull(assistant)},"execution":${executionText(execution)}`) +
        '}'
      );
    }
    case 'compacted_summary':
      return `{"kind":"compacted_summary","summary":${durable(turn.summary)},"removed_turn_count":${turn.removed_turn_count},"compaction_count":${turn.compaction_count}}`;
  }
}

/** Canonical text of a user turn (event-log §3.9). */
export function userText(user: UserTurn): string {
  const workId = user.work_id === undefined ? '' : `,"work_id":${quoteJson(user.work_id)}`;
  return `{"text":${durable(user.text)},"images":${list<Image>(user.images, imageText)}${workId}}`;
}

function imageText(image: Image): string {
  const snapshot = image.snapshot_path ?? null;
  return (
    `{"id":${image.id}` +
    `,"path":${durable(image.path)}` +
    `,"media_type":${durable(image.media_type)}` +
    `,"snapshot_path":${snapshot === null ? 'null' : durable(relativeSnapshot(snapshot))}` +
    `,"snapshot_sha256":${durableOrNull(image.snapshot_sha256 ?? null)}}`
  );
}

/** event-log §4.3: an absolute snapshot path becomes `images/` plus its last component, trailing slashes ignored. */
function relativeSnapshot(path: DurableBytes): DurableBytes {
  const bytes = typeof path === 'string' ? Buffer.from(path, 'utf8') : Buffer.from(path);
  if (bytes[0] !== 0x2f) return path;
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0x2f) end--;
  const start = end === 0 ? 0 : bytes.lastIndexOf(0x2f, end - 1) + 1;
  // Written through durable(), which finds out whether what is left is UTF-8.
  return Buffer.concat([Buffer.from('images/'), bytes.subarray(start, end)]);
}
