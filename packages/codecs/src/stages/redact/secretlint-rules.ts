import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { Span } from './span.js';

/** What a rule of secretlint is given to look at. */
interface ScannedSource {
  readonly content: string;
  readonly filePath: string;
  readonly ext: string;
  readonly contentType: 'text';
}

/** The part of secretlint's interface of rules that is used here; its rules are plain objects that need no engine around them. */
interface ScannerRule {
  readonly meta: { readonly id: string };
  create(context: ScannerContext, options: object): { file?(source: ScannedSource): unknown };
}

interface ScannerContext {
  createTranslator(): () => { readonly message: string; readonly messageId: string };
  report(descriptor: { readonly range: readonly [start: number, end: number] }): void;
  ignore(): void;
}

/** It lets comments of the scanned text switch rules off, which a transcript must not do. */
const COMMENT_FILTER = '@secretlint/secretlint-rule-filter-comments';

let found: Span[] = [];

const context: ScannerContext = {
  createTranslator: () => () => ({ message: '', messageId: '' }),
  report: ({ range: [start, end] }) => {
    found.push({ start, end, kind: 'secret' });
  },
  ignore: () => undefined,
};

const scanners = (rules as unknown as readonly ScannerRule[])
  .filter(({ meta }) => meta.id !== COMMENT_FILTER)
  .map((rule) => rule.create(context, {}));

/** What the recommended rules of secretlint find in a text. */
export function scanWithSecretlint(content: string): readonly Span[] {
  found = [];
  const source: ScannedSource = { content, filePath: 'transcript.txt', ext: '.txt', contentType: 'text' };
  for (const scanner of scanners) scanner.file?.(source);
  return found;
}
