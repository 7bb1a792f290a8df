import { artifactDisplayText, type Block, type TextBlock } from '../model/transcript.js';
import { messageStage, type Stage } from '../stage.js';
import { keepBlocks } from './keep-blocks.js';

/** Keeps what was said: texts, and attachments as a line of text; no tools, no reasoning, no images. */
export function textOnly(): Stage {
  return messageStage((item, index, { report }) => {
    const content = item.message.content.flatMap((block: Block, at): TextBlock[] => {
      const where = { message: index, block: at };
      if (block.type === 'text') return [block];
      if (block.type === 'artifact') {
        report({
          code: 'dropped-artifact',
          where,
          detail: `The artifact ${block.artifact.name} is a line of text, as asked.`,
        });
        return [{ type: 'text', text: artifactDisplayText(block.artifact) }];
      }
      report({ code: 'dropped-block', where, detail: `A block of type ${block.type} was left out, as asked.` });
      return [];
    });
    const message = keepBlocks(item.message, content);
    if (message === item.message) return item;
    return message === null ? null : { ...item, message };
  });
}
