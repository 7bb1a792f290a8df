import { createHash } from 'node:crypto';
import type { HistoryTurn, Image, StateDocument } from '@fxlog/format';
import { imageLocator, isSegment } from '@fxlog/writer';
import { isCanonicalLocator } from '../image-locator.js';
import type { ReferenceCollector } from '../references.js';
import { readRange } from './read-range.js';
import type { SurveyedFile } from './survey-files.js';

/** A picture that the repaired session has under another name than the damaged one. */
export interface RenamedImage {
  readonly from: string;
  readonly bytes: number;
  readonly to: string;
}

/** Whether fx would refuse the session for a locator in its history (session-directory §4.4). */
export function hasBadLocator(references: ReferenceCollector): boolean {
  return references.images.some(
    ({ turn, hasSnapshot, locator, sha256, id }) =>
      turn >= 0 && hasSnapshot && !(locator !== null && sha256 !== null && isCanonicalLocator(locator, id, sha256)),
  );
}

/**
 * The state with locators that fx takes. A picture is looked for in `images/` under the last part of its old path; where there is none the
 * image keeps its place in the turn, without a snapshot.
 */
export async function repairLocators(
  dir: string,
  state: StateDocument,
  files: readonly SurveyedFile[],
): Promise<{ state: StateDocument; renamed: readonly RenamedImage[]; lost: number }> {
  const bySize = new Map(files.filter(({ fate }) => fate === 'carried').map(({ file, bytes }) => [file, bytes]));
  const renamed = new Map<string, RenamedImage>();
  let lost = 0;
  let nextId = 1n + state.history.flatMap(imagesOf).reduce((max, { id }) => (BigInt(id) > max ? BigInt(id) : max), 0n);
  const settle = async (image: Image): Promise<Image> => {
    const { snapshot_path: path = null, snapshot_sha256: sha256 = null } = image;
    if (
      path === null ||
      (typeof path === 'string' && typeof sha256 === 'string' && isCanonicalLocator(path, image.id, sha256))
    ) {
      return image;
    }
    const name = typeof path === 'string' ? (path.split('/').at(-1) ?? '') : '';
    const from = `images/${name}`;
    const bytes = isSegment(name) ? bySize.get(from) : undefined;
    if (bytes === undefined) {
      lost++;
      return { ...image, snapshot_path: null, snapshot_sha256: null };
    }
    const digest = createHash('sha256');
    for await (const chunk of readRange(dir, from, 0, bytes)) digest.update(chunk);
    const hex = digest.digest('hex');
    const id = image.id >= 1 ? image.id : Number(nextId++);
    const to = imageLocator(id, hex);
    if (!bySize.has(to)) renamed.set(to, { from, bytes, to });
    return { ...image, id, snapshot_path: to, snapshot_sha256: hex };
  };
  const history: HistoryTurn[] = [];
  for (const turn of state.history) {
    if (turn.kind === 'compacted_summary' || turn.user.images.length === 0) history.push(turn);
    else {
      const images: Image[] = [];
      for (const image of turn.user.images) images.push(await settle(image));
      history.push({ ...turn, user: { ...turn.user, images } });
    }
  }
  return { state: { ...state, history }, renamed: [...renamed.values()], lost };
}

const imagesOf = (turn: HistoryTurn): readonly Image[] => (turn.kind === 'compacted_summary' ? [] : turn.user.images);
