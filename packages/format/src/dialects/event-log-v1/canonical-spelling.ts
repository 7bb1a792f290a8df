import { formatCost } from '@fxlog/json/internal';

const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const CLOSING_BRACE = 0x7d;
const LOWER_U = 0x75;
/** The letters that fx writes behind a backslash; `u` stands for the control characters that have no letter (event-log §4.1). */
const ESCAPES: ReadonlySet<number> = new Set([...'"\\bfnrt'].map((letter) => letter.charCodeAt(0)));
const WRITTEN_BY_CODE = /^00(?:0[0-7be-f]|1[0-9a-f])$/;
/** It cannot stand in a string, whose quotes are escaped. */
const COST_KEY = '"total_cost":';

/**
 * Whether the escapes and the costs of a recognised frame are spelled as fx spells them (event-log §4.1). Everything else is: the recogniser compares
 * it byte for byte.
 */
export function isSpelledAsWritten(frame: Buffer): boolean {
  return hasWrittenEscapes(frame) && hasWrittenCosts(frame);
}

function hasWrittenEscapes(frame: Buffer): boolean {
  const first = frame.indexOf(BACKSLASH);
  if (first === -1) return true;
  // Where there is one there are many: a native search for each would cost more than looking at every byte.
  for (let at = first; at < frame.length; at++) {
    if (frame[at] !== BACKSLASH) continue;
    at++;
    const letter = frame[at] as number;
    if (letter === LOWER_U && WRITTEN_BY_CODE.test(frame.toString('latin1', at + 1, at + 5))) at += 4;
    else if (!ESCAPES.has(letter)) return false;
  }
  return true;
}

function hasWrittenCosts(frame: Buffer): boolean {
  for (let at = frame.indexOf(COST_KEY); at >= 0; at = frame.indexOf(COST_KEY, at)) {
    at += COST_KEY.length;
    let stop = at;
    while (frame[stop] !== COMMA && frame[stop] !== CLOSING_BRACE) stop++;
    const text = frame.toString('latin1', at, stop);
    if (formatCost(Number(text)) !== text) return false;
  }
  return true;
}
