/**
 * Commands that fx refuses in auto mode without asking its reviewer, so that the model plans anew (profile-and-tools §4.6.2). It looks at the text alone:
 * what `sh -c`, `xargs` or a variable would run is not seen.
 */

/** Variables that may be set in front without being the point of the command. */
const SAFE_NAMES: ReadonlySet<string> = new Set(
  (
    'CI NODE_ENV BUN_ENV DENO_ENV PYTHONUNBUFFERED PYTHONWARNINGS RUST_LOG RUST_BACKTRACE TERM COLORTERM NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE ' +
    'LANG LC_ALL LC_CTYPE LC_MESSAGES TZ CC CXX AR AS LD CFLAGS CXXFLAGS CPPFLAGS LDFLAGS MAKEFLAGS CMAKE_BUILD_TYPE'
  ).split(' '),
);

/** Whether a command deletes something or throws changes away. */
export function isDestructive(command: string): boolean {
  const segments = splitSegments(peelPrefix(command));
  return segments?.some(deletes) ?? false;
}

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=/;
const FIRST_WORD = /^[ \t]*([^ \t\n]+)(?=[ \t]|$)/;
const DURATION = /^\d+(?:\.\d+)?[smhd]?$/;
const STDBUF_WITH_VALUE: ReadonlySet<string> = new Set(['-i', '-o', '-e', '--input', '--output', '--error']);

/** Takes off what only says how a command is run. Where a part of it is not known, nothing is taken off at all. */
function peelPrefix(command: string): string {
  let rest = command;
  const word = (): string | null => FIRST_WORD.exec(rest)?.[1] ?? null;
  const take = (): string | null => {
    const match = FIRST_WORD.exec(rest);
    if (match === null) return null;
    rest = rest.slice(match[0].length);
    return match[1] ?? null;
  };
  /** Takes assignments of safe names; false when one is not safe. */
  const takeAssignments = (): boolean => {
    for (let name = assignedName(word()); name !== null; name = assignedName(word())) {
      if (!SAFE_NAMES.has(name)) return false;
      take();
    }
    return true;
  };
  for (;;) {
    const first = word();
    if (first === null) return rest;
    if (assignedName(first) !== null) {
      if (!takeAssignments()) return command;
      continue;
    }
    if (first === 'env') {
      const before = rest;
      take();
      if (assignedName(word()) === null) return before;
      if (!takeAssignments()) return command;
    } else if (first === 'nice') {
      take();
      if (word() === '-n') {
        take();
        if (!/^-?\d+$/.test(take() ?? '')) return command;
      } else if (/^-\d+$/.test(word() ?? '')) take();
    } else if (first === 'stdbuf') {
      take();
      while (word()?.startsWith('-')) if (STDBUF_WITH_VALUE.has(take() ?? '') && take() === null) return command;
    } else if (first === 'timeout') {
      take();
      if (!DURATION.test(take() ?? '')) return command;
    } else if (first === 'unbuffer' || first === 'nohup' || first === 'time') take();
    else return rest;
    if (word() === null) return command;
  }
}

function assignedName(word: string | null): string | null {
  return word === null ? null : (ASSIGNMENT.exec(word)?.[1] ?? null);
}

/** The words of each command in the text, quotes left in them; null where it holds what cannot be judged by looking. */
function splitSegments(text: string): readonly (readonly string[])[] | null {
  const segments: string[][] = [];
  let words: string[] = [];
  let word = '';
  let quote = '';
  const endWord = () => {
    if (word !== '') words.push(word);
    word = '';
  };
  const endSegment = () => {
    endWord();
    segments.push(words);
    words = [];
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (quote === "'") {
      word += character;
      if (character === "'") quote = '';
      continue;
    }
    if (character === '$' || character === '`') return null;
    if (character === '\\') {
      if (at + 1 === text.length) return null;
      word += character + (text[++at] as string);
    } else if (quote === '"') {
      word += character;
      if (character === '"') quote = '';
    } else if (character === "'" || character === '"') {
      word += character;
      quote = character;
    } else if ('<>(){}'.includes(character)) return null;
    else if (character === '#' && word === '') {
      const end = text.indexOf('\n', at);
      endSegment();
      at = end < 0 ? text.length : end;
    } else if (';\n&|'.includes(character)) endSegment();
    else if (character === ' ' || character === '\t') endWord();
    else word += character;
  }
  if (quote !== '') return null;
  endSegment();
  return segments;
}

const SEGMENT_ASSIGNMENT = /^[A-Z_][A-Z0-9_]*=/;
const SUDO_WITH_VALUE: ReadonlySet<string> = new Set([
  ...['-u', '-g', '-h', '-p', '-C', '-T', '-U'],
  ...['--user', '--group', '--host', '--prompt', '--close-from', '--command-timeout', '--other-user'],
]);
const SHRED_WITH_VALUE: ReadonlySet<string> = new Set(['-n', '-s', '--iterations', '--size', '--random-source']);
const REMOVERS: ReadonlySet<string> = new Set(['rm', 'rmdir', 'unlink', 'shred']);

function deletes(words: readonly string[]): boolean {
  for (let at = 0; ; ) {
    while (SEGMENT_ASSIGNMENT.test(words[at] ?? '')) at++;
    const name = words[at] ?? '';
    const base = name.slice(name.lastIndexOf('/') + 1);
    if (base === 'sudo' || base === 'doas') {
      at = behindOptions(words, at + 1, SUDO_WITH_VALUE);
      continue;
    }
    const args = words.slice(at + 1);
    if (base === 'su') {
      const text = args[args.indexOf('-c') + 1];
      return args.includes('-c') && text !== undefined && isDestructive(unquote(text));
    }
    if (REMOVERS.has(base)) return hasOperand(args, base === 'shred' ? SHRED_WITH_VALUE : new Set());
    return base === 'git' && gitDeletes(args);
  }
}

function behindOptions(words: readonly string[], from: number, withValue: ReadonlySet<string>): number {
  let at = from;
  while (words[at]?.startsWith('-')) {
    const option = words[at++] as string;
    if (option === '--') break;
    if (withValue.has(option)) at++;
  }
  return at;
}

/** Whether there is something to delete. Asking for help or the version first is not deleting. */
function hasOperand(args: readonly string[], withValue: ReadonlySet<string>): boolean {
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as string;
    if (word === '--') return at + 1 < args.length;
    if (word === '--help' || word === '--version') return false;
    if (word === '-' || !word.startsWith('-')) return true;
    if (withValue.has(word)) at++;
  }
  return false;
}

const GIT_WITH_VALUE: ReadonlySet<string> = new Set([
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--config-env',
]);
const GIT_INLINE = /^(?:-C.|-c.|--git-dir=|--work-tree=|--namespace=|--config-env=|--exec-path=)/;
const GIT_FLAGS: ReadonlySet<string> = new Set([
  ...[
    '-p',
    '--paginate',
    '-P',
    '--no-pager',
    '--bare',
    '--no-replace-objects',
    '--no-lazy-fetch',
    '--no-optional-locks',
  ],
  ...['--no-advice', '--literal-pathspecs', '--glob-pathspecs', '--noglob-pathspecs', '--icase-pathspecs'],
]);
const GIT_HELP: ReadonlySet<string> = new Set(['-h', '--help', '--version']);

function gitDeletes(words: readonly string[]): boolean {
  let at = 0;
  while (words[at]?.startsWith('-')) {
    const option = words[at++] as string;
    if (GIT_WITH_VALUE.has(option)) at++;
    else if (!GIT_FLAGS.has(option) && !GIT_INLINE.test(option)) return false;
  }
  const [subcommand, ...rest] = words.slice(at);
  const comment = rest.findIndex((word) => word.startsWith('#'));
  const all = comment < 0 ? rest : rest.slice(0, comment);
  const mark = all.indexOf('--');
  const options = mark < 0 ? all : all.slice(0, mark);
  if (options.some((word) => GIT_HELP.has(word))) return false;
  switch (subcommand) {
    case 'reset':
      return options.includes('--hard');
    case 'clean':
      return !isDryClean(options);
    case 'rm':
      return (
        (mark >= 0 && mark + 1 < all.length ? true : options.some((word) => !word.startsWith('-'))) &&
        !options.some((word) => word === '--dry-run' || (/^-[^-]/.test(word) && word.includes('n')))
      );
    default:
      return false;
  }
}

/** Whether `git clean` only says what it would do: `-n`, also in a cluster before an `e`, which takes the rest for a pattern. */
function isDryClean(options: readonly string[]): boolean {
  for (let at = 0; at < options.length; at++) {
    const option = options[at] as string;
    if (option === '--dry-run') return true;
    if (option === '-e' || option === '--exclude') at++;
    else if (/^-[^-]/.test(option) && option.split('e')[0]?.includes('n')) return true;
  }
  return false;
}

function unquote(word: string): string {
  return /^(['"]).*\1$/s.test(word) ? word.slice(1, -1) : word;
}
