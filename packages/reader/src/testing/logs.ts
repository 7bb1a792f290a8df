import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FIXTURES = fileURLToPath(new URL('../../../../test-fixtures/', import.meta.url));

/** Paths of every log that fx 0.0.5 wrote. */
export function fixtureLogs(): string[] {
  const found = readdirSync(`${FIXTURES}fx-0.0.5`, { recursive: true, encoding: 'utf8' });
  return found.filter((name) => name.endsWith('/events.jsonl')).map((name) => `${FIXTURES}fx-0.0.5/${name}`);
}

/** One corpus of `test-fixtures/conformance`, line by line. */
export function corpus(name: string): Record<string, unknown>[] {
  const lines = readFileSync(`${FIXTURES}conformance/${name}`, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Record<string, unknown>);
}

export const GENERATION = '0123456789abcdef0123456789abcdef';

/** The smallest first event. */
export function startedLine(generation = GENERATION): string {
  return `{"schema_version":1,"log_generation":"${generation}","seq":1,"event_id":"${'0'.repeat(31)}1","timestamp_ms":1,"kind":"session_started","payload":{"id":"s","created_at_ms":1,"origin_workspace_root":"/w","workspace_root":"/w","conversation_language":"en","preferences":{"model":"m","effort":"auto","fast_mode":false}}}\n`;
}

/** An event that needs no other but the first. */
export function clearedLine(seq: number, generation = GENERATION): string {
  return `{"schema_version":1,"log_generation":"${generation}","seq":${seq},"event_id":"${'0'.repeat(31)}2","timestamp_ms":2,"kind":"recovery_checkpoint_cleared","payload":{}}\n`;
}

/** A whole log of `count` events. */
export function logText(count: number, generation = GENERATION): string {
  let text = count === 0 ? '' : startedLine(generation);
  for (let seq = 2; seq <= count; seq++) text += clearedLine(seq, generation);
  return text;
}

export function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}
