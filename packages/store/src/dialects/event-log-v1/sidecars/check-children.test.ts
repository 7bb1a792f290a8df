import { expect, it } from 'vitest';
import { checkImageIds } from './check-children.js';

const image = (turn: number, id: number | bigint, hasSnapshot = true) => ({
  turn,
  id,
  locator: null,
  sha256: null,
  mediaType: null,
  source: null,
  hasSnapshot,
});

it('warns of an image with the number of an earlier one, and of nothing else', () => {
  const images = [image(0, 1), image(0, 2), image(3, 1), image(4, 2n ** 63n), image(5, 0, false), image(6, 0, false)];
  const findings = checkImageIds({ images, files: [], mentioned: new Set() });
  expect(findings).toMatchObject([{ rule: 'store/image-id', severity: 'warning', fxError: 'DuplicateImageId' }]);
  expect(findings[0]?.message).toMatch(/Image 1 of turn 4 .* turn 1;/);
});
