import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian puts the programs of PostgreSQL that are not for everybody. */
const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/** The path of a program; null when it is not installed. */
function findProgram(name: string, folders: readonly string[]): string | null {
  const paths = [...folders, ...(process.env.PATH ?? '').split(delimiter)].map((folder) => join(folder, name));
  return paths.find((path) => existsSync(path)) ?? null;
}

/** The Redis server of this machine, or Valkey. */
export function findRedis(): string | null {
  return findProgram('redis-server', []) ?? findProgram('valkey-server', []);
}

/** The folder of the programs of PostgreSQL, the newest where there are several. */
export function findPostgres(): string | null {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES).sort() : [];
  const folders = versions.reverse().map((version) => join(DEBIAN_POSTGRES, version, 'bin'));
  const initdb = findProgram('initdb', folders);
  return initdb === null ? null : join(initdb, '..');
}

/** The services that tests want and this machine does not have, by what Debian calls them. */
export function missingServices(): readonly string[] {
  return [...(findRedis() === null ? ['redis-server'] : []), ...(findPostgres() === null ? ['postgresql'] : [])];
}
