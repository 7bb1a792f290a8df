import { CONTESTANTS } from './contestants.js';
import type { LogOptions, Variant } from './generate-log.js';

/** A contestant on an input: what becomes a row of a table. */
export interface Entry {
  contestant: string;
  /** What the input is, as the reader should see it: `natural 200 MB`. */
  label: string;
  input: LogOptions;
}

/** Entries that are measured together, interleaved, and shown as one table. */
export interface Suite {
  name: string;
  title: string;
  entries: Entry[];
  /** Growth curves need fewer rounds than a race does. */
  maxRounds: number;
}

/** All inputs come from this seed. */
export const SEED = 1;

/** What is measured, for inputs of about `bytes` bytes. */
export function allSuites(bytes: number): Suite[] {
  return [
    raceSuite(bytes),
    variantSuite(bytes),
    ...newerSuites(bytes),
    stageSuite(bytes),
    ...growthSuites(bytes),
    conversionSuite(bytes),
    workSuite(bytes),
    programSuite(),
  ];
}

const RACING: ReadonlySet<string> = new Set(['floor', 'peer', 'fxlog']);

/** Every contestant on the natural log. */
function raceSuite(bytes: number): Suite {
  const names = CONTESTANTS.filter(({ fixedInput, group }) => fixedInput === undefined && RACING.has(group)).map(
    ({ name }) => name,
  );
  return {
    name: 'race',
    title: 'Throughput on a log as fx writes it',
    entries: names.map((name) => onLog(name, 'natural', bytes)),
    maxRounds: Number.POSITIVE_INFINITY,
  };
}

/** The contestants that the targets compare, on the other kinds of log. */
function variantSuite(bytes: number): Suite {
  const variants: Variant[] = ['ascii', 'cjk', 'rewritten'];
  return {
    name: 'variants',
    title: 'Other kinds of log',
    entries: variants.flatMap((variant) =>
      ['floor', 'readline', 'events', 'reduce', 'turns'].map((name) => onLog(name, variant, bytes)),
    ),
    maxRounds: Number.POSITIVE_INFINITY,
  };
}

/** The formats in which later versions of fx write. */
export const NEWER_FORMATS = ['conversation-log', 'sessions-v2'] as const satisfies readonly Variant[];
/** What the targets compare on them. */
const ON_NEWER = ['floor', 'events', 'fold', 'verify-session'];

/** Logs and session directories of the newer formats, and how their time and memory grow. */
function newerSuites(bytes: number): Suite[] {
  const on = (names: readonly string[], size: number): Entry[] =>
    NEWER_FORMATS.flatMap((format) => names.map((name) => onLog(name, format, size)));
  return [
    {
      name: 'newer',
      title: 'Sessions of the newer formats',
      entries: on([...ON_NEWER, 'readline', 'verify', 'verify-directory'], bytes),
      maxRounds: Number.POSITIVE_INFINITY,
    },
    {
      name: 'newer-size',
      title: 'Growth with the size of a session of the newer formats',
      entries: on(ON_NEWER, bytes * 5),
      maxRounds: 3,
    },
  ];
}

/** What each stage costs by itself. */
function stageSuite(bytes: number): Suite {
  const names = CONTESTANTS.filter(({ group }) => group === 'stage').map(({ name }) => name);
  return {
    name: 'stages',
    title: 'Stages by themselves, from memory',
    entries: names.flatMap((name) => [onLog(name, 'natural', bytes), onLog(name, 'ascii', bytes)]),
    maxRounds: 3,
  };
}

function growthSuites(bytes: number): Suite[] {
  const sizes = [bytes / 4, bytes, bytes * 5];
  const lineBytes = [1_000, 16_000, 256_000, 4_000_000];
  const calls = [1_000, 2_000, 4_000];
  const lineLog = (length: number): LogOptions => ({
    variant: 'long-lines',
    bytes: bytes / 4,
    seed: SEED,
    lineBytes: length,
  });
  const turnLog = (count: number): LogOptions => ({ variant: 'long-turn', bytes: 0, seed: SEED, calls: count });
  return [
    {
      name: 'size',
      title: 'Growth with the size of the file',
      entries: sizes.flatMap((size) => ['floor', 'events', 'turns'].map((name) => onLog(name, 'natural', size))),
      maxRounds: 3,
    },
    {
      name: 'lines',
      title: 'Growth with the length of a line',
      entries: lineBytes.flatMap((length) =>
        ['floor', 'events'].map((contestant) => ({
          contestant,
          label: `outputs of ${length / 1000} KB`,
          input: lineLog(length),
        })),
      ),
      maxRounds: 3,
    },
    {
      name: 'calls',
      title: 'Growth with the tool calls of one turn',
      entries: calls.flatMap((count) =>
        ['floor', 'events', 'turns'].map((contestant) => ({
          contestant,
          label: `${count} calls`,
          input: turnLog(count),
        })),
      ),
      maxRounds: 3,
    },
  ];
}

/** Conversions of a large log: by the library, against the floor, and whole, as users start them. */
function conversionSuite(bytes: number): Suite {
  const commands = CONTESTANTS.filter(({ group }) => group === 'command').map(({ name }) => name);
  const names = ['floor', 'to-common', 'to-claude-code', ...commands];
  return {
    name: 'conversions',
    title: 'Conversions of a large log',
    entries: names.map((name) => onLog(name, 'natural', bytes * 5)),
    maxRounds: 3,
  };
}

/** What stands on the core, whole, as users start it, on a log that is mostly checkpoints and on one that is mostly turns. */
function workSuite(bytes: number): Suite {
  const names = CONTESTANTS.filter(({ group }) => group === 'work').map(({ name }) => name);
  const variants: Variant[] = ['natural', 'text'];
  return {
    name: 'work',
    title: 'Commands on both kinds of log',
    entries: variants.flatMap((variant) => ['floor', 'verify', ...names].map((name) => onLog(name, variant, bytes))),
    maxRounds: 3,
  };
}

/** What a person waits for: start-up, and many small sessions at once. */
function programSuite(): Suite {
  const none: LogOptions = { variant: 'natural', bytes: 0, seed: SEED };
  return {
    name: 'programs',
    title: 'The command line on small work',
    entries: CONTESTANTS.filter((contestant) => contestant.fixedInput !== undefined).map(
      ({ name, fixedInput = '' }) => ({
        contestant: name,
        label: fixedInput,
        input: none,
      }),
    ),
    maxRounds: Number.POSITIVE_INFINITY,
  };
}

/** A contestant against the floor and `readline`, for `npm run bench -- NAME`. */
export function duelSuite(name: string, variant: Variant, bytes: number): Suite {
  return {
    name,
    title: `${name} on a ${variant} log`,
    entries: [...new Set(['floor', 'readline', name])].map((contestant) => onLog(contestant, variant, bytes)),
    maxRounds: Number.POSITIVE_INFINITY,
  };
}

/** The short form for continuous integration. */
export function quickSuites(): Suite[] {
  // Enough that what starts up and compiles meanwhile does not decide the ratios.
  const bytes = 120_000_000;
  const newerBytes = 60_000_000;
  return [
    {
      name: 'quick',
      title: 'Short form',
      entries: [
        ...['floor', 'readline', 'events', 'reduce', 'turns', 'verify'].map((name) => onLog(name, 'natural', bytes)),
        ...['floor', 'reduce'].map((name) => onLog(name, 'rewritten', bytes)),
        ...NEWER_FORMATS.flatMap((format) => ON_NEWER.map((name) => onLog(name, format, newerBytes))),
      ],
      maxRounds: 5,
    },
  ];
}

function onLog(contestant: string, variant: Variant, bytes: number): Entry {
  const size = Math.round(bytes);
  return { contestant, label: `${variant} ${megabytes(size)}`, input: { variant, bytes: size, seed: SEED } };
}

/** `200 MB`; a megabyte is 10⁶ bytes everywhere in the bench. */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
