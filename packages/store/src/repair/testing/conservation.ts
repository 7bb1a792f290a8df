import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { QuarantineIndex } from '../quarantine.js';
import type { RepairReport } from '../repair-report.js';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The index of what a repair set aside; one without entries where it set nothing aside. */
export function quarantineOf(report: RepairReport): QuarantineIndex | null {
  if (report.quarantine === null || report.dir === null) return null;
  return JSON.parse(readFileSync(join(report.dir, report.quarantine, 'index.json'), 'utf8'));
}

/**
 * Claims that no byte of a damaged session was lost: the kept ranges of its log, as the repaired log holds them, and the quarantined ones,
 * as they lie in the quarantine, tile it; and every other file was taken over, or lies in the quarantine whole.
 *
 * @param dir the damaged session
 * @param log its log as it was
 */
export function expectConservation(dir: string, log: Uint8Array, report: RepairReport): void {
  const { log: fate, dir: repaired } = report;
  if (fate === null || repaired === null) throw new Error('nothing was repaired');
  const index = quarantineOf(report);
  const folder = join(repaired, report.quarantine ?? '');
  expect(fate.keptBytes + fate.quarantinedBytes).toBe(log.length);
  const entries = index?.entries ?? [];
  for (const entry of entries) {
    const whole = readFileSync(join(folder, entry.stored));
    const stored = whole.subarray(entry.stored_offset, entry.stored_offset + entry.length);
    const original = readFileSync(join(dir, entry.file)).subarray(entry.offset, entry.offset + entry.length);
    expect(sha256(stored)).toBe(entry.sha256);
    expect(stored.equals(original)).toBe(true);
  }
  // What is kept: every stretch between the cuts, with its numbers as they may have become
  const newLog = numberless(readFileSync(join(repaired, fate.file)));
  const cuts = entries.filter(({ file }) => file === fate.file);
  let at = 0;
  let found = 0;
  for (const { offset, length } of [...cuts, { offset: log.length, length: 0 }]) {
    expect(offset).toBeGreaterThanOrEqual(at);
    const kept = numberless(Buffer.from(log.subarray(at, offset)));
    for (const line of kept.split('\n').flatMap((text) => text.split(/(?<=\})(?=\{"schema_version":\d,|\{"v":1,)/))) {
      if (line.trim() !== '') expect(newLog.includes(line.trim())).toBe(true);
    }
    found += length;
    at = offset + length;
  }
  expect(found).toBe(fate.quarantinedBytes);
  for (const { file, bytes, fate: what } of report.files) {
    const original = what === 'not-copied' ? null : readFileSync(join(dir, file));
    if (what === 'carried') expect(readFileSync(join(repaired, file)).equals(original ?? Buffer.alloc(0))).toBe(true);
    else if (bytes > 0 && original !== null) {
      expect(entries.filter((entry) => entry.file === file).map(({ length }) => length)).toEqual([original.length]);
    }
  }
}

const numberless = (log: Buffer): string =>
  log
    .toString('latin1')
    .replace(/"(seq|covers_through_seq)":\s*\d+/g, '"$1":n')
    .replace(/,"crc":"[0-9a-f]{8}"\}/g, '}');

/** Every file below a directory and what it holds, for comparing two states of it. */
export function contentsOf(dir: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) found.set(path.slice(dir.length + 1), sha256(readFileSync(path)));
  }
  return found;
}
