import { type Int64, type RuleId, ruleById, type Uint64 } from '@fxlog/format';
import type { FormatDialect } from '@fxlog/format/internal';
import { statsOf } from '../paths/safe-file.js';
import { readDamaged } from './read-damaged.js';
import { readRange } from './read-range.js';
import type { Cut } from './repair-report.js';

const LF = 0x0a;

/** A line of a damaged log of which something can be made. */
export interface SurveyedLine {
  /** Bytes from the start of the file. */
  readonly offset: number;
  /** In bytes, its LF included where it has one. */
  readonly length: number;
  readonly seq: Uint64;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly timestampMs: Int64;
  /** Whether it ends with its LF. */
  readonly isWhole: boolean;
  /** What the dialect calls such a line. */
  readonly kind: string;
  /** Of a line that fx refuses, what can be made of it, and by which rule it is refused. */
  readonly mended: { readonly event: unknown; readonly rule: RuleId; readonly why: string } | null;
}

/** All bytes of a damaged log: its lines, and what is not a line. */
export interface LineSurvey {
  readonly bytes: number;
  /** In the order of the file. */
  readonly lines: readonly SurveyedLine[];
  /** In the order of the file. */
  readonly waste: readonly Cut[];
}

/** Reads a log leniently and notes where its lines lie. */
export async function surveyLines(
  path: string,
  dialect: FormatDialect,
  signal: AbortSignal | undefined,
): Promise<LineSurvey> {
  const bytes = statsOf(path)?.size ?? 0;
  const faults = new Map<number, Pick<Cut, 'rule' | 'why'>>();
  const lines: SurveyedLine[] = [];
  const waste: Cut[] = [];
  const reading = readDamaged(path, {
    dialect,
    signal,
    onFinding: ({ offset = -1, rule, message }) => faults.set(offset, { rule, why: message.replace(/\.$/, '') }),
    onSkip: ({ offset, length, rule }) => waste.push({ offset, length, rule, why: asReason(rule) }),
  });
  for await (const records of reading) {
    for (const record of records) {
      const { offset, length, seq, timestampMs, kind, isRefused } = record;
      const mended = isRefused ? { event: record.event, ...faultIn(faults, offset, length) } : null;
      const isWhole = record.bytes.at(-1) === LF;
      lines.push({ offset, length, seq, timestampMs, isWhole, kind, mended });
    }
    faults.clear();
  }
  return { bytes, lines, waste };
}

/** Whether a file has a line of a dialect; where it cannot be read it has none. */
export async function hasLine(path: string, dialect: FormatDialect): Promise<boolean> {
  if (statsOf(path)?.isFile() !== true) return false;
  for await (const records of readDamaged(path, { dialect })) {
    if (records.some(({ isRefused }) => !isRefused)) return true;
  }
  return false;
}

function asReason(rule: RuleId): string {
  const { title } = ruleById(rule);
  return `${title[0]?.toLowerCase()}${title.slice(1)}`;
}

const REFUSED = { rule: 'repair/refused-frame', why: 'fx refuses the line' } as const;

function faultIn(
  faults: ReadonlyMap<number, Pick<Cut, 'rule' | 'why'>>,
  offset: number,
  length: number,
): Pick<Cut, 'rule' | 'why'> {
  for (const [at, fault] of faults) if (at >= offset && at < offset + length) return fault;
  return REFUSED;
}

/**
 * Lines in the order in which fx wrote them. Numbers tell it where each stands once; where two different lines have the same number, the order of
 * the file is all there is to go by.
 *
 * @param dir the session directory, in which `file` is the log
 * @returns the lines, and those that stand twice, byte for byte
 */
export async function orderLines(
  dir: string,
  file: string,
  lines: readonly SurveyedLine[],
): Promise<{ readonly ordered: readonly SurveyedLine[]; readonly duplicates: readonly SurveyedLine[] }> {
  if (isAscending(lines)) return { ordered: lines, duplicates: [] };
  const firsts = new Map<Uint64, SurveyedLine[]>();
  const kept: SurveyedLine[] = [];
  const duplicates: SurveyedLine[] = [];
  for (const line of lines) {
    const same = firsts.get(line.seq) ?? [];
    if (await isAmong(dir, file, line, same)) duplicates.push(line);
    else {
      kept.push(line);
      firsts.set(line.seq, [...same, line]);
    }
  }
  const isUnique = firsts.size === kept.length;
  const ordered = isUnique ? kept.toSorted((a, b) => (a.seq < b.seq ? -1 : 1)) : kept;
  return { ordered, duplicates };
}

function isAscending(lines: readonly SurveyedLine[]): boolean {
  return lines.every(({ seq }, index) => index === 0 || seq > (lines[index - 1] as SurveyedLine).seq);
}

async function isAmong(
  dir: string,
  file: string,
  line: SurveyedLine,
  others: readonly SurveyedLine[],
): Promise<boolean> {
  const alike = others.filter(({ length }) => length === line.length);
  if (alike.length === 0) return false;
  const bytes = await bytesOf(dir, file, line);
  for (const other of alike) if (bytes.equals(await bytesOf(dir, file, other))) return true;
  return false;
}

/** A line of a log in a session directory, with an LF also where it has lost its own. */
export async function lineOf(dir: string, file: string, line: SurveyedLine): Promise<Buffer> {
  const bytes = await bytesOf(dir, file, line);
  return line.isWhole ? bytes : Buffer.concat([bytes, Buffer.of(LF)]);
}

/** The bytes of a part of a log in a session directory. */
export async function bytesOf(
  dir: string,
  file: string,
  { offset, length }: Pick<SurveyedLine, 'offset' | 'length'>,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readRange(dir, file, offset, length)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
