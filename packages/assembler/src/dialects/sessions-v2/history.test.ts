import { existsSync, readFileSync } from 'node:fs';
import { FrameError } from '@fxlog/format';
import { encodeLine, type LineBody } from '@fxlog/format/internal';
import { describe, expect, it } from 'vitest';
import type { ConversationCompaction } from '../conversation-log/conversation-fold.js';
import type { ConversationTurn } from '../conversation-log/conversation-turn.js';
import { type HistoryPlace, type SessionHistoryEnd, SessionHistoryReader } from './history.js';
import { judgeSessionLog } from './judge-log.js';

const FIXTURES = new URL('../../../../../test-fixtures/newer/sessions-v2/', import.meta.url);

type Shown = ConversationTurn | ConversationCompaction;

interface Told {
  readonly shown: readonly Shown[];
  readonly places: readonly HistoryPlace[];
  readonly end: SessionHistoryEnd;
}

/** What is shown of a log. The bytes of each line are gone once it was taken. */
function tell(log: Buffer, readBlob: (name: string) => Uint8Array | null = () => null): Told {
  const shown: Shown[] = [];
  const places: HistoryPlace[] = [];
  const take = (entry: Shown, place: HistoryPlace) => {
    shown.push(entry);
    places.push(place);
  };
  const history = new SessionHistoryReader({ turn: take, compacted: take }, readBlob);
  for (let start = 0, end = log.indexOf(10) + 1; end > 0; start = end, end = log.indexOf(10, start) + 1) {
    const line = Buffer.from(log.subarray(start, end));
    history.accept(line, 0, line.length, start);
    line.fill(0x20);
  }
  return { shown, places, end: history.end() };
}

function tellFixture(shape: string, id: string): Told & { readonly log: Buffer } {
  const directory = new URL(`${shape}/v2/${id}/`, FIXTURES);
  const log = readFileSync(new URL('log.jsonl', directory));
  const readBlob = (name: string) => {
    const file = new URL(`blobs/${name}`, directory);
    return existsSync(file) ? readFileSync(file) : null;
  };
  return { ...tell(log, readBlob), log };
}

/** A turn in short: the prompt, the steps, and how it ended. */
function short(shown: Shown): unknown {
  if ('summary' in shown) return ['compacted', shown.summary, shown.removedTurns];
  const { user, steps, end } = shown;
  const told = steps.map(({ assistant, calls, results }) => [
    assistant?.text ?? null,
    ...calls.map((call) => call.call_id),
    ...results.map((result) => `${result.call_id}: ${result.status}`),
  ]);
  const answer = end.kind === 'completed' ? (end.assistant?.text ?? null) : end.payload.reason;
  return [user.text.slice(0, 20), ...told, answer];
}

const lineOf = (body: LineBody, index: number) => encodeLine({ seq: index + 1, timestampMs: 100 + index, body });
const item = (type: string, data: object): LineBody => ({
  kind: 'item',
  turn: 1,
  type,
  data: Buffer.from(JSON.stringify(data)),
  blobs: [],
});
const call = (call_id: string) => ({ call_id, tool_name: 'shell', arguments_json: '{}' });
const cut: LineBody = { kind: 'turn_interrupted', turn: 1, reason: 'crash' };
const tellLines = (...bodies: LineBody[]) => tell(Buffer.concat(bodies.map(lineOf)));

describe('the history of a session', () => {
  // Worked out by hand from the lines of the fixtures.
  it.each([
    [
      'ordinary',
      'orchard_0950',
      [
        ['how many crates?', 'Three.'],
        ['and trees?', 'Twelve.'],
      ],
    ],
    ['tool-call', 'orchard_0951', [['list the crates', ['I will look.', 'a', 'a: success'], 'Three crates.']]],
    ['crashed', 'orchard_0952', []],
    ['interrupted', 'orchard_0954', [['count leaves', ['One'], 'cancelled']]],
    [
      'compacted',
      'orchard_0955',
      [
        ['how many crates?', 'Three.'],
        ['compacted', 'Three crates.', 1],
        ['and trees?', 'Twelve.'],
      ],
    ],
    ['images', 'orchard_0957', [['what is this?', 'A small picture.']]],
    [
      'fork',
      'orchard_0959',
      [
        ['first', 'One.'],
        ['another way', 'Three.'],
      ],
    ],
    ['torn-tail', 'orchard_0962', [['hello', 'Hello.']]],
    ['corrupt-middle', 'orchard_0963', [['hello', 'Hello.']]],
    ['moved-files', 'orchard_0965', [['list', [null, 'a', 'a: success'], null]]],
  ])('of the fixture %s is what its lines say', (shape, id, turns) => {
    expect(tellFixture(shape, id).shown.map(short)).toEqual(turns);
  });

  it('says where each turn lies and when it was', () => {
    const { places, log } = tellFixture('ordinary', 'orchard_0950');
    for (const { offset, length, startedMs, endedMs } of places) {
      const lines = log.subarray(offset, offset + length).toString();
      expect(lines).toMatch(/^\{"v":1,"seq":\d+,"ts":\d+,"kind":"item","turn":\d,"type":"user"/);
      expect(lines.trimEnd().split('\n').at(-1)).toContain('"type":"turn_end"');
      expect(startedMs < endedMs).toBe(true);
    }
  });

  it('takes a large prompt from its blob, and the bytes of an image from their base64', () => {
    const [large] = tellFixture('large-piece', 'orchard_0956').shown as ConversationTurn[];
    expect(large?.user.text.length).toBeGreaterThan(256 * 1024);
    const [withImage] = tellFixture('images', 'orchard_0957').shown as ConversationTurn[];
    expect(
      Buffer.from(withImage?.user.images[0]?.inline_data as Uint8Array)
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  it('ends where a blob is missing that holds a piece of it', () => {
    expect(() => tellFixture('blob-missing', 'orchard_0964')).toThrow(
      expect.objectContaining({ rule: 'sessions-v2/blob-missing', fxError: 'InvalidSessionFormat' }),
    );
  });

  it('reports the turn that runs, with the calls that run', () => {
    const { end } = tellFixture('crashed', 'orchard_0952');
    expect(end.running?.pieces.user.text).toBe('water the trees');
    expect(end.running?.assistant?.text).toBe('Starting.');
    expect(end.running?.calls.map(({ call_id }) => call_id)).toEqual(['a']);
  });

  it('answers calls that ran when the turn was cut short, and those alone', () => {
    const { shown, end } = tellLines(
      item('user', { text: 'q' }),
      item('assistant_running', { text: 'I look' }),
      item('tool_running', call('a')),
      item('tool_running', call('b')),
      cut,
    );
    expect(shown.map(short)).toEqual([['q', ['I look', 'a', 'b', 'a: failure', 'b: failure'], 'failed']]);
    expect(end.answeredCalls).toBe(2);
    const done = tellLines(
      item('user', { text: 'q' }),
      item('tool_running', call('a')),
      item('assistant', { text: 'x' }),
      item('turn_end', {}),
      cut,
    );
    expect(done.shown.map(short)).toEqual([['q', 'x']]);
    expect(done.end.answeredCalls).toBe(0);
  });

  it('leaves out a turn that is void, and goes on with the next one', () => {
    const { shown, end } = tellLines(
      item('user', { text: 'q' }),
      item('superseded', {}),
      cut,
      item('user', { text: 'again' }),
      item('turn_end', {}),
    );
    expect(shown.map(short)).toEqual([['again', null]]);
    expect(end.supersededTurns).toBe(1);
  });

  it('counts the turns that a summary covers among those that are shown', () => {
    const turn = (number: number, ...items: LineBody[]): LineBody[] => [
      { kind: 'turn_started', turn: number },
      ...items.map((one) => ({ ...one, turn: number })),
      { kind: 'turn_interrupted', turn: number, reason: 'cancel' },
    ];
    const user = item('user', { text: 'hi' });
    const compacted = (keep: number | null): LineBody => ({
      kind: 'compacted',
      turn: null,
      data: Buffer.from(`{"summary":"s","removed_turn_count":0,"compaction_count":1,"keep_from_turn":${keep}}`),
    });
    const turns = [turn(1, user), turn(2, user, item('superseded', {})), turn(3), turn(4, user), turn(5, user)].flat();
    const coveredIf = (keep: number | null) => {
      const last = tellLines(...turns, compacted(keep)).shown.at(-1) as ConversationCompaction;
      return [last.removedTurns, last.coveredTurns];
    };
    // Of five turns the second is void and the third empty: first, fourth and fifth are shown.
    expect([null, 1, 2, 4, 5, 6, 99].map(coveredIf)).toEqual([
      [3, undefined],
      [3, 0],
      [3, 1],
      [3, 1],
      [3, 2],
      [3, undefined],
      [3, undefined],
    ]);
  });

  it('passes over items of a type that it does not know, and lines whose fields are wrong', () => {
    const { shown } = tellLines(
      item('user', { text: 'q' }),
      item('context_checkpoint', { any: 1 }),
      { ...item('assistant', {}), turn: 'x' as unknown as number } as LineBody,
      item('turn_end', {}),
    );
    expect(shown.map(short)).toEqual([['q', null]]);
  });

  it.each<[string, object, string]>([
    ['an unknown key', { text: 'q', colour: 1 }, 'shape/unknown-key'],
    ['empty text', { text: '' }, 'conversation/text-empty'],
    ['no text', {}, 'shape/missing-key'],
    [
      'an image that is not base64',
      { text: 'q', images: [{ path: 'p', media_type: 'm', inline_data: 'A*' }] },
      'sessions-v2/image-data',
    ],
    [
      'a source with a control byte',
      { text: 'q', images: [{ path: 'p', media_type: 'm', source_ref: 'a\n' }] },
      'sessions-v2/image-source',
    ],
  ])('ends at a prompt with %s', (_what, data, rule) => {
    expect(() => tellLines(item('user', data))).toThrow(expect.objectContaining({ rule }));
    expect(() => tellLines(item('user', data))).toThrow(FrameError);
  });

  it('shows as many turns as the log has that were ended, where no one of them is void', () => {
    for (const [shape, id] of [
      ['ordinary', 'orchard_0950'],
      ['fork', 'orchard_0958'],
      ['child', 'orchard_0961'],
    ] as const) {
      const { shown, log } = tellFixture(shape, id);
      const as = { sessionId: id, workspace: '/orchard', parent: null, blobFault: () => null };
      expect(judgeSessionLog(log, as).fold.state.committed).toBe(shown.length);
    }
  });
});
