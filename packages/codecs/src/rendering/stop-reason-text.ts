import type { StopReason } from '../model/transcript.js';
import { toOneLine } from './visible-text.js';

/** Why a message ended, in words. */
export function stopReasonText(reason: StopReason): string {
  switch (reason) {
    case 'aborted':
      return 'Interrupted';
    case 'error':
      return 'Failed';
    case 'max_tokens':
      return 'Cut off at the limit of tokens';
    case 'stop_sequence':
      return 'Stopped at a stop sequence';
    case 'end_turn':
      return 'End of turn';
    case 'tool_use':
      return 'Waits for tools';
    default:
      return `Stopped: ${toOneLine(reason.other, 200)}`;
  }
}
