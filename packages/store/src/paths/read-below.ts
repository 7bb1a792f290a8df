import type { RuleId } from '@fxlog/format';
import { unsafeWords } from './control-file.js';
import { type FileRead, readFileWithin, resolveInside } from './safe-file.js';

/** Reads a file by its path relative to the session directory: no link on the way, no escape, at most `limit` bytes. */
export function readBelow(dir: string, file: string, limit: number): FileRead | { readonly state: 'outside' } {
  const place = resolveInside(dir, file);
  if (place.state === 'reached') return readFileWithin(place.path, limit);
  return place;
}

/** Words for a file that could not be read. */
export function explainRead(read: Exclude<FileRead | { readonly state: 'outside' }, { state: 'read' }>): {
  rule: RuleId;
  reason: string;
} {
  switch (read.state) {
    case 'absent':
      return { rule: 'store/artifact-missing', reason: 'it is missing' };
    case 'outside':
      return { rule: 'store/path-escapes', reason: 'its name leads out of the session directory' };
    case 'unsafe':
      return { rule: 'store/path-unsafe', reason: `it is, or lies behind, ${unsafeWords(read.kind)}` };
    case 'too-large':
      return { rule: 'store/artifact-too-large', reason: `it has ${read.size} bytes, which is more than fx reads` };
    case 'refused':
      return { rule: 'store/unreadable-file', reason: `it cannot be read (${read.code})` };
  }
}
