import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { claim } from './check-session.js';

/**
 * Throws unless a directory is a session of the newer store as fx makes them (newer-formats §7). Written against the description alone, with JSON.parse and
 * node:fs, so that it shares no mistake with the writer.
 */
export function checkStoreSession(dir: string): void {
  const mode = (path: string) => lstatSync(path).mode & 0o777;
  claim(mode(dir) === 0o700, 'the directory has mode 0700');
  const text = readFileSync(join(dir, 'log.jsonl'), 'utf8');
  claim(text.endsWith('\n'), 'the log ends with a newline');
  const named = new Set<string>();
  for (const [index, line] of text.split('\n').slice(0, -1).entries()) {
    const record = JSON.parse(line);
    claim(record.seq === index + 1, `line ${index + 1} has its number`);
    const at = line.lastIndexOf(',"crc":"');
    claim(line.slice(at) === `,"crc":"${castagnoli(Buffer.from(line.slice(0, at)))}"}`, `line ${index + 1} is sealed`);
    for (const blob of record.blobs ?? []) named.add(blob);
    if (index === 0)
      claim(record.kind === 'session_created' && record.id === basename(dir), 'the first line names the session');
  }
  for (const name of ['log.jsonl', 'lock']) claim(mode(join(dir, name)) === 0o600, `${name} has mode 0600`);
  for (const name of named) {
    const path = join(dir, 'blobs', name);
    claim(createHash('sha256').update(readFileSync(path)).digest('hex') === name, `the blob ${name} has its bytes`);
    claim(mode(path) === 0o400, `the blob ${name} has mode 0400`);
  }
  const others = readdirSync(dir).filter((name) => !['log.jsonl', 'lock', 'blobs'].includes(name));
  claim(others.length === 0, `nothing else is there: ${others}`);
}

/** CRC-32C bit by bit, eight digits. */
function castagnoli(bytes: Uint8Array): string {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  return (~crc >>> 0).toString(16).padStart(8, '0');
}
