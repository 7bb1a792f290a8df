import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runModelView } from './model-view.js';

it('agrees about every captured request', async () => {
  const disagreements: string[] = [];
  const folder = fileURLToPath(new URL('../../test-fixtures/conformance/model-view', import.meta.url));
  const report = await runModelView(folder, (id, differences) => {
    disagreements.push(`${id}: ${differences.join('; ')}`);
  });
  expect(disagreements).toEqual([]);
  expect(report.passed).toBe(13);
});
