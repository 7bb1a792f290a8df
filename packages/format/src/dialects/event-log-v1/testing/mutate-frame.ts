/** A small generator of random integers below `bound`, the same for the same seed. */
export function seededRandom(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    // Mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

const BYTES = Buffer.from('"\\{}[],:0159.-+eEnulltruefalse \t\r\n/azAZ\u0000\u001f\u007f', 'latin1');
const WORDS = [
  'null',
  'true',
  '0',
  '-0',
  '1.0',
  '1e0',
  '18446744073709551615',
  '9007199254740993',
  '""',
  '{}',
  '[]',
  '"\\u0000"',
  '"\\ud83d\\ude00"',
  '"\\ud800"',
  '"\\u00e9"',
  '"é"',
  '"GROK"',
  '"Adaptive"',
  '"auto"',
  '{"encoding":"base64","data":"/w=="}',
  '"{\\"a\\":1,\\"a\\":2}"',
  '"[1,{\\"b\\":\\"\\\\n\\"}]"',
  '-1',
  '4294967296',
  '0.1',
  '1e400',
];
const TAILS = ['x', ' ', '\n', '}', '{}', ' \n', 'x\n', '\r', '\0'];
const TOKEN = /"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null/g;

/** Changes a frame in one of several ways that faults and foreign writers have: bytes, tokens, keys, order, white space. */
export function mutateFrame(frame: Buffer, random: (bound: number) => number): Buffer {
  const body = frame.subarray(0, frame.length - 1);
  const at = random(body.length + 1);
  switch (random(9)) {
    case 0: // another byte
      return Buffer.concat([
        body.subarray(0, at),
        BYTES.subarray(random(BYTES.length)).subarray(0, 1),
        frame.subarray(at + 1),
      ]);
    case 1: // one byte more
      return Buffer.concat([
        body.subarray(0, at),
        BYTES.subarray(random(BYTES.length)).subarray(0, 1),
        frame.subarray(at),
      ]);
    case 2: // some bytes less
      return Buffer.concat([body.subarray(0, at), frame.subarray(Math.min(at + 1 + random(4), body.length))]);
    case 3: // a byte that is not UTF-8 where it stands
      return Buffer.concat([body.subarray(0, at), Buffer.of(0x80 + random(128)), frame.subarray(at)]);
    case 4: // cut off
      return Buffer.concat([body.subarray(0, at), Buffer.of(0x0a)]);
    case 5:
    case 6: // another token
      return replaceToken(frame, random, () => WORDS[random(WORDS.length)] as string);
    case 7: // the same token in another spelling
      return replaceToken(frame, random, (token) => respell(token, random));
    default: // a member twice, or one taken out, or two exchanged
      return changeMembers(frame, random);
  }
}

/** Puts something behind the end of a frame: a byte, blanks, an empty line, the beginning of a line, the same line again. */
export function appendTail(frame: Buffer, random: (bound: number) => number): Buffer {
  const again = frame.subarray(0, random(2) === 0 ? frame.length : random(frame.length));
  return Buffer.concat([frame, random(4) === 0 ? again : Buffer.from(TAILS[random(TAILS.length)] as string)]);
}

function replaceToken(
  frame: Buffer,
  random: (bound: number) => number,
  replacement: (token: string) => string,
): Buffer {
  const text = frame.toString('latin1');
  const tokens = [...text.matchAll(TOKEN)];
  const token = tokens[random(tokens.length || 1)];
  if (token === undefined) return frame;
  const made = Buffer.from(replacement(token[0]), 'utf8').toString('latin1');
  return Buffer.from(text.slice(0, token.index) + made + text.slice(token.index + token[0].length), 'latin1');
}

function respell(token: string, random: (bound: number) => number): string {
  const letter = token.charCodeAt(1);
  if (token.startsWith('"') && letter > 0x20 && letter < 0x7f && letter !== 0x22 && letter !== 0x5c) {
    return `"\\u00${letter.toString(16)}${token.slice(2)}`;
  }
  return random(2) === 0 ? ` ${token}` : `${token}\t`;
}

function changeMembers(frame: Buffer, random: (bound: number) => number): Buffer {
  const text = frame.toString('latin1');
  const members = [...text.matchAll(/"[a-z_0-9]+":(?:"(?:[^"\\]|\\.)*"|-?[0-9.]+|true|false|null)(?=[,}])/g)];
  const first = members[random(members.length || 1)];
  const second = members[random(members.length || 1)];
  if (first === undefined || second === undefined) return frame;
  const before = text.slice(0, first.index);
  const after = text.slice(first.index + first[0].length);
  switch (random(3)) {
    case 0:
      return Buffer.from(`${before}${first[0]},${second[0]}${after}`, 'latin1');
    case 1:
      return Buffer.from(before + after.replace(/^,/, ''), 'latin1');
    default:
      return Buffer.from(before + second[0] + after, 'latin1');
  }
}
