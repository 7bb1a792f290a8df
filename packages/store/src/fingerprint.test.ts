import { describe, expect, it } from 'vitest';
import { statFingerprint } from './fingerprint.js';

// session-directory Appendix C.
describe('statFingerprint', () => {
  it('agrees with the first test vector', () => {
    const stats = { dev: 1n, ino: 2n, mode: 0o100600n, nlink: 1n, size: 4096n, mtimeNs: 10n, ctimeNs: 20n };
    expect(statFingerprint(stats)).toBe('832dfa63a12651172f8e06c3ea5eca48c4409e1520b2167ec175e2a11a5e023e');
  });

  it('agrees with the second test vector, whose numbers need more than 53 bits', () => {
    const stats = {
      dev: 0xfe00n,
      ino: 1234567n,
      mode: 0o100600n,
      nlink: 1n,
      size: 907n,
      mtimeNs: 1767225660123456789n,
      ctimeNs: 1767225660223456789n,
    };
    expect(statFingerprint(stats)).toBe('1945c8b6e60a2a674b1f7e678bdfc84538f555cacfc05f0f21f7875f64f1d133');
  });

  it('writes times before the epoch as signed 128-bit numbers', () => {
    const stats = { dev: 1n, ino: 2n, mode: 0o100600n, nlink: 1n, size: 1n, mtimeNs: -1n, ctimeNs: 0n };
    expect(statFingerprint(stats)).toMatch(/^[0-9a-f]{64}$/);
  });
});
