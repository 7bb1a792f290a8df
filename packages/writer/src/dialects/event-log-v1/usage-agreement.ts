import type { UsageSnapshot } from '@fxlog/format/internal';

const TOTALS = [
  'billing',
  'api_duration_complete',
  'wall_duration_complete',
  'code_complete',
  'next_sequence',
  'settled_through_sequence',
  'api_duration_ms',
  'wall_duration_ms',
  'total_cost',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'billable_web_search_calls',
  'lines_added',
  'lines_removed',
] as const satisfies readonly (keyof UsageSnapshot)[];

/** Whether a rich snapshot says the same as the one in the log, as far as that says anything (session-directory §4.2). */
export function agreesWith(rich: UsageSnapshot, logged: UsageSnapshot): boolean {
  return (
    TOTALS.every((key) => rich[key] === logged[key]) &&
    sameEntries(rich.models, logged.models, [
      'model',
      'first_sequence',
      'total_cost',
      'input_tokens',
      'output_tokens',
    ]) &&
    sameEntries(rich.pending, logged.pending, ['id', 'sequence', 'origin', 'team'])
  );
}

function sameEntries<T>(left: readonly T[], right: readonly T[], keys: readonly (keyof T)[]): boolean {
  return (
    left.length === right.length && left.every((entry, at) => keys.every((key) => entry[key] === right[at]?.[key]))
  );
}
