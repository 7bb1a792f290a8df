import { encodeState, type Finding } from '@fxlog/format';
import { eventsOf, LogError } from '@fxlog/reader';
import { describe, expect, it } from 'vitest';
import { assembleTurns, reduceLog } from '../../index.js';
import { LogFold } from '../../internal.js';
import { collect, nativeTurns, standingEntries, textsOf } from '../../testing/collect.js';
import { eventLogRecord } from './fold-record.js';
import { GENERATION, LogBuilder, plainTurn, stateOf } from './testing/log-builder.js';

const FILLER = 'f'.repeat(4_200_000);

/** A document of two chunks; its first turn ends in the second one. */
function twoChunks(change: (text: string) => string = (text) => text): Uint8Array {
  return Buffer.from(
    change(Buffer.from(encodeState(stateOf([plainTurn('a', FILLER), plainTurn('b')]))).toString('utf8')),
  );
}

async function refusal(
  log: LogBuilder,
  options = {},
): Promise<{ fxError: string; frame: number; rule: string } | null> {
  try {
    await reduceLog(log.bytes, options);
    return null;
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    return { fxError: error.fxError, frame: log.boundaries.indexOf(error.frameOffset), rule: error.rule };
  }
}

const start = (): LogBuilder => new LogBuilder().start().turn('old');

describe('a torn transaction', () => {
  it('has no effect, and says where to cut', async () => {
    for (const frames of [1, 2, 3]) {
      const log = start().replacement(twoChunks(), { frames });
      const result = await reduceLog(log.bytes);
      expect(result.truncateFrom).toBe(log.boundaries[2]);
      expect(result.bytesConsumed).toBe(log.bytes.length);
      expect(result.state.history).toHaveLength(1);
      expect(result.boundary.offset).toBe(log.boundaries[2]);
    }
  });

  it('may end in the middle of a line, whatever that holds', async () => {
    const log = start().replacement(twoChunks(), { frames: 2 });
    const whole = log.bytes.length;
    const result = await reduceLog(log.raw('\0 garbage').bytes);
    expect(result.bytesConsumed).toBe(whole);
    expect(result.truncateFrom).toBe(log.boundaries[2]);
  });

  it('is no excuse for a line of 8 MiB', async () => {
    const log = start().replacement(twoChunks(), { frames: 2 }).raw(Buffer.alloc(8_388_608, 0x20));
    expect(await refusal(log)).toMatchObject({ fxError: 'EventFrameTooLarge', frame: 4 });
  });

  it('is refused where the caller asks for that', async () => {
    const log = start().replacement(twoChunks(), { frames: 2 });
    expect(await refusal(log, { requireNoTorn: true })).toMatchObject({ rule: 'replacement/torn', frame: 2 });
  });
});

// event-log §5.4, "Torn or broken?": what the bytes that are there show, with the second chunk missing.
describe('with a chunk missing', () => {
  it.each([
    [
      'a duplicate key inside a turn that is not complete',
      '"user":{"text":"a"',
      '"user":{"text":"a","text":"b"',
      'InvalidSessionFormat',
    ],
    ['a syntax error inside a turn that is not complete', '"images":[]', '"images":[,]', 'InvalidSessionFormat'],
    ['a lone surrogate', '"text":"a"', '"text":"\\ud800"', 'InvalidSessionFormat'],
    [
      'a key out of order',
      '{"id":"demo","origin_workspace_root":"/w"',
      '{"origin_workspace_root":"/w","id":"demo"',
      'InvalidSessionFormat',
    ],
    [
      'preferences out of order',
      '"model":"acme/m1","effort":"auto"',
      '"effort":"auto","model":"acme/m1"',
      'InvalidSessionFormat',
    ],
    ['a number spelled with a fraction', '"created_at_ms":1000', '"created_at_ms":1000.0', 'InvalidSessionFormat'],
    ['an id that is too long', '"id":"demo"', `"id":"${'d'.repeat(256)}"`, 'InvalidSessionFormat'],
    [
      'a language with a blank at its end',
      '"conversation_language":"en"',
      '"conversation_language":"en "',
      'InvalidDurableField',
    ],
    ['an effort that is none', '"effort":"auto"', '"effort":"very high"', 'InvalidDurableField'],
    ['another provider', '"provider":"gateway"', '"provider":"other"', 'InvalidDurableField'],
  ])('refuses %s', async (_name, find, replace, fxError) => {
    const log = start().replacement(
      twoChunks((text) => text.replace(find, replace)),
      { frames: 2 },
    );
    expect(await refusal(log)).toMatchObject({ fxError, frame: 3 });
  });

  it.each([
    ['characters of the id', '"id":"demo"', '"id":"de mo"'],
    ['a relative root', '"origin_workspace_root":"/w"', '"origin_workspace_root":"w"'],
    ['a negative time', '"created_at_ms":1000', '"created_at_ms":-1'],
    ['the model', '"model":"acme/m1"', '"model":" acme"'],
    ['an unknown key of a turn that is not complete', '"user":{"text":"a"', '"user":{"extra":1,"text":"a"'],
  ])('does not notice %s', async (_name, find, replace) => {
    const log = start().replacement(
      twoChunks((text) => text.replace(find, replace)),
      { frames: 2 },
    );
    expect(await refusal(log)).toBeNull();
    const complete = start().replacement(twoChunks((text) => text.replace(find, replace)));
    expect(await refusal(complete)).toMatchObject({ frame: 4 });
  });

  it('refuses a document that is complete already', async () => {
    const document = Buffer.concat([encodeState(stateOf([])), Buffer.alloc(4_194_304, 0x20)]);
    expect(await refusal(start().replacement(document, { frames: 2 }))).toMatchObject({
      fxError: 'InvalidReplacement',
    });
    expect(await refusal(start().replacement(document))).toBeNull();
  });

  it('names the chunk in which the fault lies, also when a bad frame comes first to the reader', async () => {
    const document = twoChunks((text) => text.replace('"images":[]', '"images":[,]'));
    const log = start().replacement(document, { frames: 2 }).raw('no frame\n');
    expect(await refusal(log)).toMatchObject({ fxError: 'InvalidSessionFormat', rule: 'state/json', frame: 3 });
    const other = start().replacement(document, { frames: 2 }).turn('an event inside the transaction');
    expect(await refusal(other)).toMatchObject({ fxError: 'InvalidSessionFormat', rule: 'state/json', frame: 3 });
  });
});

describe('a fault in a state document', () => {
  it('is placed at the base64 that holds it', async () => {
    const document = Buffer.from(encodeState(stateOf([plainTurn('a')])));
    document.write('!', document.indexOf('"kind"'));
    const log = start().replacement(document);
    const error: unknown = await reduceLog(log.bytes).catch((caught: unknown) => caught);
    if (!(error instanceof LogError)) throw error;
    const group = log.bytes.toString('latin1', error.offset, error.offset + 4);
    expect(Buffer.from(group, 'base64').toString('latin1')).toContain('!');
    expect(error.frameOffset).toBe(log.boundaries[3]);
    expect(error.offset + error.length).toBe(log.boundaries[4]);
  });
});

describe('a replacement that is damaged, read leniently', () => {
  async function lenient(bytes: Uint8Array) {
    const findings: Finding[] = [];
    const options = { mode: 'lenient', onFinding: (finding: Finding): void => void findings.push(finding) } as const;
    const { state, turns } = await reduceLog(bytes, options);
    const rules = findings.map((finding) => finding.rule);
    const twice = standingEntries((await collect(assembleTurns(bytes, { mode: 'lenient' }))).items);
    const once = standingEntries((await collect(assembleTurns([bytes], { mode: 'lenient' }))).items);
    expect(twice).toEqual(once);
    if (state !== null) expect(nativeTurns(twice)).toEqual(state.history);
    return { rules, turns, texts: textsOf(twice) };
  }

  it('keeps the turns before the fault, and what follows', async () => {
    const document = Buffer.from(encodeState(stateOf([plainTurn('a'), plainTurn('b'), plainTurn('c')])));
    const at = document.indexOf('"text":"c"');
    document.write('!', at);
    const log = start().replacement(document).turn('new');
    expect(await lenient(log.bytes)).toEqual({ rules: ['state/json'], turns: 3, texts: ['a', 'b', 'new'] });
  });

  it('keeps the whole document where only its commit is missing', async () => {
    const log = start()
      .replacement(stateOf([plainTurn('a')]), { frames: 2 })
      .turn('new');
    expect(await lenient(log.bytes)).toEqual({ rules: ['replacement/interrupted'], turns: 2, texts: ['a', 'new'] });
  });

  it('keeps the old history where nothing of the new one can be read', async () => {
    const log = start()
      .replacement(stateOf([plainTurn('a')]), { frames: 1 })
      .turn('new');
    expect(await lenient(log.bytes)).toEqual({ rules: ['replacement/interrupted'], turns: 2, texts: ['old', 'new'] });
  });

  it('keeps the turns of a log whose beginning is lost', async () => {
    const log = start().turn('two');
    const { rules, texts } = await lenient(log.bytes.subarray(log.boundaries[1]));
    expect(texts).toEqual(['old', 'two']);
    expect(rules).toContain('log/no-start');
  });
});

describe('items of a replacement', () => {
  it('tell its reason, what it supersedes and what the model still sees', async () => {
    const log = start().replacement(stateOf([plainTurn('a'), plainTurn('b')], { context_history_start: 1 }), {
      reason: 'recovery',
    });
    const { items } = await collect(assembleTurns(log.bytes));
    expect(items.map((item) => item.type)).toEqual(['turn', 'history-replaced', 'turn', 'turn']);
    expect(items[1]).toMatchObject({
      reason: 'recovery',
      superseded: 1,
      turns: 2,
      contextHistoryStart: 1,
      source: { seq: 3, offset: log.boundaries[2] },
    });
  });

  it('place each turn in its chunk and in the document', async () => {
    const document = twoChunks();
    const log = start().replacement(document);
    const { items } = await collect(assembleTurns(log.bytes));
    const [, , a, b] = items.map((item) => (item.type === 'turn' ? item.turn : null));
    expect(a?.source).toMatchObject({ seq: 4, offset: log.boundaries[3] });
    expect(b?.source).toMatchObject({ seq: 5, offset: log.boundaries[4] });
    const place = b?.source.document ?? { offset: 0, length: 0 };
    const text = Buffer.from(document).toString('utf8', place.offset, place.offset + place.length);
    expect(JSON.parse(text)).toEqual(plainTurn('b'));
  });
});

describe('where folding starts', () => {
  it('goes on from a known state, and refuses a second start', () => {
    const log = start();
    const [started, turn] = eventsOf(log.bytes);
    if (started === undefined || turn === undefined) throw new Error('The log has two events.');
    const boundary = { generation: GENERATION, seq: 1, eventId: '', offset: started.end, line: 2 };
    const from = { state: stateOf([plainTurn('known')]), turns: 1, boundary };
    const fold = new LogFold({ start: from });
    fold.apply(eventLogRecord(turn));
    expect(fold.end()).toMatchObject({ turns: 2, boundary: { seq: 2, offset: turn.end } });
    expect(() => new LogFold({ start: from }).apply(eventLogRecord(started))).toThrow(LogError);
  });
});

describe('a log that changes between the two passes', () => {
  it('is refused, whatever its turns look like now', async () => {
    const log = start().replacement(twoChunks());
    const bytes = Buffer.from(log.bytes);
    // "ZmZm" is "fff" of the filler; "ZmZn" is "ffg", and as good a text.
    const at = bytes.indexOf('ZmZmZmZm');
    const reading = assembleTurns(bytes, {
      onEvent: ({ kind }) => {
        if (kind === 'state_replacement_committed') bytes.write('ZmZn', at);
      },
    });
    const { fault } = await collect(reading);
    expect(fault).toMatchObject({ rule: 'replacement/digest', fxError: 'InvalidReplacement' });
  });
});
