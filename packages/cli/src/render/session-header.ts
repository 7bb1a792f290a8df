import type { ConversationOutline } from '@fxlog/assembler';
import type { SessionHead } from '../input/session-head.js';
import { countOf, formatCount } from '../output/measures.js';
import type { Paint } from '../output/output.js';
import { terminalText } from '../output/terminal-text.js';
import { clip } from '../output/text-width.js';

/** Title, id and the facts of a session, above its first turn. */
export function renderSessionHeader(
  head: SessionHead,
  outline: Pick<ConversationOutline, 'turns'>,
  paint: Paint,
  columns: number,
): string[] {
  const lines: string[] = [];
  if (head.title !== null) lines.push(paint.bold(clip(terminalText(head.title), columns)));
  if (head.id !== null) lines.push(paint.dim(clip(`session ${terminalText(head.id)}`, columns)));
  const known = [head.workspaceRoot, head.model].filter((fact) => fact !== null);
  const facts = [...known.map((fact) => terminalText(fact)), countOf(outline.turns, 'turn')];
  if (head.totals !== null && (head.totals.inputTokens !== 0 || head.totals.outputTokens !== 0)) {
    facts.push(`${formatCount(head.totals.inputTokens)} tokens in, ${formatCount(head.totals.outputTokens)} out`);
  }
  lines.push(paint.dim(clip(facts.join(' · '), columns)), '');
  return lines;
}
