import { quoteJson } from '@fxlog/json/internal';
import type { LogEvent } from '../generated/types.js';
import { historyTurnText } from './history-turn.js';
import { checkpointText, preferencesText } from './state.js';
import { usageText } from './usage.js';

/** Canonical text of an event, without the LF of its frame (event-log §2, §4). */
export function eventText(event: LogEvent): string {
  return (
    `{"schema_version":1,"log_generation":${quoteJson(event.log_generation)}` +
    `,"seq":${event.seq}` +
    `,"event_id":${quoteJson(event.event_id)}` +
    `,"timestamp_ms":${event.timestamp_ms}` +
    `,"kind":${quoteJson(event.kind)}` +
    `,"payload":${payloadText(event)}}`
  );
}

function payloadText(event: LogEvent): string {
  switch (event.kind) {
    case 'session_started': {
      const { usage, ...started } = event.payload;
      return (
        `{"id":${quoteJson(started.id)}` +
        `,"created_at_ms":${started.created_at_ms}` +
        `,"origin_workspace_root":${quoteJson(started.origin_workspace_root)}` +
        `,"workspace_root":${quoteJson(started.workspace_root)}` +
        `,"conversation_language":${quoteJson(started.conversation_language)}` +
        `,"preferences":${preferencesText(started.preferences)}` +
        `${usage === undefined ? '' : `,"usage":${usageText(usage)}`}}`
      );
    }
    case 'preferences_changed': {
      const { provider, model, effort, fast_mode: fastMode } = event.payload;
      const members: string[] = [];
      if (provider !== undefined) members.push(`"provider":${quoteJson(provider)}`);
      if (model !== undefined) members.push(`"model":${quoteJson(model)}`);
      if (effort !== undefined) members.push(`"effort":${quoteJson(effort)}`);
      if (fastMode !== undefined) members.push(`"fast_mode":${fastMode}`);
      return `{${members.join(',')}}`;
    }
    case 'workspace_rebound':
      return `{"previous_workspace_root":${quoteJson(event.payload.previous_workspace_root)},"workspace_root":${quoteJson(event.payload.workspace_root)}}`;
    case 'history_turn_committed': {
      const { payload } = event;
      return (
        `{"conversation_language":${quoteJson(payload.conversation_language)}` +
        `,"total_input_tokens":${payload.total_input_tokens}` +
        `,"total_output_tokens":${payload.total_output_tokens}` +
        `,"turn":${historyTurnText(payload.turn)}` +
        `${payload.work_id === undefined ? '' : `,"work_id":${quoteJson(payload.work_id)}`}}`
      );
    }
    case 'usage_checkpointed':
      return `{"usage":${usageText(event.payload.usage)}}`;
    case 'recovery_checkpoint_set':
      return `{"checkpoint":${checkpointText(event.payload.checkpoint)}}`;
    case 'recovery_checkpoint_cleared':
      return '{}';
    case 'state_replacement_started': {
      const { payload } = event;
      return `{"replacement_id":${quoteJson(payload.replacement_id)},"reason":${quoteJson(payload.reason)},"encoded_bytes":${payload.encoded_bytes},"sha256":${quoteJson(payload.sha256)},"chunk_count":${payload.chunk_count}}`;
    }
    case 'state_replacement_chunk': {
      const { payload } = event;
      return `{"replacement_id":${quoteJson(payload.replacement_id)},"chunk_index":${payload.chunk_index},"raw_bytes":${payload.raw_bytes},"chunk_sha256":${quoteJson(payload.chunk_sha256)},"base64":${quoteJson(payload.base64)}}`;
    }
    case 'state_replacement_committed': {
      const { payload } = event;
      return `{"replacement_id":${quoteJson(payload.replacement_id)},"encoded_bytes":${payload.encoded_bytes},"sha256":${quoteJson(payload.sha256)},"chunk_count":${payload.chunk_count}}`;
    }
  }
}
