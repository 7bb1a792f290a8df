import { Redactor, redact } from '@fxlog/codecs';
import type { Rewriting } from './rewrite-input.js';

/** Placeholders for secrets, names of users and addresses of people, counted from 1. */
export function redaction(redactor = new Redactor()): Rewriting {
  return {
    kind: 'redact',
    rewriter: redactor,
    stage: redact({ redactor }),
    // The same session redacted twice is the same.
    seed: 'redact',
  };
}
