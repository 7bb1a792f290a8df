import type { LogPosition } from '@fxlog/format/internal';

/** Are two places behind a frame of a log the same, as watermarks, intents and checkpoints state them (session-directory §3.3, `P`)? */
export function samePosition(a: LogPosition, b: LogPosition): boolean {
  return (
    a.log_generation === b.log_generation &&
    BigInt(a.through_seq) === BigInt(b.through_seq) &&
    a.through_event_id === b.through_event_id &&
    BigInt(a.through_event_log_bytes) === BigInt(b.through_event_log_bytes)
  );
}
