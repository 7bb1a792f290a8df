import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FindSession } from '@fxlog/codecs/internal';
import type { CommandContext } from '../command-context.js';
import { isSystemError } from '../output/system-error.js';
import { programHome } from './program-home.js';

/** Ids of sessions, as Codex makes them. */
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** How deep files lie below the folder of sessions: year, month, day. */
const DEPTH = 3;

/** The first line of a rollout says whose it is before it becomes long. */
const HEAD_BYTES = 4096;

/** More files than these beside a file are not looked into. */
const MAX_NEIGHBOURS = 1000;

/**
 * Finds the files of a session of Codex by its id: in Codex's own folders, in the folder of sessions that a file lies in, and beside the file, where
 * copies can have any name.
 */
export function findCodexSessions(context: CommandContext, path: string): FindSession {
  return async (id) => {
    if (!ID.test(id)) return [];
    const home = programHome(context, 'codex');
    const above = [dirname(path), dirname(dirname(path)), dirname(dirname(dirname(path)))].map(dirname);
    const roots = [
      home,
      join(dirname(home), 'archived_sessions'),
      ...above.filter((dir) => basename(dir) === 'sessions'),
    ];
    const named = [...new Set(roots)].flatMap((root) =>
      filesBelow(root, DEPTH).filter((file) => isNamedAfter(file, id)),
    );
    const beside = filesBelow(dirname(path), 0)
      .slice(0, MAX_NEIGHBOURS)
      .filter((file) => isNamedAfter(file, id) || isOfSession(file, id));
    return [...new Set([...beside, ...named])];
  };
}

/** `rollout-<time>-<id>.jsonl`, with another id behind it where the session was taken back. */
function isNamedAfter(file: string, id: string): boolean {
  return new RegExp(`-${id}(?:_[\\da-f-]{36})?\\.jsonl$`).test(file);
}

function isOfSession(file: string, id: string): boolean {
  try {
    const fd = openSync(file, 'r');
    try {
      const head = Buffer.alloc(HEAD_BYTES);
      const text = head.toString('latin1', 0, readSync(fd, head, 0, HEAD_BYTES, 0));
      return text.includes('"session_meta"') && text.includes(`"id":"${id}"`);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (isSystemError(error)) return false;
    throw error;
  }
}

function filesBelow(dir: string, depth: number): string[] {
  try {
    return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
      const path = join(dir, entry.name);
      if (entry.isDirectory()) return depth > 0 ? filesBelow(path, depth - 1) : [];
      return entry.isFile() && entry.name.endsWith('.jsonl') ? [path] : [];
    });
  } catch (error) {
    if (isSystemError(error)) return [];
    throw error;
  }
}
