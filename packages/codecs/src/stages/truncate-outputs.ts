import type { Block, ToolResultBlock } from '../model/transcript.js';
import { messageStage, type Stage } from '../stage.js';

export interface TruncateOptions {
  /** Longest output, in characters (UTF-16 units); the note that says what was cut comes on top. */
  readonly maxLength: number;
}

/**
 * Cuts long outputs in the middle and says so where it was; a structured output that is too long is cut as JSON text.
 *
 * @throws RangeError for a length that is none.
 */
export function truncateOutputs({ maxLength }: TruncateOptions): Stage {
  if (!Number.isInteger(maxLength) || maxLength < 0)
    throw new RangeError(`An output cannot be ${maxLength} characters long.`);
  return messageStage((item, index, { report }) => {
    let isChanged = false;
    const content = item.message.content.map((block: Block, at): Block => {
      const text = block.type === 'tool_result' ? textOf(block) : '';
      if (block.type !== 'tool_result' || text.length <= maxLength) return block;
      isChanged = true;
      const detail = `Of an output of ${text.length} characters ${maxLength} were kept, as asked.`;
      report({ code: 'cut-output', where: { message: index, block: at }, detail });
      return { ...block, content: cut(text, maxLength) };
    });
    return isChanged ? { ...item, message: { ...item.message, content } } : item;
  });
}

function textOf({ content }: ToolResultBlock): string {
  return typeof content === 'string' ? content : content.text;
}

function cut(text: string, maxLength: number): string {
  const head = withoutHalf(text.slice(0, Math.ceil(maxLength / 2)));
  const tail = withoutHalf(text.slice(text.length - Math.floor(maxLength / 2)));
  return `${head}\n[… ${text.length - head.length - tail.length} characters cut …]\n${tail}`;
}

/** Without half a surrogate pair at either end. */
function withoutHalf(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}
