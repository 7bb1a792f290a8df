import { knownTime } from '../../model/timestamp.js';
import type { TranscriptMeta } from '../../model/transcript.js';

/** The members of the front matter, in this order. */
const KEYS = ['id', 'title', 'timestamp', 'cwd', 'git_branch', 'model', 'cli_version'] as const;

/** What a parser of YAML may not meet raw (YAML 1.2 §5.1), and what would be invisible or turn the direction. */
const UNPRINTABLE = /[\x7f-\x9f\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;

/** The meta as YAML front matter, a member a line. */
export function frontMatter(meta: TranscriptMeta): string {
  const lines = KEYS.flatMap((key) => {
    const value = key === 'timestamp' ? knownTime(meta.timestamp) : meta[key];
    if (value === null) return [`${key}: null`];
    return value === undefined ? [] : [`${key}: ${quoteYaml(value)}`];
  });
  if (meta.lineage !== undefined) {
    lines.push('lineage:', `  parent: ${quoteYaml(meta.lineage.parent)}`, `  relation: ${meta.lineage.relation}`);
  }
  return `---\n${lines.join('\n')}\n---\n`;
}

/** A double-quoted scalar: JSON strings are that, once what JSON leaves raw is escaped too. */
function quoteYaml(text: string): string {
  // `JSON.stringify` writes lone surrogates as escapes.
  return JSON.stringify(text).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
