/**
 * Commands that fx runs in auto mode because what they do can be done again or undone (profile-and-tools §4.6.1, 2).
 */
import { trimOf } from '@fxlog/json/internal';
import { MAX_PLAIN_COMMAND_BYTES } from './shell-words.js';

const BLANKS = ' \t';
const OPERATORS = new Set([...'&|;(){}']);
/** Not even in quotes. */
const FORBIDDEN = /[$`*?[~;(){}]/;

/** Whether a command is one of those, or several of them joined by `&&`. */
export function isKnownReversible(command: string): boolean {
  const text = trimOf(command, BLANKS);
  if (Buffer.byteLength(text) > MAX_PLAIN_COMMAND_BYTES || /[\r\n]/.test(text)) return false;
  return splitStages(text)?.every(isReversibleStage) ?? false;
}

/** The words of each stage; null where anything but `&&` joins them or a redirection other than a last `2>&1` is there. */
function splitStages(text: string): readonly (readonly string[])[] | null {
  const stages: string[][] = [];
  let words: string[] = [];
  let word: string | null = null;
  let isRedirected = false;
  let quote = '';
  const endWord = (): boolean => {
    if (word !== null) {
      if (isRedirected) return false;
      words.push(word);
    }
    word = null;
    return true;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (quote !== '') {
      if (character === quote) quote = '';
      else if (character === '\\' && quote === '"') word = (word ?? '') + (text[++at] ?? '');
      else word = (word ?? '') + character;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= '';
    } else if (character === '\\') {
      if (at + 1 === text.length) return null;
      word = (word ?? '') + (text[++at] as string);
    } else if (character === ' ' || character === '\t') {
      if (!endWord()) return null;
    } else if (text.startsWith('&&', at)) {
      if (!endWord()) return null;
      stages.push(words);
      words = [];
      isRedirected = false;
      at++;
    } else if (character === '>' || character === '<') {
      if (word !== '2' || !/^>&1(?:[ \t&]|$)/.test(text.slice(at, at + 4)) || isRedirected) return null;
      word = null;
      isRedirected = true;
      at += 2;
    } else if (OPERATORS.has(character)) return null;
    else word = (word ?? '') + character;
  }
  if (quote !== '' || !endWord()) return null;
  stages.push(words);
  return stages;
}

const VERSION = new Set(['-v', '--version']);
const GLOBAL_INSTALL = new Set(['-g', '--global', '--location', '--location=global', '--prefix']);
const PRUNING = new Set(['--prune', '-p', '--prune-tags']);

function isReversibleStage(words: readonly string[]): boolean {
  const [name, ...args] = words;
  if (name === undefined || words.some((word) => FORBIDDEN.test(word))) return false;
  const [first = '', ...rest] = args;
  switch (name) {
    case 'node':
      return args.length === 1 && VERSION.has(first);
    case 'which':
      return args.length > 0 && args.every((word) => !word.startsWith('-'));
    case 'git':
      return isReversibleGit(first, rest);
    case 'npm':
      return isReversiblePackageCall(first, rest, new Set(['install', 'i', 'ci', 'test']));
    case 'bun':
    case 'pnpm':
    case 'yarn':
      return isReversiblePackageCall(first, rest, new Set(['install', 'test']));
    case 'zig':
      return first === 'build';
    default:
      return false;
  }
}

function isReversibleGit(subcommand: string, args: readonly string[]): boolean {
  switch (subcommand) {
    case 'status':
      return true;
    case 'remote':
      return args.length === 1 && args[0] === '-v';
    case 'worktree':
      return args[0] === 'list';
    case 'fetch':
      return args.every((word) => !PRUNING.has(word));
    default:
      return false;
  }
}

function isReversiblePackageCall(first: string, rest: readonly string[], verbs: ReadonlySet<string>): boolean {
  if (VERSION.has(first)) return rest.length === 0;
  if (first === 'run') return rest.length > 0;
  return verbs.has(first) && rest.every((word) => !GLOBAL_INSTALL.has(word) && !word.startsWith('--prefix='));
}
