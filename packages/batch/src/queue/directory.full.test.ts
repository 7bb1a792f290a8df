import { join } from 'node:path';
import { describeEngine } from '../testing/engine-suite.js';

const nothing = () => Promise.resolve();

describeEngine('a directory', {
  isThere: true,
  start: (place) => Promise.resolve({ address: `dir:${join(place, 'queue')}`, restart: nothing, stop: nothing }),
  kills: 40,
});
