/**
 * Whole numbers as fx's JSON reader takes them (newer-formats §4.3): digits, a float that is whole, and either of them in a string, where
 * also a plus, leading zeros and underscores between digits may stand. A float has 113 bits, as in fx; nothing else is ever rounded.
 */
import { exactInteger } from '@fxlog/json/internal';

/** Text that is read digit by digit: all but floats, and minus zero, which fx takes for one. */
const FLOAT = /[.eE]/;
const DIGITS = /^[+-]?[0-9](?:[0-9_]*[0-9])?$/;
const DECIMAL_FLOAT = /^[+-]?([0-9_]*)(?:\.([0-9_]*))?(?:[eE]([+-]?[0-9_]+))?$/;
const HEX_FLOAT = /^[+-]?0[xX]([0-9a-fA-F_]*)(?:\.([0-9a-fA-F_]*))?(?:[pP]([+-]?[0-9_]+))?$/;
const STRAY_UNDERSCORE = /(?:^|[^0-9a-fA-F])_|_(?:[^0-9a-fA-F]|$)/;

/** Digits that no 64-bit number has. */
const TOO_MANY_DIGITS = 40;
/** So many digits tell every float of 113 bits from its neighbours; what follows them only says on which side a number lies. */
const SIGNIFICANT_DIGITS = 200;
const PRECISION = 113;
/** Half of the smallest float above zero is 2 to this power, which has this many zeros behind its point. */
const SMALLEST_HALF = -16495;
const SMALLEST_HALF_ZEROS = 4965;

/**
 * The whole number that a text means.
 *
 * @returns null for text that means none; a `number` up to 2⁵³−1 in magnitude and a `bigint` beyond.
 */
export function readInteger(text: string, min: bigint, max: bigint): number | bigint | null {
  if (!FLOAT.test(text) && text !== '-0') {
    if (!DIGITS.test(text)) return null;
    const digits = text
      .replace(/^[+-]/, '')
      .replaceAll('_', '')
      .replace(/^0+(?=.)/, '');
    if (digits.length > TOO_MANY_DIGITS) return null;
    return within(text.startsWith('-') ? -BigInt(digits) : BigInt(digits), min, max);
  }
  const isHex = /^[+-]?0[xX]/.test(text);
  const match = (isHex ? HEX_FLOAT : DECIMAL_FLOAT).exec(text);
  if (match === null || STRAY_UNDERSCORE.test(text.replace(/^[+-]/, ''))) return null;
  const [whole = '', fraction = '', exponent = '0'] = match.slice(1).map((part) => part?.replaceAll('_', ''));
  if (whole === '' && fraction === '') return null;
  const float = roundFloat(whole + fraction, Number(exponent) - fraction.length * (isHex ? 4 : 1), isHex);
  return float === null ? null : within(text.startsWith('-') ? -float : float, min, max);
}

function within(value: bigint, min: bigint, max: bigint): number | bigint | null {
  return value < min || value > max ? null : exactInteger(value);
}

/** The whole number that a float is once it is rounded to 113 bits: digits times 10 (or 2) to a power. Null if it is not whole or huge. */
function roundFloat(spelled: string, exponent: number, isHex: boolean): bigint | null {
  const digits = spelled.replace(/^0+/, '');
  if (digits === '') return 0n;
  const kept = digits.slice(0, SIGNIFICANT_DIGITS);
  const dropped = digits.slice(SIGNIFICANT_DIGITS);
  const isExact = /^0*$/.test(dropped);
  const mantissa = BigInt((isHex ? '0x' : '') + kept + (isExact ? '' : '1'));
  const scale = exponent + (dropped.length - (isExact ? 0 : 1)) * (isHex ? 4 : 1);
  const magnitude = isHex ? (scale + kept.length * 4) * Math.LOG10E * Math.LN2 : scale + kept.length;
  if (magnitude > TOO_MANY_DIGITS) return null;
  if (magnitude < -SMALLEST_HALF_ZEROS) return 0n;
  const base = isHex ? 2n : 10n;
  const [numerator, denominator] =
    scale >= 0 ? [mantissa * base ** BigInt(scale), 1n] : [mantissa, base ** BigInt(-scale)];
  if (magnitude < 0) return numerator << BigInt(-SMALLEST_HALF) <= denominator ? 0n : null;
  let bits = BigInt(PRECISION - bitLength(numerator / denominator));
  if (bits <= 0n) return null;
  // A number below one has more bits behind its point than that.
  while ((numerator << bits) / denominator < 1n << BigInt(PRECISION - 1)) bits++;
  const shifted = numerator << bits;
  let rounded = shifted / denominator;
  const twice = (shifted - rounded * denominator) * 2n;
  if (twice > denominator || (twice === denominator && rounded % 2n === 1n)) rounded++;
  return rounded % (1n << bits) === 0n ? rounded >> bits : null;
}

function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}
