export type InlineNode =
  | string
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em' | 'strike'; readonly children: readonly InlineNode[] }
  /** `href` is http or https, nothing else. */
  | { readonly kind: 'link'; readonly href: string; readonly children: readonly InlineNode[] };

/** What may begin something, in the order in which it is tried. */
const TOKEN = /\\[!-/:-@[-`{-~]|`+|\*\*?|__?|~~|\[|https?:\/\//g;
const LINK = /\[([^[\]\n]{1,500})\]\((https?:\/\/[^\s()<>]{1,2000}(?:\([^\s()<>]{0,500}\))?[^\s()<>]{0,500})\)/y;
const ADDRESS = /https?:\/\/[^\s<>"'`|\\^{}[\]]{1,2000}/y;
const KINDS = { '**': 'strong', __: 'strong', '*': 'em', _: 'em', '~~': 'strike' } as const;
type Delimiter = keyof typeof KINDS;

interface Level {
  readonly delimiter: Delimiter | null;
  readonly nodes: InlineNode[];
}

/** The parts of a line or paragraph. What is not closed, and links to anything but the web, stay as they were written. */
export function parseInline(text: string, hasLinks = true): InlineNode[] {
  const levels: Level[] = [{ delimiter: null, nodes: [] }];
  const runs = readCodeRuns(text);
  let start = 0;
  const top = () => levels[levels.length - 1] as Level;
  const push = (...nodes: InlineNode[]) => {
    top().nodes.push(...nodes.filter((node) => node !== ''));
  };
  const token = new RegExp(TOKEN);
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [mark] = match;
    const at = match.index;
    if (mark.startsWith('\\')) {
      push(text.slice(start, at), mark.slice(1));
      start = at + 2;
    } else if (mark.startsWith('`')) {
      const end = runs.closing(mark.length, at + mark.length);
      if (end === -1) continue;
      const code = text.slice(at + mark.length, end);
      const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '';
      push(text.slice(start, at), { kind: 'code', text: isPadded ? code.slice(1, -1) : code });
      start = end + mark.length;
      token.lastIndex = start;
    } else if (mark === '[' || mark.startsWith('http')) {
      const link = hasLinks ? readLink(text, at, mark) : null;
      if (link === null) continue;
      push(text.slice(start, at), link.node);
      start = at + link.length;
      token.lastIndex = start;
    } else {
      const delimiter = mark as Delimiter;
      const [before = ' ', after = ' '] = [text[at - 1], text[at + mark.length]];
      const isWordInside = delimiter.startsWith('_') && /\w/.test(before) && /\w/.test(after);
      if (isWordInside) continue;
      const open = levels.findLastIndex((level) => level.delimiter === delimiter);
      if (open > 0 && /\S/.test(before)) {
        push(text.slice(start, at));
        while (levels.length > open + 1) giveUp(levels);
        const { nodes } = levels.pop() as Level;
        push({ kind: KINDS[delimiter], children: nodes });
        start = at + mark.length;
      } else if (/\S/.test(after) && open === -1) {
        push(text.slice(start, at));
        levels.push({ delimiter, nodes: [] });
        start = at + mark.length;
      }
    }
  }
  push(text.slice(start));
  while (levels.length > 1) giveUp(levels);
  return top().nodes;
}

/** What was opened and not closed is text; each delimiter can be open once, so that there are never many. */
function giveUp(levels: Level[]): void {
  const { delimiter, nodes } = levels.pop() as Level;
  (levels[levels.length - 1] as Level).nodes.push(delimiter ?? '', ...nodes);
}

function readLink(text: string, at: number, mark: string): { node: InlineNode; length: number } | null {
  const pattern = mark === '[' ? LINK : ADDRESS;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) return null;
  if (mark === '[') {
    const [whole, label = '', href = ''] = match;
    return { node: { kind: 'link', href, children: parseInline(label, false) }, length: whole.length };
  }
  let href = match[0].replace(/[.,:;!?*_~]+$/, '');
  if (href.endsWith(')') && !href.includes('(')) href = href.replace(/\)+$/, '');
  if (href.length < 9) return null;
  return { node: { kind: 'link', href, children: [href] }, length: href.length };
}

/** Where runs of backticks begin, by their length; found once, so that many unclosed ones cost nothing. */
function readCodeRuns(text: string): { closing(length: number, from: number): number } {
  const starts = new Map<number, number[]>();
  const next = new Map<number, number>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const known = starts.get(run.length);
    if (known === undefined) starts.set(run.length, [index]);
    else known.push(index);
  }
  return {
    closing(length, from) {
      const known = starts.get(length) ?? [];
      let at = next.get(length) ?? 0;
      while (at < known.length && (known[at] as number) < from) at++;
      next.set(length, at);
      return known[at] ?? -1;
    },
  };
}
