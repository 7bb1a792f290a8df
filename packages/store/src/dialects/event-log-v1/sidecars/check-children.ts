/** Checks of what lies beside the log: the files that the history refers to, and those that nothing refers to (session-directory §4.4, §4.5). */

import type { Finding } from '@fxlog/format';
import {
  CHILD_DIRECTORIES,
  FILE_LIMITS,
  MAX_WEB_FETCH_ARTIFACTS,
  REFERENCED_DIRECTORIES,
} from '@fxlog/format/internal';
import { ImageIds } from '../../../image-ids.js';
import { type ChildDirectory, type ChildFile, readChildDirectory, warn } from '../../../paths/child-directories.js';
import { readReferenced } from '../judge/referenced-files.js';
import type { FileReference, ImageReference, References } from '../judge/references.js';

/** Every child directory that is there. */
function childDirectories(dir: string): ChildDirectory[] {
  return CHILD_DIRECTORIES.flatMap((directory) => readChildDirectory(dir, directory) ?? []);
}

/** The plain files in the child directories of a session. */
export function listChildren(dir: string): readonly ChildFile[] {
  return childDirectories(dir).flatMap(({ files }) => files);
}

/** Checks the child directories themselves, whatever the log says. */
export function checkChildDirectories(dir: string, references: References | null): Finding[] {
  const directories = childDirectories(dir);
  const findings = directories.flatMap((child) => child.findings);
  const fetched = directories.find(({ directory }) => directory === 'artifacts/web-fetch')?.files ?? [];
  const total = fetched.reduce((sum, { size }) => sum + size, 0);
  if (fetched.length > MAX_WEB_FETCH_ARTIFACTS || total > FILE_LIMITS.webFetchArtifact) {
    const message = `${fetched.length} downloads with ${total} bytes together are more than fx keeps.`;
    findings.push(warn('store/artifact-too-large', 'artifacts/web-fetch', message));
  }
  if (references !== null) findings.push(...findOrphans(directories, references));
  return findings;
}

function findOrphans(directories: readonly ChildDirectory[], references: References): Finding[] {
  const wanted = new Set<string>();
  for (const image of references.images) if (image.locator !== null) wanted.add(image.locator);
  for (const file of references.files) wanted.add(`${file.store}/${file.handle}`);
  for (const name of references.mentioned) wanted.add(`logs/commands/${name}`);
  // A command's log carries a digest in its name, the files of its two streams have the same stem without one.
  const stems = new Set([...wanted].map(commandStem));
  return directories
    .filter(({ directory }) => REFERENCED_DIRECTORIES.includes(directory))
    .flatMap(({ files }) => files)
    .filter(({ file }) => !wanted.has(file) && !(file.startsWith('logs/commands/') && stems.has(commandStem(file))))
    .map(
      ({ file }) =>
        ({
          rule: 'store/orphan',
          severity: 'info',
          message: `Nothing in the history refers to ${JSON.stringify(file)}.`,
          file,
        }) as const,
    );
}

function commandStem(file: string): string {
  return /^logs\/commands\/fx-command-\d+-\d+/.exec(file)?.[0] ?? file;
}

/** Images of the history that have the number of an earlier one. What has no snapshot fx drops when it resumes. */
export function checkImageIds({ images }: References): Finding[] {
  const ids = new ImageIds();
  for (const { id, turn, hasSnapshot } of images) {
    if (hasSnapshot && turn >= 0) ids.look(id, turn, { file: 'events.jsonl' });
  }
  return ids.findings;
}

/** Checks every file that the history refers to. What it misses stops neither reading nor resuming, so these are warnings. */
export function checkReferences(dir: string, references: References): Finding[] {
  const seen = new Set<string>();
  const findings: Finding[] = [];
  for (const reference of [...references.images, ...references.files]) {
    const key = keyOf(reference);
    if (seen.has(key)) continue;
    seen.add(key);
    const read = readReferenced(dir, reference);
    if (!read.ok) findings.push(warn(read.rule, read.file, `${read.file}: ${read.reason}.`));
    else if (!read.digestMatches) {
      findings.push(warn('store/artifact-digest', read.file, `${read.file}: its digest is not the one in its name.`));
    }
  }
  return findings;
}

function keyOf(reference: ImageReference | FileReference): string {
  return 'store' in reference
    ? `${reference.store}/${reference.handle} ${reference.bytes}`
    : `${reference.id} ${reference.locator} ${reference.sha256}`;
}
