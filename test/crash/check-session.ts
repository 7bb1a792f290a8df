import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { eventLogFingerprint } from '@fxlog/writer/internal';

/**
 * Throws unless a directory satisfies the checklist for new session directories (session-directory, Appendix D). Written against the
 * description alone, with JSON.parse and node:fs, so that it shares no mistake with the writer.
 */
export function checkSession(dir: string): void {
  const id = basename(dir);
  checkModes(dir, 0o700);
  const json = (name: string): Record<string, unknown> => JSON.parse(readFileSync(join(dir, name), 'utf8'));

  const log = readFileSync(join(dir, 'events.jsonl'));
  claim(log.at(-1) === 0x0a, 'the log ends with a newline');
  const frames = log
    .toString('utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  const generation = frames[0].log_generation;
  claim(frames[0].kind === 'session_started' && frames[0].payload.id === id, 'the first frame names the session');
  for (const [index, frame] of frames.entries()) {
    claim(frame.seq === index + 1, `frame ${index + 1} has its number`);
    claim(frame.log_generation === generation, `frame ${index + 1} has the generation`);
  }
  const last = frames.at(-1);

  const watermark = json(`commit.${generation}.json`);
  claim(watermark.session_id === id && watermark.log_generation === generation, 'the watermark is of this session');
  claim(watermark.through_seq === last.seq && watermark.through_event_id === last.event_id, 'the watermark is last');
  claim(watermark.through_event_log_bytes === log.length, 'the watermark covers the log');

  const authority = json('authority.json');
  claim(authority.session_id === id && Object.keys(authority).length === 5, 'the marker is of this session');

  const manifest = json('session.json');
  claim(Object.keys(manifest).length === 21, 'the manifest has 21 keys');
  claim(manifest.id === id && manifest.authority_id === authority.authority_id, 'the manifest is of this session');
  claim(manifest.log_generation === generation, 'the manifest has the generation');
  claim(manifest.last_event_seq === last.seq && manifest.event_log_bytes === log.length, 'the manifest covers the log');
  const stat = lstatSync(join(dir, 'events.jsonl'), { bigint: true });
  claim(manifest.event_log_stat_fingerprint === eventLogFingerprint(stat), 'the fingerprint is that of the log');

  const names = readdirSync(dir);
  claim(names.includes('commit.lock') && names.includes('session.lock'), 'both lock files are there');
  claim(!names.some((name) => name.includes('pending') || name.includes('.tmp')), 'nothing is pending');
  if (manifest.checkpoint_sha256 !== null) {
    const bytes = readFileSync(join(dir, 'checkpoint.json'));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    claim(manifest.checkpoint_sha256 === sha256, 'the checkpoint has its digest');
    claim(manifest.checkpoint_seq === JSON.parse(bytes.toString('utf8')).through_seq, 'the checkpoint has its place');
  } else claim(!names.includes('checkpoint.json'), 'there is no checkpoint that the manifest does not name');
  for (const image of names.includes('images') ? readdirSync(join(dir, 'images')) : []) {
    const sha256 = createHash('sha256')
      .update(readFileSync(join(dir, 'images', image)))
      .digest('hex');
    claim(image.endsWith(`-${sha256.slice(0, 16)}.bin`), `${image} has the digest in its name`);
  }
}

/** Throws unless directories have 0700 and files 0600, each with one name. */
export function checkModes(path: string, mode: number): void {
  claim((lstatSync(path).mode & 0o777) === mode, `${path} has mode ${mode.toString(8)}`);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) checkModes(child, 0o700);
    else {
      const stat = lstatSync(child);
      claim(stat.isFile() && stat.nlink === 1 && (stat.mode & 0o777) === 0o600, `${child} is a file of mode 600`);
    }
  }
}

/** Throws unless something holds. */
export function claim(holds: boolean, what: string): void {
  if (!holds) throw new Error(`It does not hold that ${what}.`);
}
