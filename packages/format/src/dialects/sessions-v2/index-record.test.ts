import { describe, expect, it } from 'vitest';
import { FrameError } from '../../frame-error.js';
import { encodeIndexRecord, type IndexRecord, readIndexRecord, SessionCatalogue } from './index-record.js';
import { seal } from './line-frame.js';

const put = (fields: object): IndexRecord =>
  ({
    op: 'put',
    id: 'plum',
    role: 'root',
    host: 'app',
    workspace: '/orchard',
    title: null,
    language: null,
    parent: null,
    created: 10,
    updated: 20,
    turns: 1,
    opened: [1, 0, 0, 0, 0],
    ...fields,
  }) as IndexRecord;

describe('a record of the catalogue', () => {
  // The lines of the fixture, which follow fx's source.
  it.each([
    '{"op":"put","id":"orchard_0950","role":"root","host":"app","workspace":"/orchard","title":"Crates","language":"en","created":1790000000010,"updated":1790000000150,"turns":2,"opened":[1790000000010,0,0,0,0],"crc":"e3ea51d8"}\n',
    '{"op":"del","id":"orchard_0999","ts":1790000000000,"crc":"ff15fed5"}\n',
  ])('is written as it was read: %s', (line) => {
    expect(Buffer.from(encodeIndexRecord(readIndexRecord(Buffer.from(line)))).toString()).toBe(line);
  });

  it.each([
    ['{"op":"put","id":"a","crc":"00000000"}\n', 'sessions-v2/checksum'],
    ['nothing\n', 'sessions-v2/frame'],
  ])('is passed over when its seal is wrong: %s', (line, rule) => {
    expect(() => readIndexRecord(Buffer.from(line))).toThrow(expect.objectContaining({ rule }));
  });

  it.each(['{"op":"move","id":"a"', '{"op":"del","id":"a"', '"op":"del","id":"a","ts":1'])(
    'is passed over when it is not a record: %s',
    (text) => {
      expect(() => readIndexRecord(seal(Buffer.from(text)))).toThrow(FrameError);
    },
  );

  it('needs exactly five times of opening', () => {
    const line = encodeIndexRecord(put({ opened: [1, 2, 3, 4] }));
    expect(() => readIndexRecord(line)).toThrow(/5 numbers/);
  });
});

describe('the catalogue', () => {
  const listed = (records: readonly IndexRecord[]) => {
    const catalogue = new SessionCatalogue();
    for (const record of records) catalogue.add(record);
    return catalogue.list().map(({ id, updated, opened }) => [id, updated, ...opened]);
  };

  it('has the newest record of a session, and of each time of opening the latest', () => {
    expect(
      listed([
        put({ updated: 30, opened: [5, 9, 0, 0, 0] }),
        put({ updated: 25, opened: [7, 1, 0, 0, 0] }),
        { op: 'opened', id: 'plum', host: 'acp', ts: 4 },
        { op: 'opened', id: 'pear', host: 'acp', ts: 4 },
      ]),
    ).toEqual([['plum', 25, 7, 9, 4, 0, 0]]);
  });

  it('never lists again what was deleted', () => {
    expect(listed([put({}), { op: 'del', id: 'plum', ts: 1 }, put({ updated: 99 })])).toEqual([]);
  });

  it('lists roots alone, the newest first, and by their ids where they are equally new', () => {
    expect(
      listed([
        put({ id: 'fig' }),
        put({ id: 'kid', role: 'child', parent: 'fig' }),
        put({ id: 'apple' }),
        put({ id: 'new', updated: 2n ** 63n }),
      ]).map(([id]) => id),
    ).toEqual(['new', 'apple', 'fig']);
  });
});
