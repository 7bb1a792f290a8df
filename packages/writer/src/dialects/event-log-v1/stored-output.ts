import type { Uint64 } from '@fxlog/format';

/** Longest output that fx keeps in the log itself, in bytes (session-directory §4.5). */
export const MAX_INLINE_OUTPUT_BYTES = 16_384;

/** What the log says of an output that lies in a file, which is what the model saw of it (model-view §5.2). */
export function storedOutputText(handle: string, storedBytes: Uint64, preview: string): string {
  return `<tool_result_preview handle="${handle}" stored_bytes="${storedBytes}">
${preview}
</tool_result_preview>
<tool_result_handle>${handle}</tool_result_handle>
Full redacted result is stored outside session JSON. Use read_tool_result with this handle to inspect a byte range or literal query.`;
}
