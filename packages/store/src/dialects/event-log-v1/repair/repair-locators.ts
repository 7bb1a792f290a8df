import { createHash } from 'node:crypto';
import type { HistoryTurn, StateDocument } from '@fxlog/format';
import { type Image, isSegment } from '@fxlog/format/internal';
import { imageLocator } from '@fxlog/writer/internal';
import { readRange } from '../../../repair/read-range.js';
import type { SurveyedFile } from '../../../repair/survey-files.js';
import { renumberImages } from '../change/renumber-images.js';
import type { ReferenceCollector } from '../judge/references.js';
import { checkImageIds } from '../sidecars/check-children.js';
import { isCanonicalLocator } from '../sidecars/image-locator.js';

/** A picture that the repaired session has under another name than the damaged one. */
export interface RenamedImage {
  readonly from: string;
  readonly bytes: number;
  readonly to: string;
}

/** Whether there is a locator that fx does not take, or a number that two images have, in the history or in a turn that is pending (session-directory §4.4). */
export function hasBadImage(references: ReferenceCollector, pending: StateDocument['recovery_checkpoint']): boolean {
  if (checkImageIds(references).length > 0) return true;
  const isBad = references.images.some(
    ({ hasSnapshot, locator, sha256, id }) =>
      hasSnapshot && !(locator !== null && sha256 !== null && isCanonicalLocator(locator, id, sha256)),
  );
  const ids = new Set(references.images.map(({ id }) => BigInt(id)));
  return isBad || (pending?.user.images.some((image) => !isSound(image) || ids.has(BigInt(image.id))) ?? false);
}

function isSound({ snapshot_path: path = null, snapshot_sha256: sha256 = null, id }: Image): boolean {
  return (
    path === null || (typeof path === 'string' && typeof sha256 === 'string' && isCanonicalLocator(path, id, sha256))
  );
}

/**
 * The state with locators that fx takes, and a number of its own for each image. A picture is looked for in `images/` under its digest and under the last part of its old path; where there
 * is none the image keeps its place in the turn, without a snapshot.
 */
export async function repairLocators(
  dir: string,
  state: StateDocument,
  files: readonly SurveyedFile[],
): Promise<{ state: StateDocument; renamed: readonly RenamedImage[]; lost: number; renumbered: number }> {
  const bySize = new Map(files.filter(({ fate }) => fate === 'carried').map(({ file, bytes }) => [file, bytes]));
  const renamed = new Map<string, RenamedImage>();
  let lost = 0;
  let nextId = 1n + state.history.flatMap(imagesOf).reduce((max, { id }) => (BigInt(id) > max ? BigInt(id) : max), 0n);
  const settle = async (image: Image): Promise<Image> => {
    if (isSound(image)) return image;
    const from = findPicture(image, bySize);
    const bytes = from === null ? undefined : bySize.get(from);
    if (from === null || bytes === undefined) {
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
  const settleAll = async (images: readonly Image[]): Promise<Image[]> => {
    const settled: Image[] = [];
    for (const image of images) settled.push(await settle(image));
    return settled;
  };
  const history: HistoryTurn[] = [];
  for (const turn of state.history) {
    if (turn.kind === 'compacted_summary' || turn.user.images.length === 0) history.push(turn);
    else history.push({ ...turn, user: { ...turn.user, images: await settleAll(turn.user.images) } });
  }
  const { recovery_checkpoint: pending, ...rest } = state;
  const mended: StateDocument = { ...rest, history };
  if (pending !== undefined) {
    const user = { ...pending.user, images: await settleAll(pending.user.images) };
    mended.recovery_checkpoint = { ...pending, user };
  }
  const numbered = renumberImages(mended);
  for (const [to, old] of numbered?.renamed ?? []) {
    const from = renamed.get(old)?.from ?? old;
    const bytes = bySize.get(from);
    if (bytes !== undefined && !bySize.has(to)) renamed.set(to, { from, bytes, to });
  }
  const renumbered = numbered?.renamed.size ?? 0;
  return { state: numbered?.state ?? mended, renamed: [...renamed.values()], lost, renumbered };
}

/** The file of an image: under the name that its digest gives it, or under the last part of its path. */
function findPicture(image: Image, files: ReadonlyMap<string, number>): string | null {
  const { snapshot_path: path, snapshot_sha256: sha256, id } = image;
  const name = typeof path === 'string' ? (path.split('/').at(-1) ?? '') : '';
  const names = isSegment(name) ? [`images/${name}`] : [];
  if (typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256)) names.unshift(imageLocator(id, sha256));
  return names.find((file) => files.has(file)) ?? null;
}

function imagesOf(turn: HistoryTurn): readonly Image[] {
  return turn.kind === 'compacted_summary' ? [] : turn.user.images;
}
