import { formatCost, quoteJson } from '@fxlog/json/internal';
import type { UsageSnapshot } from '../generated/types.js';
import { list } from './tokens.js';

/**
 * Canonical text of a usage snapshot: always the 18-key shape, the only one that fx writes into a log (event-log §4.2, §4.3). What
 * the 23-key shape holds beyond that is dropped.
 */
export function usageText(usage: UsageSnapshot): string {
  return (
    `{"billing":${quoteJson(usage.billing)}` +
    `,"api_duration_complete":${usage.api_duration_complete}` +
    `,"wall_duration_complete":${usage.wall_duration_complete}` +
    `,"code_complete":${usage.code_complete}` +
    `,"next_sequence":${usage.next_sequence}` +
    `,"settled_through_sequence":${usage.settled_through_sequence}` +
    `,"api_duration_ms":${usage.api_duration_ms}` +
    `,"wall_duration_ms":${usage.wall_duration_ms}` +
    `,"total_cost":${formatCost(usage.total_cost)}` +
    `,"input_tokens":${usage.input_tokens}` +
    `,"output_tokens":${usage.output_tokens}` +
    `,"cache_read_tokens":${usage.cache_read_tokens}` +
    `,"cache_write_tokens":${usage.cache_write_tokens}` +
    `,"billable_web_search_calls":${usage.billable_web_search_calls}` +
    `,"lines_added":${usage.lines_added}` +
    `,"lines_removed":${usage.lines_removed}` +
    `,"models":${list<UsageSnapshot['models'][number]>(usage.models, modelText)}` +
    `,"pending":${list<UsageSnapshot['pending'][number]>(usage.pending, pendingText)}}`
  );
}

function modelText(model: UsageSnapshot['models'][number]): string {
  return (
    `{"model":${quoteJson(model.model)}` +
    `,"first_sequence":${model.first_sequence}` +
    `,"total_cost":${formatCost(model.total_cost)}` +
    `,"input_tokens":${model.input_tokens}` +
    `,"output_tokens":${model.output_tokens}` +
    `,"cache_read_tokens":${model.cache_read_tokens}` +
    `,"cache_write_tokens":${model.cache_write_tokens}` +
    `,"billable_web_search_calls":${model.billable_web_search_calls}}`
  );
}

function pendingText(entry: UsageSnapshot['pending'][number]): string {
  return (
    `{"id":${quoteJson(entry.id)}` +
    `,"sequence":${entry.sequence}` +
    `,"origin":${quoteJson(entry.origin)}` +
    `,"team":${entry.team === null ? 'null' : quoteJson(entry.team)}}`
  );
}
