/** Names of users, by the homes they have and the variables and addresses that name them. */
import { trimEndOf } from '@fxlog/json/internal';
import type { Span } from './span.js';

/** Homes: Unix, macOS, Windows, also with doubled backslashes and as the name of a folder. */
const HOME =
  /(?:\/home\/|\/Users\/|[A-Za-z]:\\{1,4}Users\\{1,4}|\/[a-z]\/Users\/|[A-Za-z]:\/Users\/)([A-Za-z0-9._-]{1,64})/g;
const VARIABLE = /\b(?:USER|LOGNAME|USERNAME|SUDO_USER)=["']?([A-Za-z0-9._-]{2,64})/g;
const EMAIL = /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8}\.[A-Za-z]{2,24}(?![A-Za-z0-9])/g;

/** Homes of nobody in particular. */
const NOBODY: ReadonlySet<string> = new Set(['Shared', 'Public', 'Default', 'All', 'linuxbrew', '.', '..']);
const PLACEHOLDER = /^user-\d+$/;
/** Names under which anybody works: where they are a home they are replaced, elsewhere they are words. */
const EVERYBODY: ReadonlySet<string> = new Set(
  'root user users admin administrator dev developer test tester guest ubuntu debian node runner vscode codespace app web www home work build builder ci git docker service default me'.split(
    ' ',
  ),
);
/** Addresses that are part of how a program is called. */
const NO_PERSON =
  /^(?:git|hg|svn|noreply|no-reply|notifications?|support|info|npm|user|you|your|me|test)@|@example\.(?:com|org|net)$/i;

/** Names of users and addresses of people in a text; a span of a user is the name alone. */
export function findPeople(text: string): Span[] {
  const spans: Span[] = [];
  if (/home\/|Users/.test(text)) {
    for (const match of text.matchAll(HOME)) add(match, 'home');
  }
  if (text.includes('USER') || text.includes('LOGNAME')) {
    for (const match of text.matchAll(VARIABLE)) add(match, 'variable');
  }
  if (text.includes('@')) {
    for (const { 0: address, index } of text.matchAll(EMAIL)) {
      if (!NO_PERSON.test(address)) spans.push({ start: index, end: index + address.length, kind: 'email' });
    }
  }
  return spans;

  function add(match: RegExpExecArray, by: 'home' | 'variable'): void {
    // A dot that ends a sentence is not part of the name.
    const name = trimEndOf(match[1] ?? '', '.');
    if (name === '' || NOBODY.has(name) || PLACEHOLDER.test(name)) return;
    if (by === 'variable' && EVERYBODY.has(name)) return;
    const start = match.index + match[0].length - (match[1] ?? '').length;
    spans.push({ start, end: start + name.length, kind: 'user', isRemembered: isTellingName(name) });
  }
}

/** Whether a name is to be replaced where it stands alone, too. */
function isTellingName(name: string): boolean {
  return name.length >= 3 && !EVERYBODY.has(name.toLowerCase());
}
