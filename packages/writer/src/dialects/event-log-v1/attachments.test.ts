import type { HistoryTurn } from '@fxlog/format';
import type { Image } from '@fxlog/format/internal';
import { describe, expect, it } from 'vitest';
import { imageLocator, sha256Hex } from '../../content-names.js';
import { AttachmentWriter } from './attachments.js';

const PNG = Buffer.from('89504e470d0a1a0a00', 'hex');
const GIF = Buffer.from('GIF89a');

const snapshotOf = (id: number, bytes: Uint8Array, media_type: string): Image => {
  const digest = sha256Hex(bytes);
  const path = imageLocator(id, digest);
  return { id, path, media_type, snapshot_path: path, snapshot_sha256: digest };
};
const turnWith = (...images: Image[]): HistoryTurn => ({
  kind: 'assistant',
  user: { text: 'Look', images },
  assistant: 'Yes',
  execution: { schema_version: 2, tool_steps: [], files: [] },
});

function writer(bytesOf: (image: Image) => Uint8Array, history: readonly HistoryTurn[] = []) {
  const written = new Map<string, Uint8Array>();
  const place = {
    has: (name: string) => written.has(name),
    write: async (parts: readonly string[], bytes: Uint8Array) => void written.set(parts.join('/'), bytes),
  };
  const read = async (ref: { kind: string; image?: Image }) => (ref.image === undefined ? null : bytesOf(ref.image));
  return { written, attachments: new AttachmentWriter(place, read, [], history) };
}

const imagesOf = (turn: HistoryTurn): readonly Image[] => (turn.kind === 'compacted_summary' ? [] : turn.user.images);

describe('numbers of images', () => {
  it('are unique over the session: a picture with the number of an earlier one gets the next, and its file with it', async () => {
    const pictures = [
      snapshotOf(1, PNG, 'image/png'),
      snapshotOf(1, GIF, 'image/gif'),
      snapshotOf(1, PNG, 'image/png'),
    ];
    const { written, attachments } = writer(({ media_type }) => (media_type === 'image/png' ? PNG : GIF));
    const settled: Image[] = [];
    for (const picture of pictures) settled.push(...imagesOf(await attachments.settleTurn(turnWith(picture))));
    expect(settled.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect([...written.keys()]).toEqual(settled.map(({ snapshot_path: path }) => path));
    expect(written.get(imageLocator(2, sha256Hex(GIF)))).toEqual(GIF);
  });

  it('begin behind those of the history that stands', async () => {
    const { attachments } = writer(() => PNG, [turnWith(snapshotOf(7, PNG, 'image/png'))]);
    const fresh: Image = { id: 0, path: 'a.png', media_type: 'image/png' };
    const settled = await attachments.settleTurn(turnWith(fresh, { ...fresh, id: 7 }, { ...fresh, id: 3 }));
    expect(imagesOf(settled).map(({ id }) => id)).toEqual([8, 9, 3]);
  });
});
