import { accessSync, constants, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { holdsWhatIsLocked } from '../scripts/ensure-installed.js';
import { ROOT } from './read-imports.js';

describe('the check of what is installed', () => {
  const wanted = {
    '': { version: '0.1.0' },
    'packages/json': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/mac-only': { version: '1.0.0', integrity: 'sha512-m', optional: true },
  };
  const { '': _root, 'node_modules/mac-only': _mac, ...installed } = wanted;

  it('is content when only packages for other platforms are missing', () => {
    expect(holdsWhatIsLocked(wanted, installed)).toBe(true);
  });

  it('asks for an installation when a package is missing, or is another one', () => {
    expect(holdsWhatIsLocked({ ...wanted, 'node_modules/b': { version: '1.0.0' } }, installed)).toBe(false);
    expect(holdsWhatIsLocked(wanted, { ...installed, 'node_modules/a': { version: '1.0.1' } })).toBe(false);
    const altered = { version: '1.0.0', integrity: 'sha512-z' };
    expect(holdsWhatIsLocked(wanted, { ...installed, 'node_modules/a': altered })).toBe(false);
  });
});

describe('programs that are called by name', () => {
  it.each(['packages/cli/bin/fxlog.js', '.ci/run'])('%s can be executed', (file) => {
    expect(() => accessSync(join(ROOT, file), constants.X_OK)).not.toThrow();
    expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(/^#!\/usr\/bin\/env /);
  });
});
