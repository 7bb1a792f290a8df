#!/usr/bin/env node
// The program is bundled from src/; this launcher is what npm links to, so it exists before the first build. Both are CommonJS, which Node starts
// faster than modules.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const program = join(__dirname, '../dist/bundle/fxlog.cjs');
if (existsSync(program)) {
  require(program);
} else {
  process.stderr.write('fxlog: not built yet. Run: npm run build\n');
  process.exitCode = 3;
}
