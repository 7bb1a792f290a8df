const INTEGER = /^-?\d+$/;
const MAX_UINT64 = 18_446_744_073_709_551_615n;
const MIN_INT64 = -9_223_372_036_854_775_808n;

/**
 * A number token as the peer writes it: integers of 64 bits as they are, everything else as the shortest double, always with a point or an
 * exponent (common-model §A6: `5.0` stays `5.0`).
 */
export function compatibleNumber(token: string): string {
  if (INTEGER.test(token) && token !== '-0') {
    const exact = BigInt(token);
    if (exact >= MIN_INT64 && exact <= MAX_UINT64) return token;
  }
  const value = Number(token);
  // Beyond what a double can hold the peer refuses the document; the token says at least what was meant.
  return Number.isFinite(value) ? writeDouble(value) : token;
}

/** Between 1e-5 and 1e16 a double is written positionally, else with an exponent without a plus sign. */
function writeDouble(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const sign = value < 0 ? '-' : '';
  const [mantissa = '', exponentText = '0'] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const exponent = Number(exponentText);
  const point = exponent + 1;
  if (point >= digits.length && point <= 16) return `${sign}${digits.padEnd(point, '0')}.0`;
  if (point > 0 && point <= 16) return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
  if (point > -5 && point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${mantissa}e${exponent}`;
}
