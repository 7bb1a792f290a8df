/**
 * Commands that fx runs in auto mode without asking anybody because it can do itself what they would do: read (profile-and-tools §4.6.1, 1).
 */
import { trimOf } from '@fxlog/json/internal';
import { areAllIn, isCluster, isCount, MAX_PLAIN_COMMAND_BYTES } from './shell-words.js';

const MAX_STAGES = 8;
const MAX_OPERANDS = 64;
const FORBIDDEN = new Set([...'$`*?[~\\#;\n(){}&<>']);
const FORBIDDEN_IN_DOUBLE_QUOTES = new Set([...'$`\\\n']);
const BLANKS = ' \t\n';

/** Whether a command is such a plan. It is one only where no profile of the user's shell is read (`profile: "clean"`). */
export function isReadOnlyPlan(command: string): boolean {
  const text = trimOf(command, BLANKS);
  if (Buffer.byteLength(text) > MAX_PLAIN_COMMAND_BYTES || /[\0\r\ufffd]/.test(text)) return false;
  const stages = splitStages(text);
  return stages !== null && stages.length <= MAX_STAGES && stages.every(isReadOnlyStage);
}

/** The words of each stage of a pipe; null where the text is more than words, quotes and pipes. */
function splitStages(text: string): readonly (readonly string[])[] | null {
  const stages: string[][] = [];
  let words: string[] = [];
  let word: string | null = null;
  let quote = '';
  const endWord = () => {
    if (word !== null) words.push(word);
    word = null;
  };
  for (const character of text) {
    if (quote !== '') {
      if (character === quote) quote = '';
      else if (quote === '"' && FORBIDDEN_IN_DOUBLE_QUOTES.has(character)) return null;
      else word = (word ?? '') + character;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= '';
    } else if (FORBIDDEN.has(character)) return null;
    else if (character === '|') {
      endWord();
      // An empty stage is one of `||`, too.
      stages.push(words);
      words = [];
    } else if (character === ' ' || character === '\t') endWord();
    else word = (word ?? '') + character;
  }
  if (quote !== '') return null;
  endWord();
  stages.push(words);
  return stages;
}

function isReadOnlyStage([name, ...args]: readonly string[]): boolean {
  if (name === undefined || name.includes('=')) return false;
  switch (name) {
    case 'printf':
      return isPlainPrintf(args);
    case 'pwd':
      return args.length === 0 || (args.length === 1 && args[0] === '-P');
    case 'ls':
      return countOperands(args, '1aAdFlnp') <= MAX_OPERANDS;
    case 'wc':
      return args.every((word) => isCluster(word, 'Lclmw'));
    case 'cat':
      return args.length === 0;
    case 'head':
    case 'tail':
      return args.length === 0 || (args.length === 2 && args[0] === '-n' && isCount(args[1], 10_000));
    case 'grep':
      return countOperands(args, 'EFinv') === 1;
    case 'git':
      return isReadOnlyGit(args);
    default:
      return false;
  }
}

/** How many operands stand behind options of these letters and an optional `--`; infinitely many where an option is not one of them. */
function countOperands(args: readonly string[], letters: string): number {
  let at = 0;
  while (at < args.length && args[at] !== '--' && isCluster(args[at] as string, letters)) at++;
  if (args[at] === '--') return args.length - at - 1;
  const operands = args.slice(at);
  return operands.some((word) => word.startsWith('-')) ? Number.POSITIVE_INFINITY : operands.length;
}

/** A format of printable ASCII with no escapes but `\n`, `%%` and `%s`, and as many arguments as it asks for. */
function isPlainPrintf([format, ...args]: readonly string[]): boolean {
  if (format === undefined || !/^[ -~]+$/.test(format) || format.startsWith('-')) return false;
  const pieces = format.match(/\\.?|%.?/g) ?? [];
  if (!pieces.every((piece) => piece === '\\n' || piece === '%%' || piece === '%s')) return false;
  return pieces.filter((piece) => piece === '%s').length === args.length;
}

const STATUS_OPTIONS = new Set(
  '-s -b --short --branch --porcelain --porcelain=v1 --untracked-files=no --untracked-files=normal --untracked-files=all'.split(
    ' ',
  ),
);
const DIFF_OPTIONS = new Set(
  '--cached --staged --stat --shortstat --numstat --name-only --name-status --check --no-renames'.split(' '),
);
const LOG_OPTIONS = new Set(
  '--oneline --stat --shortstat --name-only --name-status --no-merges --decorate --decorate=short --decorate=no'.split(
    ' ',
  ),
);
const MAX_LOG_COUNT = 1000;

function isReadOnlyGit([subcommand, ...args]: readonly string[]): boolean {
  const mark = args.indexOf('--');
  const options = mark < 0 ? args : args.slice(0, mark);
  const paths = mark < 0 ? [] : args.slice(mark + 1);
  if (paths.length > MAX_OPERANDS) return false;
  switch (subcommand) {
    case 'status':
      return mark < 0 && areAllIn(options, STATUS_OPTIONS);
    case 'diff':
      return areAllIn(options, DIFF_OPTIONS);
    case 'log':
      return areLogOptions(options);
    default:
      return false;
  }
}

function areLogOptions(options: readonly string[]): boolean {
  for (let at = 0; at < options.length; at++) {
    const option = options[at] as string;
    if (option === '-n') {
      if (!isCount(options[++at], MAX_LOG_COUNT)) return false;
    } else if (option.startsWith('--max-count=')) {
      if (!isCount(option.slice('--max-count='.length), MAX_LOG_COUNT)) return false;
    } else if (!LOG_OPTIONS.has(option)) return false;
  }
  return true;
}
