import { describe, expect, it } from 'vitest';
import { eventLogFingerprint } from './fingerprint.js';

const REGULAR_0600 = 0o100600n;

describe('eventLogFingerprint (session-directory, Appendix C)', () => {
  it('hashes the small vector', () => {
    expect(
      eventLogFingerprint({
        dev: 1n,
        ino: 2n,
        mode: REGULAR_0600,
        nlink: 1n,
        size: 4096n,
        mtimeNs: 10n,
        ctimeNs: 20n,
      }),
    ).toBe('832dfa63a12651172f8e06c3ea5eca48c4409e1520b2167ec175e2a11a5e023e');
  });

  it('hashes nanosecond times exactly', () => {
    expect(
      eventLogFingerprint({
        dev: 0xfe00n,
        ino: 1234567n,
        mode: REGULAR_0600,
        nlink: 1n,
        size: 907n,
        mtimeNs: 1767225660123456789n,
        ctimeNs: 1767225660223456789n,
      }),
    ).toBe('1945c8b6e60a2a674b1f7e678bdfc84538f555cacfc05f0f21f7875f64f1d133');
  });
});
