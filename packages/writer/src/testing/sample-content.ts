import { sha256Hex } from '../content-names.js';
import type { SessionContent, WrittenContent } from '../dialect.js';
import type { FileSystem } from '../fs/file-system.js';
import { writeContent } from '../write-content.js';
import { SAMPLE_ID, SAMPLE_PNG, SAMPLE_WORKSPACE, sampleInput, sampleTurns } from './sample-session.js';

const STORED = Buffer.from('line of a long output\n'.repeat(1000));
const PICTURE_SHA256 = sha256Hex(SAMPLE_PNG);
const PICTURE = 'images/image-1-picture.bin';

/** The sample session as one whose turns are those of an event log; it needs every kind of file. */
export function sampleContent(): SessionContent {
  const input = sampleInput();
  if (!('session' in input)) throw new TypeError('The sample is made of turns.');
  const turns = sampleTurns().map((turn) => {
    if (turn.kind === 'compacted_summary') return turn;
    const images = turn.user.images.map((image) => ({
      ...image,
      snapshot_path: PICTURE,
      snapshot_sha256: PICTURE_SHA256,
    }));
    return { ...turn, user: { ...turn.user, images } };
  });
  return {
    head: {
      id: SAMPLE_ID,
      createdAtMs: 1767225600000,
      updatedAtMs: 1767225600000,
      workspaceRoot: SAMPLE_WORKSPACE,
      originWorkspaceRoot: SAMPLE_WORKSPACE,
      language: 'en',
      provider: 'gateway',
      model: 'openai/gpt-5',
      effort: 'auto',
      fastMode: false,
      ultrafastMode: false,
      title: 'An apple',
      isChild: false,
    },
    items: turns.map((turn) => ({
      native: { dialect: 'event-log-v1', turn },
      timeMs: 1767225660000,
      language: 'en',
      usage: null,
    })),
    readFile: async (path) => (path === PICTURE ? SAMPLE_PNG : path.startsWith('tool-results/') ? STORED : null),
    lateFiles: () => [{ path: 'artifacts/web-fetch/page.bin', bytes: Buffer.from('a page') }],
    permissions: {
      schema_version: 2,
      next_generation: 2,
      rules: [
        {
          id: 1,
          kind: 'file_mutation',
          canonical: SAMPLE_WORKSPACE,
          display_identity: SAMPLE_WORKSPACE,
          decision: 'allow',
          generation: 1,
        },
      ],
    },
    usage: input.session.usage ?? null,
  };
}

/** Writes it as a session of the newer store below `<dir>/sessions/v2`. */
export function writeSampleStoreSession(fileSystem: FileSystem, dir: string): Promise<WrittenContent> {
  const options = { report: () => undefined, fileSystem };
  return writeContent('sessions-v2', sampleContent(), { root: `${dir}/sessions` }, options);
}

/** Writes it as a conversation log below `<dir>/sessions`. */
export function writeSampleContent(fileSystem: FileSystem, dir: string): Promise<WrittenContent> {
  const options = { report: () => undefined, fileSystem };
  return writeContent('conversation-log', sampleContent(), { root: `${dir}/sessions` }, options);
}
