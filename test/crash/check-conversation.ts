import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkModes, claim } from './check-session.js';

/**
 * Throws unless a directory is a session of a conversation log as fx makes them (newer-formats §4). Written against the description alone, with
 * JSON.parse and node:fs, so that it shares no mistake with the writer.
 */
export function checkConversation(dir: string): void {
  const id = basename(dir);
  checkModes(dir, 0o700);
  const json = (name: string): Record<string, unknown> => JSON.parse(readFileSync(join(dir, name), 'utf8'));

  const log = readFileSync(join(dir, 'events.jsonl'), 'utf8');
  claim(log === '' || log.endsWith('\n'), 'the log ends with a newline');
  const lines = log.split('\n').slice(0, -1);
  for (const [index, line] of lines.entries()) {
    const frame = JSON.parse(line);
    claim(frame.schema_version === 3 && frame.seq === index + 1, `line ${index + 1} has its number`);
    claim(Object.keys(frame.event).length === 1, `line ${index + 1} has one event`);
    const result = frame.event.tool_result;
    if (result === undefined) continue;
    const { size } = lstatSync(join(dir, 'tool-results', result.artifact_ref));
    claim(size === result.stored_bytes, `the output of line ${index + 1} has its size`);
    claim(Buffer.byteLength(result.preview) <= 4096, `the preview of line ${index + 1} is short enough`);
  }

  const manifest = json('session.json');
  claim(manifest.schema_version === 4 && manifest.id === id, 'the manifest is of this session');
  claim(Number(manifest.updated_at_ms) >= Number(manifest.created_at_ms), 'the manifest has its times in order');
  claim(json('usage-v2.json').session_id === id, 'the usage is of this session');
  const names = readdirSync(dir);
  claim(names.includes('session.lock'), 'the lock file is there');
  claim(!names.some((name) => /pending|\.tmp|authority|commit/.test(name)), 'nothing is there of another format');
}
