import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isBuiltFrom, OUTPUTS, STAMP } from '../scripts/ensure-built.js';
import { holdsWhatIsLocked } from '../scripts/ensure-installed.js';
import { COMMAND } from '../scripts/run.js';
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

describe('the installed packages', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean; optional?: boolean }>;
  };
  const { allowScripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    allowScripts: Record<string, boolean>;
  };

  it('run no script: those that have one bring their binaries along', () => {
    const scripted = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);
    expect(Object.keys(allowScripts)).toEqual(
      expect.arrayContaining(scripted.map((path) => path.replace(/^.*node_modules\//, ''))),
    );
    expect(Object.values(allowScripts)).not.toContain(true);
  });

  it('are compiled by nobody: what could be built with node-gyp is not, and nobody needs it', () => {
    const built = Object.keys(packages).filter((path) => existsSync(join(ROOT, path, 'binding.gyp')));
    // Its binaries are packages of their own, and msgpackr, which bullmq brings, does without.
    expect(built.map((path) => packages[path]?.optional === true && path)).toEqual(['node_modules/msgpackr-extract']);
    expect(existsSync(join(ROOT, 'node_modules/msgpackr-extract/build'))).toBe(false);
  });
});

describe('the check of what is built', () => {
  function checkout(): string {
    const root = mkdtempSync(join(tmpdir(), 'fxlog-built-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    for (const [file, text] of [[STAMP, 'sources'], ...OUTPUTS.map((output) => [output, ''])] as [string, string][]) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    return root;
  }

  it('is content with a build of the sources as they are', () => {
    expect(isBuiltFrom('sources', checkout())).toBe(true);
    expect(isBuiltFrom('other sources', checkout())).toBe(false);
  });

  it.each([STAMP, ...OUTPUTS])('asks for a build where %s is missing', (file) => {
    const root = checkout();
    rmSync(join(root, file));
    expect(isBuiltFrom('sources', root)).toBe(false);
  });

  it('looks for the very file that the program loads', () => {
    const program = readFileSync(join(ROOT, 'packages/cli/bin/fxlog.js'), 'utf8');
    const loaded = /['"](\.\.\/dist\/[^'"]+)['"]/.exec(program)?.[1] ?? '';
    expect(join('packages/cli/bin', loaded)).toBe(COMMAND);
    expect(OUTPUTS).toContain(COMMAND);
  });
});

describe('programs that are called by name', () => {
  it.each(['packages/cli/bin/fxlog.js', '.ci/run'])('%s can be executed', (file) => {
    expect(() => accessSync(join(ROOT, file), constants.X_OK)).not.toThrow();
    expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(/^#!\/usr\/bin\/env /);
  });
});
