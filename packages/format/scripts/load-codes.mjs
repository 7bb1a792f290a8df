/**
 * The numbers that the sources have in common with what is generated for them, read from the sources themselves.
 */
import { readFileSync } from 'node:fs';

const NUMBER = /^export const (\w+) = ([\d_]+(?:e-?\d+)?);/gm;

/** The exported numbers of a file below src/, by name. */
export function loadCodes(file) {
  const text = readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8');
  return Object.fromEntries(
    [...text.matchAll(NUMBER)].map(([, name, number]) => [name, Number(number.replaceAll('_', ''))]),
  );
}
