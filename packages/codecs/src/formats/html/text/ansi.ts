/** Text in one style. Colours are those of a terminal, 0 to 15. */
export interface StyledRun {
  readonly text: string;
  readonly color: number | null;
  readonly flags: readonly ('bold' | 'dim' | 'italic' | 'underline' | 'strike')[];
}

/** Select Graphic Rendition, the only sequence that is obeyed; every other stays in the text and is shown as such. */
const SGR = /\x1b\[([\d;:]{0,64})m/g;

/** Beyond as many runs the rest is shown with its sequences: a bomb of colours must not become a million elements. */
const MAX_RUNS = 2000;

const FLAGS = { 1: 'bold', 2: 'dim', 3: 'italic', 4: 'underline', 9: 'strike' } as const;
const RESETS: Readonly<Record<number, readonly string[]>> = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underline'],
  29: ['strike'],
};

type Flag = StyledRun['flags'][number];

/** A text with the colour sequences of terminals, as runs. */
export function parseAnsi(text: string): StyledRun[] {
  const runs: StyledRun[] = [];
  const flags = new Set<Flag>();
  let color: number | null = null;
  let start = 0;
  for (const match of text.matchAll(SGR)) {
    if (runs.length >= MAX_RUNS) break;
    if (match.index > start) runs.push({ text: text.slice(start, match.index), color, flags: [...flags] });
    start = match.index + match[0].length;
    const codes = (match[1] ?? '').split(/[;:]/).map(Number);
    for (let at = 0; at < codes.length; at++) {
      const code = codes[at] ?? 0;
      if (code === 0) {
        flags.clear();
        color = null;
      } else if (code in FLAGS) flags.add(FLAGS[code as keyof typeof FLAGS]);
      else if (code in RESETS) for (const flag of RESETS[code] ?? []) flags.delete(flag as Flag);
      else if (code >= 30 && code <= 37) color = code - 30;
      else if (code >= 90 && code <= 97) color = code - 82;
      else if (code === 39) color = null;
      else if (code === 38 || code === 48) {
        const isIndexed = codes[at + 1] === 5;
        const values = codes.slice(at + 2, at + (isIndexed ? 3 : 5));
        if (code === 38)
          color = isIndexed ? nearestOfIndex(values[0] ?? 0) : nearest(values[0] ?? 0, values[1] ?? 0, values[2] ?? 0);
        at += isIndexed ? 2 : 4;
      }
    }
  }
  if (start < text.length) runs.push({ text: text.slice(start), color, flags: [...flags] });
  return runs;
}

/** A text without the colour sequences, as it is searched and counted. */
export function stripColors(text: string): string {
  return text.includes('\x1b') ? text.replace(SGR, '') : text;
}

/** One of the 256 colours as one of the 16, whose contrast is known. */
function nearestOfIndex(index: number): number {
  if (index < 16) return index;
  if (index >= 232) {
    const level = 8 + (index - 232) * 10;
    return nearest(level, level, level);
  }
  const cube = index - 16;
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  return nearest(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

function nearest(red: number, green: number, blue: number): number {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  if (most - least < 32) return most < 64 ? 0 : most < 140 ? 8 : most < 220 ? 7 : 15;
  const middle = (most + least) / 2;
  const hue = (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0);
  return most > 190 ? hue + 8 : hue;
}
