import { type Finding, FrameError, ruleById } from '@fxlog/format';
import {
  type ConversationManifest,
  decodeConversationManifest,
  MAX_CONVERSATION_MANIFEST_BYTES,
} from '@fxlog/format/internal';
import { unsafeWords } from '../../paths/control-file.js';
import { type FileRead, readFileWithin } from '../../paths/safe-file.js';
import type { SessionDirectory } from '../../session-directory.js';

/** `session.json` of a conversation log, or why it cannot be used. */
export type ManifestRead =
  | { readonly state: 'ok'; readonly value: ConversationManifest; readonly bytes: Uint8Array }
  | { readonly state: 'unusable'; readonly finding: Finding };

const FILE = 'session.json';

/** Reads the manifest, once for a look at a directory. Its id has to be the one of the directory (newer-formats §4.2). */
export function readManifest(directory: SessionDirectory): ManifestRead {
  return directory.once('conversation-manifest', () => {
    const read = readFileWithin(`${directory.dir}/${FILE}`, MAX_CONVERSATION_MANIFEST_BYTES);
    if (read.state !== 'read') return unusable(missing(read));
    try {
      const value = decodeConversationManifest(read.bytes);
      if (value.id === directory.id) return { state: 'ok', value, bytes: read.bytes };
      const rule = 'conversation/manifest-id';
      return unusable({ rule, severity: 'error', message: `${ruleById(rule).title}.`, file: FILE, path: '/id' });
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      return unusable({ ...error.toFinding(), file: FILE });
    }
  });
}

function unusable(finding: Finding): ManifestRead {
  return { state: 'unusable', finding };
}

function missing(read: Exclude<FileRead, { state: 'read' }>): Finding {
  switch (read.state) {
    case 'absent':
      return { rule: 'store/file-missing', severity: 'error', message: `${FILE}: it is missing.`, file: FILE };
    case 'too-large':
      return {
        rule: 'conversation/manifest-size',
        severity: 'error',
        message: `${FILE}: it has ${read.size} bytes.`,
        file: FILE,
      };
    case 'unsafe': {
      const message = `${FILE}: it is ${unsafeWords(read.kind)}.`;
      return { rule: 'store/path-unsafe', severity: 'error', message, file: FILE };
    }
    case 'refused': {
      const message = `${FILE}: it cannot be read (${read.code}).`;
      return { rule: 'store/unreadable-file', severity: 'error', message, file: FILE };
    }
  }
}
