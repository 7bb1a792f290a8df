import type { DurableBytes } from '@fxlog/format';
import type { TurnResult } from './turn.js';

/** What the log itself holds of an output, all of it or a part; null where it holds nothing. */
export function loggedOutput({ content }: TurnResult): DurableBytes | null {
  if (content.kind === 'missing') return null;
  return content.kind === 'inline' ? content.output : content.preview;
}

/** The name of the side file with the whole output; null where the log holds all there is. */
export function outputHandle({ content }: TurnResult): DurableBytes | null {
  return content.kind === 'inline' ? null : content.handle;
}
