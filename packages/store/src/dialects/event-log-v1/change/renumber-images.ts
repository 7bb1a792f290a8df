import type { Finding, HistoryTurn, StateDocument } from '@fxlog/format';
import type { Image } from '@fxlog/format/internal';
import { ImageNumbers, imageLocator } from '@fxlog/writer/internal';

/** A session whose images have a number each. */
export interface RenumberedImages {
  readonly state: StateDocument;
  /** For each copy of an image that comes to lie under another name, the name that it had; paths in the session directory. */
  readonly renamed: ReadonlyMap<string, string>;
}

/**
 * Gives each image of a session a number of its own: fx refuses every prompt of a session in which one stands twice (model-view §6.2). An image without
 * a copy stays as it is, since fx drops it when it resumes. The locators must be canonical ones.
 *
 * @returns null where nothing is to be done.
 */
export function renumberImages(state: StateDocument): RenumberedImages | null {
  const numbers = new ImageNumbers();
  const renamed = new Map<string, string>();
  let isChanged = false;
  const settle = (image: Image): Image => {
    const { snapshot_path: path = null, snapshot_sha256: sha256 = null } = image;
    if (path === null || sha256 === null) return image;
    const id = numbers.take(image.id);
    if (id === image.id) return image;
    isChanged = true;
    const locator = imageLocator(id, String(sha256));
    renamed.set(locator, imageLocator(image.id, String(sha256)));
    return { ...image, id, snapshot_path: locator };
  };
  const history = state.history.map((turn): HistoryTurn => {
    if (turn.kind === 'compacted_summary' || turn.user.images.length === 0) return turn;
    return { ...turn, user: { ...turn.user, images: turn.user.images.map(settle) } };
  });
  const { recovery_checkpoint: pending } = state;
  const user = pending && { ...pending.user, images: pending.user.images.map(settle) };
  if (!isChanged) return null;
  const mended = { ...state, history };
  if (pending !== undefined && user !== undefined) mended.recovery_checkpoint = { ...pending, user };
  return { state: mended, renamed };
}

/** What there is to say of images that got numbers of their own. */
export function renumberedFindings({ size }: RenumberedImages['renamed']): Finding[] {
  if (size === 0) return [];
  const message = `Images that had the numbers of others got their own, so that fx takes prompts: ${size}.`;
  return [{ rule: 'store/image-id', severity: 'info', message, file: 'events.jsonl' }];
}
