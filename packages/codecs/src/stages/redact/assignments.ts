/** Secrets by the name of what holds them: `API_KEY=…`, `"password": "…"`, the lines of a `.env`. */
import type { Span } from './span.js';

/** Words in the name of something whose value is a secret. */
const SECRET_NAME =
  /(?:secret|passw(?:or)?d|passwd|passphrase|passcode|pwd(?!$)|token|api_?key|access_?key|private_?key|signing_?key|encryption_?key|master_?key|account_?key|auth_?key|deploy_?key|license_?key|credential|client_?secret|connection_?string|webhook_?url|(?:^|_)dsn(?:$|_)|(?:^|_)salt(?:$|_)|(?:^|_)pin(?:$|_)|(?:^|_)otp(?:$|_)|(?:^|_)(?:pass|key|cookie|jwt|auth)$|session_?id|bearer)/;

/** Names of counts, paths and switches that have such a word in them. */
const HARMLESS_NAME =
  /(?:tokens|max_?token|token_?(?:count|limit|budget|type|url|usage|name|id$|expir)|(?:input|output|total|cache|reasoning|prompt|completion|thinking)_?tokens?|keyboard|_(?:path|file|dir|url|uri|name|type|length|size|count|min|max|policy|hint|prompt|ttl|expiry|expires|enabled|required|field|label|column|header)$|public_?key|primary_?key|foreign_?key|sort_?key|partition_?key|cache_?key)/;
const WEBHOOK = /webhook_?url/;

/** Whether something of this name holds a secret. */
export function isSecretName(name: string): boolean {
  // camelCase and kebab-case read as snake_case.
  const plain = name
    .slice(-120)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[-. ]/g, '_')
    .toLowerCase();
  if (WEBHOOK.test(plain)) return true;
  return SECRET_NAME.test(plain) && !HARMLESS_NAME.test(plain);
}

/** Whether a value can be a secret: no reference to one, no blank to be filled in, no switch. */
export function isSecretValue(value: string): boolean {
  if (value.length < 4 || value.length > 8192) return false;
  if (/^(?:true|false|null|none|undefined|nil|yes|no|string|number|boolean|object|required|optional)$/i.test(value))
    return false;
  if (/^[*x.•#_-]+$/i.test(value)) return false;
  if (/^\[(?:secret|email)-\d+\]$/.test(value) || /^\[?redacted\]?$/i.test(value)) return false;
  return !/^(?:\$|%[A-Z_]+%|<|\{\{|process\.env|os\.environ|env\.|import\.meta|\(|\[|\{)/.test(value);
}

/** `name = "value"`, also in JSON, in YAML and escaped in a string; name and quote must be there. */
const QUOTED =
  /([A-Za-z_][A-Za-z0-9_.-]{1,80})\\{0,3}["']?\s{0,8}(?::=|=>|[:=])\s{0,8}(\\{0,3}["'`])(?=([^"'`\\\n]{4,4096}))/g;
/** `NAME=value` and `name: value` to the end of the word. */
const PLAIN = /([A-Za-z_][A-Za-z0-9_.-]{1,80})(=|:[ \t]{1,8})(?!["'`\\\s=>])(?=([^\s"'`,;&|<>()\\]{4,4096}))/g;
/** A line of a `.env` or of what `env` prints. */
const ENVIRONMENT_LINE = /^[ \t]{0,8}(?:export[ \t]{1,4}|set[ \t]{1,4})?([A-Z][A-Z0-9_]{1,80})=(["']?)([^\n]*)$/gm;

/** Variables that say nothing about anybody; names and homes of users are found by their form. */
const HARMLESS_VARIABLE =
  /^(?:PATH|HOME|PWD|OLDPWD|SHELL|SHLVL|TERM|TERM_PROGRAM|TERM_PROGRAM_VERSION|COLORTERM|LANG|LANGUAGE|LC_[A-Z]+|TZ|USER|LOGNAME|USERNAME|EDITOR|VISUAL|PAGER|DISPLAY|TMPDIR|TEMP|TMP|HOSTNAME|HOSTTYPE|OSTYPE|MACHTYPE|CI|DEBUG|VERBOSE|PORT|HOST|NODE_ENV|APP_ENV|RAILS_ENV|ENV|ENVIRONMENT|LOG_LEVEL|NODE_VERSION|PYTHON_VERSION|GOPATH|GOROOT|JAVA_HOME|XDG_[A-Z_]+|LS_COLORS|MAIL|NO_COLOR|FORCE_COLOR|COLUMNS|LINES|IFS|PS1|PS2|BASH|BASH_VERSION|EUID|UID|PPID)$/;

/** Secrets that stand behind a telling name, and all values of a dump of variables. */
export function findAssignments(text: string): Span[] {
  const spans: Span[] = [];
  if (text.includes('"') || text.includes("'") || text.includes('`')) takeNamed(text, QUOTED, spans);
  if (text.includes('=') || text.includes(':')) takeNamed(text, PLAIN, spans);
  takeEnvironment(text, spans);
  return spans;
}

function takeNamed(text: string, pattern: RegExp, spans: Span[]): void {
  for (const match of text.matchAll(pattern)) {
    const [all, name = '', , value = ''] = match;
    if (!isSecretName(name) || !isSecretValue(value)) continue;
    // `token: string`, `key: getKey` are code; in prose and YAML a secret has more to it than letters.
    const isSoft = pattern === PLAIN && !/^[A-Z][A-Z0-9_]*$/.test(name);
    if (isSoft && !looksRandom(value)) continue;
    const start = match.index + all.length;
    spans.push({ start, end: start + value.length, kind: 'secret', isRemembered: looksRandom(value) });
  }
}

/** In a dump of variables, two lines or more, every value counts: names there are whatever somebody made up. */
function takeEnvironment(text: string, spans: Span[]): void {
  if (!text.includes('=') || !text.includes('\n')) return;
  const lines = [...text.matchAll(ENVIRONMENT_LINE)];
  for (const [index, match] of lines.entries()) {
    const previous = lines[index - 1];
    const next = lines[index + 1];
    const isNeighbour =
      (previous !== undefined && previous.index + previous[0].length + 1 === match.index) ||
      next?.index === match.index + match[0].length + 1;
    const [all, name = '', quote = '', rest = ''] = match;
    const value = quote !== '' && rest.endsWith(quote) ? rest.slice(0, -1) : rest;
    if (!isNeighbour || HARMLESS_VARIABLE.test(name) || !isSecretValue(value)) continue;
    const start = match.index + all.length - rest.length;
    spans.push({ start, end: start + value.length, kind: 'secret', isRemembered: looksRandom(value) });
  }
}

/** Whether a text is unlikely to stand somewhere by chance, so that it may be replaced wherever it does. */
export function looksRandom(value: string): boolean {
  if (value.length < 6) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
  if (/^[\d.:/-]+$/.test(value)) return value.length >= 10 && /^\d+$/.test(value);
  return kinds >= 3 || (kinds >= 2 && value.length >= 8) || value.length >= 20;
}
