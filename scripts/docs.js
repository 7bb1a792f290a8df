// @ts-check
// npm run docs: writes the pages that are made from the code.
import { writeFileSync } from 'node:fs';
import { ensureBuilt } from './ensure-built.js';
import { rulesPage } from './rules-page.js';
import { ROOT } from './run.js';

ensureBuilt();
const { RULES } = await import(`${ROOT}/packages/format/dist/index.js`);
writeFileSync(`${ROOT}/docs/rules.md`, rulesPage(RULES));
