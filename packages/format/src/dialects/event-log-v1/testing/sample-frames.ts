import { readdirSync, readFileSync } from 'node:fs';

const fixtures = new URL('../../../../../../test-fixtures/', import.meta.url);

/** The lines of every log that fx wrote, by the name of its fixture; each with its LF. */
export function* fixtureLogs(): Generator<[name: string, log: Buffer]> {
  const root = new URL('fx-0.0.5/', fixtures);
  for (const entry of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    if (entry.endsWith('/events.jsonl')) yield [entry, readFileSync(new URL(entry, root))];
  }
}

/** The frames of a log, LF included. */
export function framesOf(log: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at < log.length; ) {
    const end = log.indexOf(0x0a, at) + 1 || log.length;
    frames.push(log.subarray(at, end));
    at = end;
  }
  return frames;
}

/** Frames of every kind and turn: a log made for the purpose, the small frames of the corpus, and some that fx wrote. */
export function sampleFrames(): Buffer[] {
  const frames = framesOf(readFileSync(new URL('conformance/event-log-accepted.jsonl', fixtures)));
  for (const line of readFileSync(new URL('conformance/frames.jsonl', fixtures), 'utf8').split('\n')) {
    if (line === '') continue;
    const { frame_b64: frame } = JSON.parse(line) as { frame_b64?: string };
    if (frame !== undefined && frame.length < 8000) frames.push(Buffer.from(frame, 'base64'));
  }
  for (const [, log] of fixtureLogs())
    frames.push(
      ...framesOf(log)
        .filter((frame) => frame.length < 8000)
        .slice(0, 12),
    );
  return frames;
}
