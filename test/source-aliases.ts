import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PACKAGES = fileURLToPath(new URL('../packages/', import.meta.url));

/** Where the sources of every entry of every package lie, so that nothing has to be built first. The longer name comes first: the first that fits is taken. */
export function sourceAliases(): Record<string, string> {
  const names = readdirSync(PACKAGES);
  return Object.fromEntries([
    ...names.map((name) => [`@fxlog/${name}/internal`, `${PACKAGES}${name}/src/internal.ts`]),
    ...names.map((name) => [`@fxlog/${name}`, `${PACKAGES}${name}/src/index.ts`]),
  ]);
}
