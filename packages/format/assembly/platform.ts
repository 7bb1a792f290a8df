/**
 * What the matcher needs of the world, for WebAssembly: everything lies in the linear memory, at fixed places. The counterpart for
 * JavaScript is src/recogniser/platform.ts; src/recogniser/wasm.ts fills and reads this memory.
 */

import {
  CELLS_AT as CELLS,
  INPUT_AT as INPUT,
  LITERALS_AT as LITERALS,
  PADDING,
  PROGRAM_AT as PROGRAM,
  RECORD_BYTES,
  RECORDS_AT as RECORDS,
  SLOTS_AT as SLOTS,
} from './memory';

let end: i32 = 0;

/** The input is `length` bytes at INPUT; the PADDING bytes behind it may be read but mean nothing. */
export function setInput(length: i32): void {
  end = length;
  // Padding that no grammar knows, so that single bytes can be read without asking for the end.
  memory.fill(INPUT + <usize>length, 0, PADDING);
}

// @ts-ignore: decorator
@inline
export function endOfInput(): i32 {
  return end;
}

// @ts-ignore: decorator
@inline
export function input(at: i32): i32 {
  return <i32>load<u8>(INPUT + <usize>at);
}

/** Position of the first byte at or after `at` that is not plain text of a string, or the end: 16 bytes at a time. */
export function skipPlain(at: i32): i32 {
  let p = at;
  while (p < end) {
    const block = v128.load(INPUT + <usize>p);
    const special = v128.or(
      v128.or(i8x16.eq(block, i8x16.splat(0x22)), i8x16.eq(block, i8x16.splat(0x5c))),
      i8x16.lt_u(block, i8x16.splat(0x20)),
    );
    const mask = i8x16.bitmask(special);
    if (mask != 0) {
      const found = p + ctz(mask);
      return found < end ? found : end;
    }
    p += 16;
  }
  return end;
}

export function literalAt(at: i32, literal: i32, length: i32): i32 {
  let left = INPUT + <usize>at;
  let right = LITERALS + <usize>literal;
  let rest = length;
  while (rest >= 8) {
    if (load<u64>(left) != load<u64>(right)) return 0;
    left += 8;
    right += 8;
    rest -= 8;
  }
  if (rest >= 4) {
    if (load<u32>(left) != load<u32>(right)) return 0;
    left += 4;
    right += 4;
    rest -= 4;
  }
  while (rest > 0) {
    if (load<u8>(left) != load<u8>(right)) return 0;
    left++;
    right++;
    rest--;
  }
  return 1;
}

export function sameInput(left: i32, right: i32, length: i32): i32 {
  return memory.compare(INPUT + <usize>left, INPUT + <usize>right, <usize>length) == 0 ? 1 : 0;
}

function find(byte: u8, at: i32): i32 {
  let p = at;
  while (p < end) {
    const mask = i8x16.bitmask(i8x16.eq(v128.load(INPUT + <usize>p), i8x16.splat(byte)));
    if (mask != 0) {
      const found = p + ctz(mask);
      return found < end ? found : -1;
    }
    p += 16;
  }
  return -1;
}

export function findQuote(at: i32): i32 {
  return find(0x22, at);
}

export function findLineFeed(at: i32): i32 {
  return find(0x0a, at);
}

// @ts-ignore: decorator
@inline
export function program(at: i32): i32 {
  return load<i32>(PROGRAM + (<usize>at << 2));
}

// @ts-ignore: decorator
@inline
export function cell(at: i32): i32 {
  return load<i32>(CELLS + (<usize>at << 2));
}

// @ts-ignore: decorator
@inline
export function setCell(at: i32, value: i32): void {
  store<i32>(CELLS + (<usize>at << 2), value);
}

// @ts-ignore: decorator
@inline
export function slot(at: i32): f64 {
  return load<f64>(SLOTS + (<usize>at << 3));
}

// @ts-ignore: decorator
@inline
export function setSlot(at: i32, value: f64): void {
  store<f64>(SLOTS + (<usize>at << 3), value);
}

export function record(
  index: i32,
  lineEnd: i32,
  tag: i32,
  firstMark: i32,
  secondMark: i32,
  seq: f64,
  timestamp: f64,
): void {
  const at = RECORDS + <usize>index * RECORD_BYTES;
  store<i32>(at, lineEnd);
  store<i32>(at + 4, tag);
  store<i32>(at + 8, firstMark);
  store<i32>(at + 12, secondMark);
  store<f64>(at + 16, seq);
  store<f64>(at + 24, timestamp);
}

export function recordedEnd(index: i32): i32 {
  return load<i32>(RECORDS + <usize>index * RECORD_BYTES);
}
