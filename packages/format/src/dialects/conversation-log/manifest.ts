/**
 * `session.json` of a conversation log (newer-formats §4.2).
 */

import { locatePointer } from '@fxlog/json';
import { pointer } from '@fxlog/json/internal';
import { FrameError } from '../../frame-error.js';
import type { FxErrorName } from '../../fx-error-name.js';
import { firstBrokenRule } from '../../loose/check.js';
import { LooseError } from '../../loose/loose-error.js';
import { readLoose } from '../../loose/read.js';
import { writeLoose } from '../../loose/write.js';
import { type RuleId, ruleById } from '../../rules/index.js';
import { ConversationManifest as MANIFEST } from './generated/shapes.js';
import type { ConversationManifest } from './generated/types.js';
import { MAX_CONVERSATION_MANIFEST_BYTES } from './limits.js';

const VERSION = 4;

/**
 * Decodes a manifest, loosely as fx does. That its id equals the name of the directory is for those to check who know the directory, and
 * so is its `schema_version`'s spelling (`detectFormat`).
 *
 * @throws FrameError where fx refuses the file; the offset counts from its start.
 */
export function decodeConversationManifest(bytes: Uint8Array): ConversationManifest {
  if (bytes.length === 0 || bytes.length > MAX_CONVERSATION_MANIFEST_BYTES) {
    throw manifestError('conversation/manifest-size', '', 0, 'SessionMetadataTooLarge');
  }
  let manifest: ConversationManifest;
  try {
    manifest = readLoose(bytes, MANIFEST) as ConversationManifest;
  } catch (error) {
    if (!(error instanceof LooseError)) throw error;
    throw manifestError(error.rule, error.path, error.offset);
  }
  const broken = brokenRuleOf(manifest);
  if (broken !== null) throw manifestError(broken.rule, broken.path, locatePointer(bytes, broken.path));
  return manifest;
}

/**
 * The canonical bytes of a manifest, without a line end.
 *
 * @throws FrameError where fx would refuse the file.
 */
export function encodeConversationManifest(manifest: ConversationManifest): Uint8Array {
  const bytes = Buffer.from(writeLoose({ ...manifest, schema_version: VERSION }, MANIFEST), 'utf8');
  decodeConversationManifest(bytes);
  return bytes;
}

function brokenRuleOf(manifest: ConversationManifest): { rule: RuleId; path: string } | null {
  if (manifest.schema_version !== VERSION) return { rule: 'conversation/manifest-version', path: '/schema_version' };
  const broken = firstBrokenRule(manifest, MANIFEST, {});
  if (broken !== null) return { rule: broken.rule, path: pointer(...broken.path) };
  const isBackwards = manifest.updated_at_ms < manifest.created_at_ms;
  return isBackwards ? { rule: 'conversation/manifest-times', path: '/updated_at_ms' } : null;
}

function manifestError(rule: RuleId, path: string, offset: number, fxError: FxErrorName = 'InvalidSessionMetadata') {
  return new FrameError({ rule, fxError, message: ruleById(rule).title, path, offset });
}
