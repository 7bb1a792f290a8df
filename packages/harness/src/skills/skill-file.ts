/** Longest block of metadata at the head of a `SKILL.md`, in bytes (profile-and-tools §1.7). */
export const MAX_METADATA_BYTES = 65_536;
const MAX_NAME_BYTES = 256;
const MAX_DESCRIPTION_BYTES = 4096;

/** What the head of a `SKILL.md` says, or why fx passes the skill over. */
export type SkillHead = { readonly name: string; readonly description: string } | { readonly problem: string };

/**
 * Reads the head of a `SKILL.md`: `name` and `description` between two lines of `---`. Without such a block the directory gives the name, and there is no description.
 *
 * @param head the beginning of the file
 * @param directory name of the directory of the skill
 */
export function readSkillHead(head: string, directory: string): SkillHead {
  const lines = head.split('\n').map((line) => line.replace(/\r$/, ''));
  if (lines[0] !== '---') return { name: directory, description: '' };
  const end = lines.indexOf('---', 1);
  if (end < 0 || Buffer.byteLength(lines.slice(0, end + 1).join('\n')) > MAX_METADATA_BYTES) {
    return { problem: `its metadata does not end within ${MAX_METADATA_BYTES} bytes` };
  }
  const block = lines.slice(1, end);
  const name = metadataOf(block, 'name');
  if (name === '') return { problem: 'its metadata has no name' };
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return { problem: `its name has more than ${MAX_NAME_BYTES} bytes` };
  const description = metadataOf(block, 'description');
  return Buffer.byteLength(description) > MAX_DESCRIPTION_BYTES
    ? { problem: `its description has more than ${MAX_DESCRIPTION_BYTES} bytes` }
    : { name, description };
}

/** The text of a key at the left margin, in its line or as a block of indented lines below it; empty where there is none. */
function metadataOf(lines: readonly string[], key: string): string {
  const at = lines.findIndex((line) => line.startsWith(`${key}:`));
  if (at < 0) return '';
  const inline = (lines[at] ?? '').slice(key.length + 1).trim();
  if (inline !== '>' && inline !== '>-' && inline !== '|') return unquoted(inline);
  const block: string[] = [];
  for (const line of lines.slice(at + 1)) {
    if (line.trim() !== '' && !/^\s/.test(line)) break;
    block.push(line.trim());
  }
  return block.join(inline === '|' ? '\n' : ' ').trim();
}

function unquoted(text: string): string {
  const quote = text[0];
  const isQuoted = text.length > 1 && (quote === '"' || quote === "'") && text.endsWith(quote);
  return isQuoted ? text.slice(1, -1) : text;
}
