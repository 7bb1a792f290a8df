// Read, not run: one import of each form, for the test of the import reader.
import 'node:fs';
import { type Import, readImports } from './read-imports.js';

export type { Plugin } from 'vite';
export * from './read-imports.js';
export const later: Promise<typeof import('./read-imports.js')> = import('./read-imports.js');
export const worker = new URL('./worker.js', import.meta.url);
export const url: import('node:url').URL | undefined = undefined;
export const reader: (file: string) => Import[] = readImports;
