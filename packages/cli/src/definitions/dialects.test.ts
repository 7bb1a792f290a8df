import { WRITTEN_DIALECTS } from '@fxlog/writer/internal';
import { expect, it } from 'vitest';
import { DIALECTS } from './dialects.js';

it('offers the formats of fx that can be written, the default first', () => {
  expect(Object.keys(DIALECTS)).toEqual(WRITTEN_DIALECTS);
});
