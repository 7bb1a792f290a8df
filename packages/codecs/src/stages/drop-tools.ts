import { toCanonical } from '../model/tool.js';
import type { Block, MessageItem } from '../model/transcript.js';
import { messageStage, type Stage, type StageContext } from '../stage.js';
import { keepBlocks } from './keep-blocks.js';

export interface DropToolsOptions {
  /** Names of the tools, as `toCanonical` gives them. Default: all tools. */
  readonly names?: readonly string[] | undefined;
}

/** Leaves out calls of tools together with their results, and messages that held nothing else. */
export function dropTools({ names }: DropToolsOptions = {}): Stage {
  return (items, context) => {
    // Calls that are gone and whose results are still to come.
    const dropped = new Set<string>();
    const isDropped = (block: Block): boolean => {
      if (block.type === 'tool_result') return names === undefined || dropped.delete(block.tool_use_id);
      if (block.type !== 'tool_use') return false;
      const isNamed = names?.includes(toCanonical(block.tool).name) ?? true;
      if (isNamed && names !== undefined) dropped.add(block.id);
      return isNamed;
    };
    const change = (item: MessageItem, index: number, { report }: StageContext): MessageItem | null => {
      const content = item.message.content.filter((block, at) => {
        if (!isDropped(block)) return true;
        const what = block.type === 'tool_use' ? `The call ${block.id}` : 'A result';
        report({
          code: 'dropped-block',
          where: { message: index, block: at },
          detail: `${what} was left out, as asked.`,
        });
        return false;
      });
      const message = keepBlocks(item.message, content);
      if (message === item.message) return item;
      return message === null ? null : { ...item, message };
    };
    return messageStage(change)(items, context);
  };
}
