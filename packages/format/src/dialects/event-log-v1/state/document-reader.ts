/**
 * Reads a state document that comes in parts (event-log §3.13, §5.4).
 *
 * The top level and `preferences`, whose key order matters, are read byte by byte. The large values (each history turn, the
 * permission state, usage, the recovery checkpoint) are only measured until they are complete, then parsed once. So a fault inside
 * such a piece comes to light when the piece is complete, or when the caller says that no more bytes will come. Memory is that of the
 * longest piece.
 */

import { checkJson, JsonError, parseJson } from '@fxlog/json';
import type { FxErrorName } from '../../../fx-error-name.js';
import type { RuleId } from '../../../rules/index.js';
import type { HistoryTurn, StateDocument } from '../generated/types.js';
import { buildState } from './build-state.js';
import { CanonicalTurns, parseCanonicalTurn } from './canonical-turn.js';
import { PieceScanner } from './piece-scanner.js';
import { decodePiece, grammarMessage, type PieceKind } from './pieces.js';
import { BoolToken, findExcess, NumberToken, StringToken } from './scalar-token.js';
import { StateDocumentError } from './state-document-error.js';
import {
  type FieldList,
  MAX_STATE_KEY_BYTES,
  PREFERENCE_FIELDS,
  STATE_FIELDS,
  type StateField,
} from './state-fields.js';
import { readInteger, readWord } from './state-values.js';

/** A history turn and where it stands in the document, in bytes. */
export class DocumentTurn {
  #turn: HistoryTurn | null;
  #build: (() => HistoryTurn) | null;

  /** @internal */
  constructor(
    /** Bytes from the start of the document. */
    readonly offset: number,
    readonly length: number,
    build: () => HistoryTurn,
    turn: HistoryTurn | null,
  ) {
    this.#build = build;
    this.#turn = turn;
  }

  /**
   * The turn, built on first use.
   *
   * @throws TypeError if it is first used after `onTurn` has returned, when its bytes are gone.
   */
  get turn(): HistoryTurn {
    if (this.#turn === null) {
      if (this.#build === null) throw new TypeError('A turn of a state document must be taken while it is handed out.');
      this.#turn = this.#build();
    }
    return this.#turn;
  }

  /** Lets go of the bytes. @internal */
  release(): void {
    this.#build = null;
  }
}

const Expect = {
  Open: 0,
  FirstKey: 1,
  Key: 2,
  Colon: 3,
  Value: 4,
  Comma: 5,
  FirstElement: 6,
  Element: 7,
  ElementComma: 8,
  Nothing: 9,
} as const;

type Expect = (typeof Expect)[keyof typeof Expect];

interface OpenPiece {
  readonly kind: PieceKind;
  readonly path: string;
  /** Offset of its first byte in the document. */
  readonly offset: number;
  /** What came of it in earlier parts. */
  readonly parts: Uint8Array[];
}

/**
 * An incremental reader of one state document.
 *
 * `push` and `end` throw {@link StateDocumentError} at the first fault; the reader is of no use afterwards. Bytes given to `push` may be
 * overwritten once it has returned.
 */
export class StateDocumentReader {
  readonly #scanner = new PieceScanner();
  readonly #values = new Map<string, unknown>();
  readonly #preferences = new Map<string, unknown>();
  #expect: Expect = Expect.Open;
  #list: FieldList = STATE_FIELDS;
  /** Index of the last key in the current list. */
  #index = -1;
  #length = 0;
  #turns = 0;
  #hasFailed = false;
  #piece: OpenPiece | null = null;
  #string: StringToken | null = null;
  #number: NumberToken | null = null;
  #bool: BoolToken | null = null;

  readonly #onTurn: (turn: DocumentTurn) => void;

  /** @param onTurn called for each history turn as soon as it is complete, also for those before a fault in the same bytes. */
  constructor(onTurn: (turn: DocumentTurn) => void) {
    this.#onTurn = onTurn;
  }

  /** Bytes read so far. */
  get length(): number {
    return this.#length;
  }

  /** History turns read so far. */
  get turns(): number {
    return this.#turns;
  }

  /** Whether the object is closed; only whitespace may follow. */
  get isComplete(): boolean {
    return this.#expect === Expect.Nothing;
  }

  /** Every fault that the bytes before this offset hold has been thrown. */
  get judgedTo(): number {
    return this.#piece?.offset ?? this.#string?.offset ?? this.#length;
  }

  /**
   * Takes the next part of the document.
   *
   * @throws StateDocumentError
   */
  push(bytes: Uint8Array): void {
    this.#guarded(() => {
      const turns = new CanonicalTurns(bytes);
      let position = 0;
      while (position < bytes.length) position = this.#advance(bytes, position, turns);
    });
    this.#length += bytes.length;
  }

  /**
   * Closes a document that is all there, and validates the state as a whole (event-log §5.5; a permission state of schema 1 passes).
   *
   * @returns the state with an empty history; the turns were handed to `onTurn`.
   * @throws StateDocumentError
   */
  end(): StateDocument {
    return this.#guarded(() => {
      if (!this.isComplete) {
        this.#judgeOpenToken();
        this.#fail(
          'state/incomplete',
          'InvalidSessionFormat',
          'The state document ends before it is complete.',
          this.#length,
        );
      }
      return buildState(this.#values, this.#preferences, this.#turns, this.#length);
    });
  }

  /**
   * Gives up a document of which the rest will not come: judges what is there of a value that is not complete (event-log §5.4). What
   * only the end of the document would reveal is not noticed.
   *
   * @throws StateDocumentError if what is there is wrong already.
   */
  abandon(): void {
    if (!this.#hasFailed) this.#guarded(() => this.#judgeOpenToken());
  }

  #guarded<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
  }

  #advance(bytes: Uint8Array, position: number, turns: CanonicalTurns): number {
    if (this.#piece !== null) return this.#takePiece(this.#piece, bytes, position);
    if (this.#string !== null) return this.#takeString(this.#string, bytes, position);
    if (this.#number !== null) return this.#takeNumber(this.#number, bytes, position);
    if (this.#bool !== null) return this.#takeBool(this.#bool, bytes, position);
    const byte = bytes[position] as number;
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return position + 1;
    if (byte === 0x7b && (this.#expect === Expect.FirstElement || this.#expect === Expect.Element)) {
      let start = position;
      for (const end of turns.endsFrom(position)) {
        const from = start;
        this.#giveTurn(this.#length + from, end - from, () => parseCanonicalTurn(bytes, from, end), null);
        start = end + 1;
      }
      // The comma behind the last of them is not read yet.
      if (start > position) return start - 1;
    }
    return this.#takeToken(byte, position);
  }

  /** A byte that is not whitespace, outside any token; returns where to go on. */
  #takeToken(byte: number, position: number): number {
    const offset = this.#length + position;
    switch (this.#expect) {
      case Expect.Open:
        if (byte !== 0x7b) this.#failSyntax(offset, 'The state document is not a JSON object.');
        this.#expect = Expect.FirstKey;
        return position + 1;
      case Expect.FirstKey:
      case Expect.Key:
        if (byte === 0x22) {
          this.#string = new StringToken(offset, MAX_STATE_KEY_BYTES);
          return position;
        }
        if (byte === 0x7d && this.#expect === Expect.FirstKey) return this.#closeObject(offset, position);
        return this.#failSyntax(offset);
      case Expect.Colon:
        if (byte !== 0x3a) this.#failSyntax(offset);
        this.#expect = Expect.Value;
        return position + 1;
      case Expect.Value:
        return this.#beginValue(byte, offset, position);
      case Expect.Comma:
        if (byte === 0x7d) return this.#closeObject(offset, position);
        if (byte !== 0x2c) this.#failSyntax(offset);
        this.#expect = Expect.Key;
        return position + 1;
      case Expect.FirstElement:
      case Expect.Element:
        if (byte === 0x5d && this.#expect === Expect.FirstElement) {
          this.#expect = Expect.Comma;
          return position + 1;
        }
        return this.#beginPiece('history_turn', `/history/${this.#turns}`, byte, offset, position);
      case Expect.ElementComma:
        if (byte !== 0x2c && byte !== 0x5d) this.#failSyntax(offset);
        this.#expect = byte === 0x2c ? Expect.Element : Expect.Comma;
        return position + 1;
      case Expect.Nothing:
        return this.#fail(
          'state/trailing-data',
          'InvalidSessionFormat',
          'Something follows the state document.',
          offset,
        );
    }
  }

  #closeObject(offset: number, position: number): number {
    if (this.#index + 1 < this.#list.required) {
      const missing = this.#list.fields[this.#index + 1] as StateField;
      this.#failOrder(offset, `The key "${missing.key}" is missing.`);
    }
    if (this.#list === PREFERENCE_FIELDS) {
      this.#list = STATE_FIELDS;
      this.#index = STATE_FIELDS.fields.findIndex((field) => field.type === 'preferences');
      this.#expect = Expect.Comma;
    } else this.#expect = Expect.Nothing;
    return position + 1;
  }

  get #field(): StateField {
    return this.#list.fields[this.#index] as StateField;
  }

  /** JSON Pointer of the value that is being read. */
  get #path(): string {
    if (this.#index < 0) return '';
    return `${this.#list === PREFERENCE_FIELDS ? '/preferences' : ''}/${this.#field.key}`;
  }

  #beginValue(byte: number, offset: number, position: number): number {
    const field = this.#field;
    switch (field.type) {
      case 'string':
        if (byte !== 0x22) this.#failType(byte, offset, 'a string');
        this.#string = new StringToken(offset, field.maxBytes);
        return position;
      case 'i64':
      case 'u64':
        if (byte !== 0x2d && (byte < 0x30 || byte > 0x39)) this.#failType(byte, offset, 'an integer');
        this.#number = new NumberToken(offset);
        return position;
      case 'bool':
        if (byte !== 0x74 && byte !== 0x66) this.#failType(byte, offset, 'true or false');
        this.#bool = new BoolToken(offset, byte);
        return position;
      case 'preferences':
        if (byte !== 0x7b) this.#failType(byte, offset, 'an object');
        this.#list = PREFERENCE_FIELDS;
        this.#index = -1;
        this.#expect = Expect.FirstKey;
        return position + 1;
      case 'history':
        if (byte !== 0x5b) this.#failType(byte, offset, 'an array');
        this.#expect = Expect.FirstElement;
        return position + 1;
      case 'piece':
        return this.#beginPiece(field.key as PieceKind, this.#path, byte, offset, position);
    }
  }

  #beginPiece(kind: PieceKind, path: string, byte: number, offset: number, position: number): number {
    if (byte !== 0x7b) this.#failType(byte, offset, 'an object', path);
    this.#piece = { kind, path, offset, parts: [] };
    return position;
  }

  #takePiece(piece: OpenPiece, bytes: Uint8Array, position: number): number {
    const end = this.#scanner.scan(bytes, position);
    if (end < 0) {
      piece.parts.push(new Uint8Array(bytes.subarray(position)));
      return bytes.length;
    }
    this.#piece = null;
    let [whole, start, stop] = [bytes, position, end];
    if (piece.parts.length > 0) {
      piece.parts.push(bytes.subarray(position, end));
      whole = Buffer.concat(piece.parts);
      [start, stop] = [0, whole.length];
    }
    if (piece.kind === 'history_turn') {
      const isCanonical = start === 0 && new CanonicalTurns(whole).endsFrom(0)[0] === stop;
      const turn = isCanonical ? null : (this.#decode(piece, whole, start, stop) as HistoryTurn);
      this.#giveTurn(piece.offset, stop - start, () => turn ?? parseCanonicalTurn(whole, start, stop), turn);
    } else {
      this.#values.set(piece.kind, this.#decode(piece, whole, start, stop));
      this.#expect = Expect.Comma;
    }
    return end;
  }

  #giveTurn(offset: number, length: number, build: () => HistoryTurn, turn: HistoryTurn | null): void {
    this.#turns++;
    this.#expect = Expect.ElementComma;
    const found = new DocumentTurn(offset, length, build, turn);
    this.#onTurn(found);
    found.release();
  }

  #decode(piece: OpenPiece, bytes: Uint8Array, start: number, end: number): unknown {
    const decoded = decodePiece(piece.kind, bytes, start, end);
    if (!('rule' in decoded)) return decoded.value;
    const offset = piece.offset + decoded.offset;
    // A fault of the grammar is noticed where it is, any other once the piece is complete.
    const noticedAt = decoded.isGrammar ? offset : piece.offset + (end - start) - 1;
    return this.#fail(decoded.rule, decoded.fxError, decoded.message, offset, noticedAt, piece.path + decoded.path);
  }

  #takeString(token: StringToken, bytes: Uint8Array, position: number): number {
    const end = token.take(bytes, position);
    if (end < 0) {
      if (token.isHopeless) this.#judgeString(token);
      return bytes.length;
    }
    this.#string = null;
    const raw = token.bytes;
    this.#refuseExcess(token, raw);
    const text = this.#judged(token.offset, () => parseJson(raw)) as string;
    if (this.#expect !== Expect.Value) this.#takeKey(text, token.offset, this.#length + end - 1);
    else this.#setString(text, token.offset, this.#length + end - 1);
    return end;
  }

  /** Judges a string of which the end has not come. */
  #judgeString(token: StringToken): void {
    const raw = token.bytes;
    this.#refuseExcess(token, raw);
    this.#judged(token.offset, () => checkJson(raw));
  }

  #refuseExcess(token: StringToken, raw: Uint8Array): void {
    const excess = findExcess(raw, token.maxBytes);
    if (excess < 0) return;
    this.#judged(token.offset, () => checkJson(raw, { end: excess }));
    const message = `The string is longer than ${token.maxBytes} bytes.`;
    this.#fail('state/too-long', 'InvalidSessionFormat', message, token.offset, token.offset + excess, this.#path);
  }

  #takeKey(key: string, offset: number, noticedAt: number): void {
    const { fields, required } = this.#list;
    const index = fields.findIndex((field) => field.key === key);
    const next = this.#index + 1;
    if (index < next || (next < required && index !== next)) {
      const due = next < required ? `"${(fields[next] as StateField).key}" is due` : 'no such key may stand';
      this.#failOrder(offset, `The key ${JSON.stringify(key)} stands where ${due}.`, noticedAt);
    }
    this.#index = index;
    this.#expect = Expect.Colon;
  }

  #setString(text: string, offset: number, noticedAt: number): void {
    const { key } = this.#field;
    const word = readWord(key, text);
    if ('rule' in word) this.#fail(word.rule, 'InvalidDurableField', word.message, offset, noticedAt, this.#path);
    else this.#set(key, word.value);
  }

  #set(key: string, value: unknown): void {
    (this.#list === PREFERENCE_FIELDS ? this.#preferences : this.#values).set(key, value);
    this.#expect = Expect.Comma;
  }

  #takeNumber(token: NumberToken, bytes: Uint8Array, position: number): number {
    for (let at = position; at < bytes.length; at++) {
      const taken = token.take(bytes[at] as number);
      if (taken === 'bad') this.#failSyntax(this.#length + at);
      if (taken !== 'end') continue;
      this.#number = null;
      const { key, type } = this.#field;
      const value = readInteger(type, token.integerText);
      if (value === null) {
        const message = `This is no ${type === 'u64' ? 'unsigned' : 'signed'} 64-bit integer.`;
        this.#fail('state/type', 'InvalidSessionFormat', message, token.offset, this.#length + at, this.#path);
      }
      this.#set(key, value);
      return at;
    }
    return bytes.length;
  }

  #takeBool(token: BoolToken, bytes: Uint8Array, position: number): number {
    const taken = token.take(bytes[position] as number);
    if (taken === 'bad') this.#failSyntax(this.#length + position);
    if (taken === 'done') {
      this.#bool = null;
      this.#set(this.#field.key, token.value);
    }
    return position + 1;
  }

  #judgeOpenToken(): void {
    if (this.#string !== null) this.#judgeString(this.#string);
    const piece = this.#piece;
    if (piece !== null) this.#judged(piece.offset, () => checkJson(Buffer.concat(piece.parts)), piece.path);
  }

  /** Runs the parser over bytes that begin at `offset`; that they are only a prefix is not a fault here. */
  #judged<T>(offset: number, parse: () => T, path = this.#path): T | null {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      if (error.code === 'unexpected-end') return null;
      return this.#fail(
        'state/json',
        'InvalidSessionFormat',
        grammarMessage(error),
        offset + error.offset,
        undefined,
        path,
      );
    }
  }

  #failSyntax(offset: number, message = 'This is not JSON here.'): never {
    return this.#fail('state/json', 'InvalidSessionFormat', message, offset, offset, this.#path);
  }

  #failType(byte: number, offset: number, wanted: string, path = this.#path): never {
    const isValue = byte === 0x22 || byte === 0x7b || byte === 0x5b || /[-0-9tfn]/.test(String.fromCharCode(byte));
    if (!isValue) return this.#failSyntax(offset);
    return this.#fail('state/type', 'InvalidSessionFormat', `Here must be ${wanted}.`, offset, offset, path);
  }

  #failOrder(offset: number, message: string, noticedAt = offset): never {
    const path = this.#list === PREFERENCE_FIELDS ? '/preferences' : '';
    return this.#fail('state/key-order', 'InvalidSessionFormat', message, offset, noticedAt, path);
  }

  #fail(rule: RuleId, fxError: FxErrorName, message: string, offset: number, noticedAt = offset, path = ''): never {
    throw new StateDocumentError({ rule, fxError, message, offset, noticedAt, path });
  }
}
