import { type DisplayMetadata, FILE_LIMITS } from '@fxlog/format/internal';
import { JsonError } from '@fxlog/json';
import { readFileWithin } from '../../../paths/safe-file.js';
import { ShapeError } from '../../../paths/shape.js';
import { decodeDisplay } from './decode-sidecar.js';

/** Title and preview; null when there is no usable `display.json`. Hard links and any mode are taken (session-directory §1.5, §4.3). */
export function readDisplay(dir: string): DisplayMetadata | null {
  const read = readFileWithin(`${dir}/display.json`, FILE_LIMITS.display, true);
  if (read.state !== 'read') return null;
  try {
    return decodeDisplay(read.bytes);
  } catch (error) {
    if (error instanceof JsonError || error instanceof ShapeError) return null;
    throw error;
  }
}
