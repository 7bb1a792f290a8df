// @ts-check
// What goes wrong with sessions on disk, each with the rule that has to be reported for it.
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @type {readonly { rule: string, apply: (session: string) => void }[]} */
const KINDS = [
  // One byte of the log.
  { rule: 'frame/syntax', apply: (session) => replace(join(session, 'events.jsonl'), '"seq":2,', '"seq":2;') },
  { rule: 'log/sequence', apply: (session) => replace(join(session, 'events.jsonl'), '"seq":2,', '"seq":7,') },
  // A disk that was full.
  { rule: 'store/watermark-beyond-log', apply: (session) => cutInHalf(join(session, 'events.jsonl')) },
  { rule: 'store/watermark-missing', apply: (session) => rmSync(join(session, watermarkOf(session))) },
  {
    rule: 'frame/invalid-utf8',
    apply: (session) => replace(join(session, 'events.jsonl'), '"payload"', '"pay\xffoad"'),
  },
];

/**
 * Damages a session in one of several ways, in turn.
 *
 * @param {string} session directory
 * @param {number} turn
 * @returns {string} the rule that it breaks by that
 */
export function damage(session, turn) {
  const { rule, apply } = /** @type {typeof KINDS[number]} */ (KINDS[turn % KINDS.length]);
  apply(session);
  return rule;
}

/** @param {string} path */
function cutInHalf(path) {
  truncateSync(path, Math.ceil(statSync(path).size / 2));
}

/** @param {string} session */
function watermarkOf(session) {
  const name = readdirSync(session).find((file) => /^commit\..+\.json$/.test(file));
  if (name === undefined) throw new Error(`there is no watermark in ${session}`);
  return name;
}

/** Replaces the first occurrence by text of the same length. @param {string} path @param {string} from @param {string} to */
function replace(path, from, to) {
  const bytes = readFileSync(path);
  const at = bytes.indexOf(from);
  if (at < 0 || from.length !== to.length) throw new Error(`${path} has no ${from}`);
  bytes.write(to, at, 'latin1');
  writeFileSync(path, bytes);
}
