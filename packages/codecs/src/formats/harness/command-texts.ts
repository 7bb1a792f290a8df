import type { Block, Message } from '../../model/transcript.js';
import { writeCommand, writeCommandOutput } from './command-text.js';

/**
 * Slash commands for programs that have none: what the user typed and what it printed are texts of the user, as Claude Code itself tells its model.
 * As calls they would be refused by providers, and imitated by the model.
 */
export class CommandTexts {
  /** Calls whose results may come. */
  readonly #open = new Set<string>();

  /**
   * For each block of the next message the text that stands for it if it is a command or the output of one, else null. A command beside other
   * blocks of the assistant is a call as they are: nothing says that the user typed it.
   */
  take({ role, content }: Message): (string | null)[] {
    const isSaid = role === 'assistant' && content.every(isCommand);
    return content.map((block) => this.#textOf(block, isSaid));
  }

  #textOf(block: Block, isSaid: boolean): string | null {
    if (block.type === 'tool_use' && block.tool.name === 'Command' && isSaid) {
      this.#open.add(block.id);
      return writeCommand(block.tool) ?? [block.tool.command, block.tool.args ?? []].flat().join(' ');
    }
    if (block.type !== 'tool_result' || !this.#open.delete(block.tool_use_id)) return null;
    const { content, is_error } = block;
    return writeCommandOutput(typeof content === 'string' ? content : content.text, is_error === true);
  }
}

function isCommand(block: Block): boolean {
  return block.type === 'tool_use' && block.tool.name === 'Command';
}
