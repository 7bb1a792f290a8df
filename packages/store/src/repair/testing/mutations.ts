/** Small, seeded accidents that befall logs: torn, overwritten, zeroed, cut out, repeated, glued, shuffled. */

/** Numbers that depend on the seed alone (xorshift). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) | 1;
    for (let warmUp = 0; warmUp < 8; warmUp++) this.below(2);
  }

  /** A whole number from 0 up to, not including, the limit. */
  below(limit: number): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x | 0;
    return limit <= 0 ? 0 : (x >>> 0) % limit;
  }
}

type Mutation = (log: Buffer, random: Random) => Buffer;

const spliced = (log: Buffer, at: number, removed: number, added: Uint8Array = new Uint8Array(0)): Buffer =>
  Buffer.concat([log.subarray(0, at), added, log.subarray(at + removed)]);

/** The lines, each with its newline; the last may have none. */
function linesOf(log: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < log.length; ) {
    const end = log.indexOf(0x0a, at);
    const next = end === -1 ? log.length : end + 1;
    lines.push(log.subarray(at, next));
    at = next;
  }
  return lines;
}

const MUTATIONS: readonly Mutation[] = [
  function cutTail(log, random) {
    return log.subarray(0, random.below(log.length));
  },
  function cutHead(log, random) {
    return log.subarray(random.below(log.length));
  },
  function overwriteByte(log, random) {
    const copy = Buffer.from(log);
    copy[random.below(copy.length)] = random.below(256);
    return copy;
  },
  function overwriteRange(log, random) {
    const copy = Buffer.from(log);
    const at = random.below(copy.length);
    const end = Math.min(copy.length, at + 1 + random.below(400));
    for (let byte = at; byte < end; byte++) copy[byte] = random.below(256);
    return copy;
  },
  function zeroRange(log, random) {
    const copy = Buffer.from(log);
    const at = random.below(copy.length);
    copy.fill(0, at, Math.min(copy.length, at + 1 + random.below(4096)));
    return copy;
  },
  function deleteRange(log, random) {
    return spliced(log, random.below(log.length), 1 + random.below(1500));
  },
  function insertGarbage(log, random) {
    const garbage = Uint8Array.from({ length: 1 + random.below(200) }, () => random.below(256));
    return spliced(log, random.below(log.length), 0, garbage);
  },
  function repeatRange(log, random) {
    const at = random.below(log.length);
    return spliced(log, at, 0, log.subarray(at, at + 1 + random.below(3000)));
  },
  function repeatLines(log, random) {
    const lines = linesOf(log);
    const at = random.below(lines.length);
    const count = 1 + random.below(lines.length - at);
    return Buffer.concat([...lines.slice(0, at + count), ...lines.slice(at)]);
  },
  function glueLines(log, random) {
    const lines = linesOf(log);
    const at = random.below(lines.length);
    lines[at] = (lines[at] ?? Buffer.alloc(0)).subarray(0, -1);
    return Buffer.concat(lines);
  },
  function deleteLine(log, random) {
    const lines = linesOf(log);
    lines.splice(random.below(lines.length), 1);
    return Buffer.concat(lines);
  },
  function swapLines(log, random) {
    const lines = linesOf(log);
    const left = random.below(lines.length);
    const right = random.below(lines.length);
    [lines[left], lines[right]] = [lines[right] as Buffer, lines[left] as Buffer];
    return Buffer.concat(lines);
  },
  function changeDigit(log, random) {
    const copy = Buffer.from(log);
    const from = random.below(copy.length);
    for (let at = from; at < copy.length; at++) {
      const byte = copy[at] as number;
      if (byte < 0x30 || byte > 0x39) continue;
      copy[at] = 0x30 + random.below(10);
      break;
    }
    return copy;
  },
];

/** One to three mutations in a row. */
export function mutate(log: Buffer, random: Random): Buffer {
  let damaged = log;
  const count = 1 + random.below(3);
  for (let done = 0; done < count && damaged.length > 0; done++) {
    const mutation = MUTATIONS[random.below(MUTATIONS.length)] as Mutation;
    damaged = mutation(damaged, random);
  }
  return Buffer.from(damaged);
}
