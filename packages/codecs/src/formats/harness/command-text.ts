/** Slash commands as Claude Code stores them: texts with tags in lines of the user (other-harnesses §1.3). */
import type { CommandTool } from '../../model/tool.js';

const TAG = /<command-(name|message|args)>([\s\S]*?)<\/command-\1>/y;
const SPACE = /\s*/y;
const OUTPUT = /^<local-command-(stdout|stderr)>([\s\S]*)<\/local-command-\1>\s*$/;
const CAVEAT = '<local-command-caveat>';
// CSI and OSC sequences, and the two-character ones.
const ANSI = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

/** The command that a text of the user is, null for every other text. */
export function parseCommand(text: string): CommandTool | null {
  if (!text.startsWith('<command-')) return null;
  const parts = new Map<string, string>();
  for (let position = 0; position < text.length; ) {
    TAG.lastIndex = position;
    const match = TAG.exec(text);
    if (match === null) return null;
    const [, tag = '', content = ''] = match;
    if (parts.has(tag)) return null;
    parts.set(tag, content);
    SPACE.lastIndex = TAG.lastIndex;
    SPACE.test(text);
    position = SPACE.lastIndex;
  }
  const command = parts.get('name');
  if (command === undefined || !command.startsWith('/')) return null;
  const args = parts.get('args');
  return { name: 'Command', command, ...(args === undefined || args === '' ? {} : { args }) };
}

/** A command as a text of the user; null when its own text is in the way of the tags. */
export function writeCommand(tool: CommandTool): string | null {
  const { command, args } = tool;
  // Claude Code writes the white space, too.
  const parts = [`<command-name>${command}</command-name>`, `<command-message>${command.slice(1)}</command-message>`];
  const text = [...parts, `<command-args>${args ?? ''}</command-args>`].join(`\n${' '.repeat(12)}`);
  const again = parseCommand(text);
  return again !== null && again.command === command && again.args === args ? text : null;
}

export interface CommandOutput {
  readonly text: string;
  readonly isError: boolean;
  /** Whether escape sequences of a terminal were taken out. */
  readonly isStripped: boolean;
}

/** The output of a command that a text is, null for every other text. */
export function parseCommandOutput(text: string): CommandOutput | null {
  const match = OUTPUT.exec(text);
  if (match === null) return null;
  const [, stream, content = ''] = match;
  const plain = content.replace(ANSI, '');
  return { text: plain, isError: stream === 'stderr', isStripped: plain.length !== content.length };
}

export function writeCommandOutput(text: string, isError: boolean): string {
  const stream = isError ? 'stderr' : 'stdout';
  return `<local-command-${stream}>${text}</local-command-${stream}>`;
}

/** Whether a text is the program's remark to the model about the commands of the user. */
export function isCommandCaveat(text: string): boolean {
  return text.startsWith(CAVEAT);
}
