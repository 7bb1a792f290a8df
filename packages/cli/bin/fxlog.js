#!/usr/bin/env node
// The program is bundled from src/; this launcher is what npm links to, so it exists before the first build.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const program = new URL('../dist/bundle/fxlog.js', import.meta.url);
if (existsSync(fileURLToPath(program))) {
  await import(program.href);
} else {
  process.stderr.write('fxlog: not built yet. Run: npm run build\n');
  process.exitCode = 3;
}
