import { createHash } from 'node:crypto';
import type { Image, UserTurn } from '@fxlog/format/internal';
import { isWellFormed } from '@fxlog/json/internal';
import type { ReportLoss } from '../../loss.js';
import { artifactDisplayText, type ImageSource } from '../../model/transcript.js';
import { replaceHalves } from '../../model/well-formed.js';
import type { PlacedBlock } from './group-turns.js';
import type { SessionIds } from './session-ids.js';

/** The bytes of an image and where fx looks for them. */
export interface PromptImage {
  /** Path in the session's directory. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * A prompt → what fx keeps of the user (common-model §C5, §C8.1).
 *
 * @param ids gives the images their numbers, which are unique over the session (model-view §6.2)
 */
export function encodePrompt(
  blocks: readonly PlacedBlock[],
  report: ReportLoss,
  ids: SessionIds,
): { readonly user: UserTurn; readonly images: readonly PromptImage[] } {
  const texts: string[] = [];
  const images: Image[] = [];
  const files: PromptImage[] = [];
  for (const { block, message, index } of blocks) {
    const where = { message, block: index };
    if (block.type === 'image') {
      const bytes = bytesOf(block.source);
      if (bytes === null) {
        const detail = `An image of type ${block.source.type} (${block.source.media_type}); fx keeps only bytes in base64.`;
        report({ code: 'dropped-image', where, detail });
        // Something has to stand for it, or a prompt of nothing else would be gone, and its turn part of the one before.
        texts.push(
          `[image: ${replaceHalves(block.source.type === 'base64' ? block.source.media_type : block.source.data)}]`,
        );
        continue;
      }
      const digest = createHash('sha256').update(bytes).digest('hex');
      const id = ids.nextImage();
      const path = `images/image-${id}-${digest.slice(0, 16)}.bin`;
      const media_type = replaceHalves(block.source.media_type);
      images.push({ id, path, media_type, snapshot_path: path, snapshot_sha256: digest });
      files.push({ path, bytes });
    } else if (block.type === 'text' || block.type === 'artifact') {
      const text = block.type === 'text' ? block.text : artifactDisplayText(block.artifact);
      if (block.type === 'artifact') {
        report({ code: 'dropped-artifact', where, detail: `The artifact ${block.artifact.name} is a line of text.` });
      }
      if (text === '') report({ code: 'dropped-block', where, detail: 'An empty text.' });
      else {
        if (texts.length > 0) report({ code: 'moved-text', where, detail: 'Several texts of a prompt are one.' });
        else if (images.length > 0)
          report({ code: 'moved-text', where, detail: 'Text behind an image stands in front of it.' });
        if (!isWellFormed(text)) report({ code: 'non-utf8-text', where, detail: 'Half a surrogate pair is U+FFFD.' });
        texts.push(replaceHalves(text));
      }
    }
  }
  return { user: { text: texts.join('\n\n'), images }, images: files };
}

function bytesOf({ type, data }: ImageSource): Uint8Array | null {
  if (type !== 'base64') return null;
  const bytes = Buffer.from(data, 'base64');
  // What is not base64 is skipped by the decoder without a word.
  return bytes.length > 0 && bytes.toString('base64').replace(/=+$/, '') === data.replace(/[\s=]/g, '') ? bytes : null;
}
